package dev.sexton.trees;

import dev.sexton.engine.attribution.AgreeingScans;
import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.attribution.Pass;
import dev.sexton.engine.census.Host;
import dev.sexton.engine.census.HostObserver;
import dev.sexton.engine.census.LineageReplay;
import dev.sexton.engine.census.Reading;
import dev.sexton.engine.census.RunObserver;
import dev.sexton.engine.reap.ReapOptions;
import dev.sexton.testing.Deadline;
import dev.sexton.testing.HotPotato;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Scans everything over and over while a hot potato is handed on, with the product's scanner,
 * attributor and judgement of a scan, and counts what single scans and pairs of them seem to show.
 *
 * <p>As the main class of a JVM in a pid namespace: prints the figures as a line.
 */
final class PotatoScans {

  /**
   * What the scans showed.
   *
   * @param scans how many were made
   * @param hops members born meanwhile
   * @param lookedEmpty scans that showed nobody of the lineage alive
   * @param singlyConclusive those of them that left nothing to doubt
   * @param falseFinishes pairs of those in a row, with which a reap would have been over
   */
  record Figures(int scans, long hops, int lookedEmpty, int singlyConclusive, int falseFinishes) {

    private static Figures parse(String line) {
      String[] word = line.split(" ", -1);
      return new Figures(
          Integer.parseInt(word[1]),
          Long.parseLong(word[2]),
          Integer.parseInt(word[3]),
          Integer.parseInt(word[4]),
          Integer.parseInt(word[5]));
    }

    private String words() {
      return String.join(
          " ",
          FIGURES,
          Integer.toString(scans),
          Long.toString(hops),
          Integer.toString(lookedEmpty),
          Integer.toString(singlyConclusive),
          Integer.toString(falseFinishes));
    }

    @Override
    public String toString() {
      return ("%d scans while %d members were born: %d showed nobody alive, %d of these left"
              + " nothing to doubt, %d pairs would have been a proof")
          .formatted(scans, hops, lookedEmpty, singlyConclusive, falseFinishes);
    }
  }

  private static final String FIGURES = "figures";
  private static final int VOUCH_AGAIN_SCANS = 100;

  private final Path runDirectory;
  private final HotPotato potato;
  private final int scansMax;
  private final Duration limit;

  /**
   * Of the run that is journaled in a directory, until one of the bounds is reached.
   *
   * @param scansMax how many scans
   * @param limit for how long
   */
  PotatoScans(Path runDirectory, HotPotato potato, int scansMax, Duration limit) {
    this.runDirectory = runDirectory;
    this.potato = potato;
    this.scansMax = scansMax;
    this.limit = limit;
  }

  /** Arguments: the run's directory, the potato's page, how many scans, for how many seconds. */
  public static void main(String[] arguments) throws Exception {
    PotatoScans scans =
        new PotatoScans(
            Path.of(arguments[0]),
            new HotPotato(Path.of(arguments[1])),
            Integer.parseInt(arguments[2]),
            Duration.ofSeconds(Long.parseLong(arguments[3])));
    System.out.println(scans.run(Set::of).words());
  }

  /** The words of a command line for {@link #main}. */
  static String[] arguments(Path runDirectory, Path page, int scansMax, Duration limit) {
    return List.of(
            runDirectory.toString(),
            page.toString(),
            Integer.toString(scansMax),
            Long.toString(limit.toSeconds()))
        .toArray(new String[0]);
  }

  /** Reads what {@link #main} printed. */
  static Figures figures(String line) {
    return Figures.parse(line);
  }

  /**
   * Scans.
   *
   * @param others processes that are no test's
   */
  Figures run(Supplier<Set<ReapOptions.Known>> others) throws Exception {
    LineageReplay.Replayed journal = LineageReplay.replay(runDirectory);
    try (Host host = Host.open();
        HostObserver observer = host.observer();
        RunObserver run =
            RunObserver.forReap(
                observer,
                host.pidfds(),
                journal.attributor(),
                journal.header().ownCgroup(),
                journal.lastPass())) {
      run.followReplayed();
      return run(observer, run, others);
    }
  }

  private Figures run(
      HostObserver observer, RunObserver run, Supplier<Set<ReapOptions.Known>> others)
      throws Exception {
    int pidMax = observer.facts().numbers().pidMax();
    Deadline deadline = Deadline.after(limit);
    long hopsBefore = potato.hops();
    int scans = 0;
    int lookedEmpty = 0;
    int singlyConclusive = 0;
    int falseFinishes = 0;
    AgreeingScans agreeing = new AgreeingScans();
    while (scans < scansMax && !deadline.passed()) {
      if (scans % VOUCH_AGAIN_SCANS == 0) {
        others.get().forEach(p -> run.attributor().vouchedFor(p.pid(), p.startTicks()));
      }
      Reading reading = observer.look(true);
      run.observe(reading, Pass.Kind.REAP);
      scans++;
      boolean empty =
          noneLives(run.attributor().owned()) && noneLives(run.attributor().undecided());
      boolean conclusive = empty && run.conclusive().doubts().isEmpty();
      lookedEmpty += empty ? 1 : 0;
      singlyConclusive += conclusive ? 1 : 0;
      agreeing.shows(conclusive, reading.roundBefore(pidMax), reading.roundAfter(pidMax));
      if (agreeing.isConcluded()) {
        falseFinishes++;
        agreeing = new AgreeingScans();
      }
    }
    long hops = potato.hops() - hopsBefore;
    potato.awaitHop();
    return new Figures(scans, hops, lookedEmpty, singlyConclusive, falseFinishes);
  }

  private static boolean noneLives(Collection<KnownProcess> processes) {
    return processes.stream().allMatch(KnownProcess::isDead);
  }
}
