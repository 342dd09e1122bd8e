package dev.sexton.bench;

import java.io.IOException;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** So many idle processes. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH sets up before it runs
public class Foreigners {
  @Param({"100", "1000", "10000"})
  public int foreign;

  private ShellTree tree;

  @Setup
  public void setUp() throws IOException {
    tree = new ShellTree(foreign);
  }

  @TearDown
  public void tearDown() {
    tree.close();
  }

  /** Whoever claims to have looked at everybody has seen at least these. */
  void requireSeen(int seen) {
    if (seen < foreign) {
      throw new IllegalStateException("saw " + seen + " of " + foreign + " processes");
    }
  }
}
