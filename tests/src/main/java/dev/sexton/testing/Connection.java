package dev.sexton.testing;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The control connection of one actor: one request at a time, and signal reports between the
 * answers.
 */
final class Connection {

  /** Stands in the queue of answers for the end of the connection. */
  static final String END = "END";

  private final LineChannel channel;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private final List<ReceivedSignal> signals = new CopyOnWriteArrayList<>();
  private final ReentrantLock oneRequest = new ReentrantLock();
  private volatile boolean ended;

  Connection(LineChannel channel) {
    this.channel = channel;
  }

  /** Runs on the connection's own thread until the actor is gone. */
  void pump() {
    String line = channel.readLine();
    while (line != null) {
      if (line.startsWith("SIGNAL ")) {
        List<String> words = Words.of(line);
        signals.add(
            new ReceivedSignal(Integer.parseInt(words.get(1)), Integer.parseInt(words.get(2))));
      } else {
        answers.add(line);
      }
      line = channel.readLine();
    }
    ended = true;
    answers.add(END);
  }

  boolean ended() {
    return ended;
  }

  List<ReceivedSignal> signals() {
    return List.copyOf(signals);
  }

  void close() throws IOException {
    channel.close();
  }

  /**
   * Sends a command and returns its answer.
   *
   * @return the answer line, or {@link #END} if the actor ended instead of answering
   * @throws AssertionError if there is no answer in time
   */
  String request(String command, Deadline deadline) {
    oneRequest.lock();
    try {
      if (ended) {
        return END;
      }
      channel.write(command);
      String answer = answers.poll(deadline.remainingNs(), TimeUnit.NANOSECONDS);
      if (answer == null) {
        throw new AssertionError("no answer in time to: " + abbreviate(command));
      }
      return answer;
    } catch (IOException brokenPipe) {
      return END;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for an answer", e);
    } finally {
      oneRequest.unlock();
    }
  }

  static String abbreviate(String command) {
    return command.length() <= 120 ? command : command.substring(0, 120) + "...";
  }
}
