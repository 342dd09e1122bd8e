package dev.sexton.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What a test and a hot potato tell each other: a chain of processes of which one lives at a time,
 * each forking the next and exiting at once, until it is told to end. It ends by itself after 90
 * seconds, or when its world closes.
 *
 * <p>They share a page of memory, so that the test knows that the chain lives without looking at
 * any process. Several JVMs may share one.
 */
public final class HotPotato {

  private static final int PAGE_BYTES = 4096;
  private static final int HOPS_AT = 0;
  private static final int STOP_AT = 8;
  private static final int OVER_AT = 12;

  private final Path page;
  private final MappedByteBuffer shared;

  /**
   * One that is not started yet, or in another JVM.
   *
   * @param page a file, which is made if there is none
   */
  public HotPotato(Path page) {
    this.page = page;
    try (FileChannel channel =
        FileChannel.open(
            page, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      shared = channel.map(FileChannel.MapMode.READ_WRITE, 0, PAGE_BYTES);
      shared.order(ByteOrder.nativeOrder());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path page() {
    return page;
  }

  /** How many members were born so far, the first not counted. */
  public long hops() {
    return shared.getLong(HOPS_AT);
  }

  /** Whether the chain has ended. */
  public boolean isOver() {
    return shared.getInt(OVER_AT) != 0;
  }

  /** Waits until one more member was born: then the chain was alive all the time before. */
  public void awaitHop() {
    long before = hops();
    Deadline.standard().await("the chain goes on", () -> hops() > before);
  }

  /** Ends the chain, and waits until its last member is about to exit. */
  public void end() {
    shared.putInt(STOP_AT, 1);
    Deadline.standard().await("the chain ends", this::isOver);
  }
}
