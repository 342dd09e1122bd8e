package dev.sexton.testing;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Takes the gate for {@link MayOrphan} and {@link NoForeignOrphans}, and fails tests that leave
 * orphans without holding it.
 *
 * <p>Meant to be registered for all tests, before any other extension: then whatever else looks
 * after a test does so while the gate is held.
 */
public final class HostOrphanGateExtension
    implements BeforeEachCallback, AfterTestExecutionCallback, AfterEachCallback {

  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(HostOrphanGateExtension.class);

  /** Where there is no {@code /proc} there are no tests with processes either. */
  private static final boolean LINUX = Files.isDirectory(Path.of("/proc/self"));

  @Override
  public void beforeEach(ExtensionContext context) {
    if (!LINUX) {
      return;
    }
    String test = context.getRequiredTestClass().getSimpleName();
    ExtensionContext.Store store = context.getStore(NAMESPACE);
    store.put(
        RunningTest.class,
        RunningTest.begin(test + "." + context.getRequiredTestMethod().getName()));
    HostOrphanGate.Hold hold = take(context);
    if (hold != null) {
      store.put(HostOrphanGate.Hold.class, hold);
    }
  }

  private static HostOrphanGate.@Nullable Hold take(ExtensionContext context) {
    Class<? extends Annotation> wanted = wanted(context);
    if (wanted == null) {
      return null;
    }
    HostOrphanGate gate = HostOrphanGate.ofThisUser();
    return wanted == MayOrphan.class ? gate.mayOrphan() : gate.noForeignOrphans();
  }

  /** The method's own, else that of the nearest class around it that has one. */
  private static @Nullable Class<? extends Annotation> wanted(ExtensionContext context) {
    Optional<ExtensionContext> at = Optional.of(context);
    while (at.isPresent()) {
      Class<? extends Annotation> here = at.get().getElement().map(e -> at(e)).orElse(null);
      if (here != null) {
        return here;
      }
      at = at.get().getParent();
    }
    return null;
  }

  private static @Nullable Class<? extends Annotation> at(AnnotatedElement element) {
    boolean mayOrphan = AnnotationSupport.isAnnotated(element, MayOrphan.class);
    boolean noForeign = AnnotationSupport.isAnnotated(element, NoForeignOrphans.class);
    if (mayOrphan && noForeign) {
      throw new ExtensionConfigurationException(
          element + " has both @MayOrphan and @NoForeignOrphans: the second allows the first");
    }
    if (mayOrphan) {
      return MayOrphan.class;
    }
    return noForeign ? NoForeignOrphans.class : null;
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    if (LINUX) {
      UngatedOrphans.look();
    }
  }

  /** Findings go before the release of the gate, and neither keeps the other from happening. */
  @Override
  public void afterEach(ExtensionContext context) {
    if (!LINUX) {
      return;
    }
    ExtensionContext.Store store = context.getStore(NAMESPACE);
    RunningTest test = store.remove(RunningTest.class, RunningTest.class);
    HostOrphanGate.Hold hold = store.remove(HostOrphanGate.Hold.class, HostOrphanGate.Hold.class);
    try {
      UngatedOrphans.look();
    } finally {
      test.end();
      if (hold != null) {
        hold.close();
      }
    }
    List<String> findings = test.findings();
    if (!findings.isEmpty()) {
      throw new AssertionError(
          test + " leaves orphans and holds no gate (see HostOrphanGate): " + findings);
    }
  }
}
