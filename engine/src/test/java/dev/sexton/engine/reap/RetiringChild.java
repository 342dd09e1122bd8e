package dev.sexton.engine.reap;

import dev.sexton.engine.census.Host;
import dev.sexton.engine.fake.FakeHost;
import dev.sexton.engine.model.ReapReport;
import dev.sexton.engine.model.RunReport;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A reaper in a process of its own, on a host that booted since: it proves every run under a root
 * and settles one after the other, saying each step, so that it can be killed at one.
 */
final class RetiringChild {
  static final String LATER_BOOT = "2e6a0e4c-6a43-4b0e-9d5b-6d2f2f7a9c12";

  private RetiringChild() {}

  /** The arguments: the root. */
  public static void main(String[] args) throws Exception {
    Path root = Path.of(args[0]);
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
    FakeHost fake = hostAfterReboot(root);
    ReapReport report =
        Reaper.over(root).on(fake::open).with(ReapOptions.DEFAULT.retire(false)).reap();
    ReapOptions options = ReapOptions.DEFAULT.keepCertificates(1_000);
    try (Host host = fake.open()) {
      Retirement retirement =
          new Retirement(options, host, fake.reaper.realUid, step -> out.println(step));
      for (RunReport proof : report.runs()) {
        Path run = Path.of(proof.journal());
        retirement.settle(proof, run, Graves.key(run));
      }
    }
  }

  static FakeHost hostAfterReboot(Path root) throws Exception {
    FakeHost host = new FakeHost();
    host.bootId = LATER_BOOT;
    host.reaper.realUid = (int) Files.getAttribute(root, "unix:uid");
    return host;
  }
}
