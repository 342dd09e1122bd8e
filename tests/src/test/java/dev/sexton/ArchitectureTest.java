package dev.sexton;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.time.Clock;
import java.time.Instant;
import java.util.Date;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/**
 * Who may know whom. The modules' own dependencies hold the outer directions at compile time; what
 * happens inside a module, and which calls are banned, is held here.
 */
class ArchitectureTest {

  private static final String PROCFS = "dev.sexton.procfs..";
  private static final String LINUX = "dev.sexton.procfs.linux..";
  private static final String JOURNAL = "dev.sexton.journal..";
  private static final String ENGINE = "dev.sexton.engine..";
  private static final String MODEL = "dev.sexton.engine.model..";
  private static final String ATTRIBUTION = "dev.sexton.engine.attribution..";
  private static final String CENSUS = "dev.sexton.engine.census..";
  private static final String REPORT = "dev.sexton.engine.report..";
  private static final String REAP = "dev.sexton.engine.reap..";
  private static final String COMMAND = "dev.sexton.engine.command..";
  private static final String JDK = "java..";
  private static final String NULLNESS = "org.jspecify..";

  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .importPackages("dev.sexton.procfs", "dev.sexton.journal", "dev.sexton.engine");

  @Test
  void allOfTheProductIsLookedAt() {
    for (String name :
        new String[] {
          "procfs.ProcessScanner",
          "procfs.linux.LinuxLibC",
          "journal.LineageJournal",
          "engine.model.ReapReport",
          "engine.attribution.Attributor",
          "engine.census.Sampler",
          "engine.reap.Reaper"
        }) {
      assertThat(PRODUCT.contain("dev.sexton." + name)).as(name).isTrue();
    }
  }

  @Test
  void procfsAndJournalKnowNeitherEachOtherNorTheEngine() {
    noClasses()
        .that()
        .resideInAPackage(PROCFS)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(JOURNAL, ENGINE)
        .check(PRODUCT);
    noClasses()
        .that()
        .resideInAPackage(JOURNAL)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(PROCFS, ENGINE)
        .check(PRODUCT);
  }

  @Test
  void theModelDependsOnTheJdkOnly() {
    classes()
        .that()
        .resideInAPackage(MODEL)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(MODEL, JDK, NULLNESS)
        .check(PRODUCT);
    noClasses()
        .that()
        .resideInAPackage(MODEL)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.io..", "java.nio..")
        .check(PRODUCT);
  }

