package dev.sexton.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Lines over a socket. One thread reads, any may write. The stream adapters of {@link
 * java.nio.channels.Channels} are of no use here: their reader holds the lock that their writer
 * wants.
 */
final class LineChannel implements AutoCloseable {

  private final SocketChannel channel;
  private final ByteBuffer input = ByteBuffer.allocate(8192).flip();

  LineChannel(SocketChannel channel) {
    this.channel = channel;
  }

  /** The next line without its end, or null at the end of the connection, however it came. */
  @Nullable String readLine() {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    while (true) {
      while (input.hasRemaining()) {
        byte b = input.get();
        if (b == '\n') {
          return line.toString(StandardCharsets.ISO_8859_1);
        }
        line.write(b);
      }
      if (!refill()) {
        return null;
      }
    }
  }

  private boolean refill() {
    input.clear();
    try {
      boolean more = channel.read(input) > 0;
      input.flip();
      return more;
    } catch (IOException reset) {
      // A killed peer with unread input resets the connection; for the reader that is its end too.
      input.clear().flip();
      return false;
    }
  }

  synchronized void write(String line) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.ISO_8859_1));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
