package dev.sexton.simulation.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Processes that tests need, made in one step. */
final class Born {
  static final KernelSettings SMALL = KernelSettings.USUAL.withPidMax(400);

  private Born() {}

  static SimTask child(SimKernel kernel, SimTask of) {
    return child(kernel, of, ForkSettings.PLAIN);
  }

  static SimTask child(SimKernel kernel, SimTask of, ForkSettings how) {
    return there(kernel.fork(of, how));
  }

  static SimTask inFlight(SimKernel kernel, SimTask of) {
    return there(kernel.beginFork(of, ForkSettings.PLAIN));
  }

  static SimTask there(@Nullable SimTask task) {
    return Objects.requireNonNull(task, "no process");
  }

  /** A process of a user without rights, under pid 1, in a session of its own. */
  static SimTask service(SimKernel kernel, int uid) {
    SimTask service = child(kernel, kernel.init());
    kernel.setUids(service, uid, uid, uid);
    assertThat(kernel.setsid(service)).isTrue();
    assertThat(kernel.exec(service, "service", EnvironmentChange.KEEP)).isTrue();
    return service;
  }

  static int thread(SimKernel kernel, SimTask of) {
    int tid = kernel.startThread(of);
    assertThat(tid).isPositive();
    return tid;
  }
}