  @Test
  void attributionIsPure() {
    classes()
        .that()
        .resideInAPackage(ATTRIBUTION)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(ATTRIBUTION, MODEL, JDK, NULLNESS)
        .check(PRODUCT);
    noClasses()
        .that()
        .resideInAPackage(ATTRIBUTION)
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                    "java.io..",
                    "java.nio..",
                    "java.time..",
                    "java.net..",
                    "java.util.concurrent..")
                .or(assignableTo(Thread.class))
                .or(assignableTo(ProcessHandle.class))
                .or(assignableTo(Process.class)))
        .check(PRODUCT);
    noClasses()
        .that()
        .resideInAPackage(ATTRIBUTION)
        .should()
        .accessTargetWhere(
            calls("java.lang.System", "nanoTime|currentTimeMillis|getenv|getProperty"))
        .check(PRODUCT);
  }

  @Test
  void theEnginesLayersPointOneWay() {
    noClasses()
        .that()
        .resideInAPackage(CENSUS)
        .should()
        .dependOnClassesThat(engineOutside(MODEL, ATTRIBUTION, CENSUS))
        .check(PRODUCT);
    noClasses()
        .that()
        .resideInAPackage(REPORT)
        .should()
        .dependOnClassesThat(engineOutside(MODEL, REPORT))
        .check(PRODUCT);
    noClasses()
        .that()
        .resideInAPackage(REAP)
        .should()
        .dependOnClassesThat(engineOutside(MODEL, ATTRIBUTION, CENSUS, REPORT, REAP))
        .check(PRODUCT);
    noClasses()
        .that()
        .resideOutsideOfPackage(COMMAND)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(COMMAND)
        .check(PRODUCT);
    slices().matching("dev.sexton.engine.(*)..").should().beFreeOfCycles().check(PRODUCT);
    slices().matching("dev.sexton.(*)..").should().beFreeOfCycles().check(PRODUCT);
  }

  private static DescribedPredicate<JavaClass> engineOutside(String... packages) {
    return resideInAnyPackage(ENGINE).and(DescribedPredicate.not(resideInAnyPackage(packages)));
  }

  @Test
  void onePackageKnowsNativeSymbolsAndOneKnowsChronicle() {
    noClasses()
        .that()
        .resideOutsideOfPackage(LINUX)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("jnr..", "com.kenai.jffi..")
        .check(PRODUCT);
    noClasses()
        .that()
        .resideOutsideOfPackage(JOURNAL)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("net.openhft..")
        .check(PRODUCT);
  }

  @Test
  void onlyTheCommandPrintsExitsAndParsesOptions() {
    noClasses()
        .that()
        .resideOutsideOfPackage(COMMAND)
        .should(ACCESS_STANDARD_STREAMS)
        .check(PRODUCT);
    noClasses()
        .that()
        .resideOutsideOfPackage(COMMAND)
        .should()
        .accessTargetWhere(
            calls("java.lang.System", "exit").or(calls("java.lang.Runtime", "exit|halt")))
        .check(PRODUCT);
    noClasses()
        .that()
        .resideOutsideOfPackage(COMMAND)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("picocli..")
        .check(PRODUCT);
    noClasses()
        .that()
        .resideOutsideOfPackages(COMMAND, REPORT)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.fasterxml.jackson..")
        .check(PRODUCT);
  }

  @Test
  void nothingSignalsPastThePidfds() {
    noClasses()
        .should()
        .accessTargetWhere(
            calls("java.lang.ProcessHandle", "destroy|destroyForcibly")
                .or(calls("java.lang.Process", "destroy|destroyForcibly")))
        .check(PRODUCT);
  }

  @Test
  void onlyTheDemonstrationAndTheStartOfAJobStartProcesses() {
    noClasses()
        .that()
        .haveNameNotMatching("dev\\.sexton\\.engine\\.(RunRegister|command\\.Demo\\w+)(\\$.*)?")
        .should()
        .dependOnClassesThat(assignableTo(ProcessBuilder.class))
        .check(PRODUCT);
    noClasses().should().accessTargetWhere(calls("java.lang.Runtime", "exec")).check(PRODUCT);
  }

  @Test
  void onlyOneClassAsksTheWallClock() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("dev.sexton.engine.census.HostClock")
        .and()
        .haveNameNotMatching("dev\\.sexton\\.engine\\.census\\.HostClock\\$.*")
        .should()
        .accessTargetWhere(
            calls("java.lang.System", "currentTimeMillis")
                .or(calls("java.time\\..*", "now"))
                .or(calls(Clock.class.getName(), "system.*|tick.*"))
                .or(calls(Date.class.getName(), "<init>")))
        .check(PRODUCT);
  }

  @Test
  void thereIsNoStaticState() {
    fields()
        .that()
        .areStatic()
        .and()
        .doNotHaveFullName("dev.sexton.procfs.linux.LinuxLibC.instance")
        .should()
        .beFinal()
        .because("two samplers and reapers in one JVM must not know of each other")
        .check(PRODUCT);
  }

  @Test
  void theBansSeeWhatTheyBan() {
    JavaClasses offender = new ClassFileImporter().importClasses(Offender.class);
    assertThat(accesses(offender, calls("java.lang.Process", "destroy"))).isEqualTo(1);
    assertThat(accesses(offender, calls("java.lang.System", "currentTimeMillis"))).isEqualTo(1);
    assertThat(accesses(offender, calls("java.time\\..*", "now"))).isEqualTo(1);
  }

  private static long accesses(JavaClasses where, DescribedPredicate<JavaAccess<?>> what) {
    return where.stream().flatMap(type -> type.getAccessesFromSelf().stream()).filter(what).count();
  }

  /** What the product must not do, for the test of the tests. */
  static final class Offender {
    static long offend(Process process) {
      LongSupplier clock = System::currentTimeMillis;
      process.destroy();
      return clock.getAsLong() + Instant.now().getEpochSecond();
    }

    private Offender() {}
  }

  /** An access to a member of that name, both given as regular expressions. */
  private static DescribedPredicate<JavaAccess<?>> calls(String type, String member) {
    return DescribedPredicate.describe(
        "call " + type + "." + member,
        access ->
            access.getTargetOwner().getName().matches(type) && access.getName().matches(member));
  }
}
