package dev.sexton.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The socket to which the actors and programs of one world connect. A tag must be expected before
 * its bearer is started, so that no hello is lost and none is taken for another.
 */
final class ActorServer implements AutoCloseable {

  private final Path folder;
  private final Path socket;
  private final ServerSocketChannel listener;
  private final Map<String, CompletableFuture<Hello>> hellos = new ConcurrentHashMap<>();
  private final Map<String, CompletableFuture<ProgramStream>> streams = new ConcurrentHashMap<>();
  private final List<LineChannel> channels = new CopyOnWriteArrayList<>();
  private final List<Thread> threads = new CopyOnWriteArrayList<>();

  ActorServer() {
    try {
      folder = Files.createTempDirectory("world");
      // Actors that changed their user connect too; nobody can list the folder.
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
      socket = folder.resolve("s");
      listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      listener.bind(UnixDomainSocketAddress.of(socket));
      Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rwxrwxrwx"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start("actor-acceptor", this::accept);
  }

  Path socket() {
    return socket;
  }

  Path folder() {
    return folder;
  }

  void expect(String tag) {
    if (hellos.putIfAbsent(tag, new CompletableFuture<>()) != null) {
      throw new IllegalArgumentException("there is an actor " + tag + " in this world already");
    }
  }

  void forget(String tag) {
    hellos.remove(tag);
  }

  /**
   * Waits for the hello of an expected tag.
   *
   * @throws ActorException if the actor could not do one of its options; the tag is free again
   */
  Hello awaitHello(String tag, Deadline deadline) {
    try {
      return await(tag, hellos.computeIfAbsent(tag, t -> new CompletableFuture<>()), deadline);
    } catch (ActorException refused) {
      hellos.remove(tag);
      throw refused;
    }
  }

  void expectStream(String name) {
    if (streams.putIfAbsent(name, new CompletableFuture<>()) != null) {
      throw new IllegalArgumentException("there is a program " + name + " in this world already");
    }
  }

  ProgramStream awaitStream(String name, Deadline deadline) {
    return await(name, streams.computeIfAbsent(name, n -> new CompletableFuture<>()), deadline);
  }

  private static <T> T await(String name, CompletableFuture<T> future, Deadline deadline) {
    try {
      return future.get(deadline.remainingNs(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError(name + " did not connect in time", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ActorException refused) {
        throw refused;
      }
      throw new AssertionError(name + " did not connect", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for " + name, e);
    }
  }

  private void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    threads.removeIf(t -> t.getState() == Thread.State.TERMINATED);
    threads.add(thread);
    thread.start();
  }

  private void accept() {
    while (true) {
      SocketChannel accepted;
      try {
        accepted = listener.accept();
      } catch (IOException closed) {
        return;
      }
      LineChannel channel = new LineChannel(accepted);
      channels.add(channel);
      start("actor-connection", () -> serve(channel));
    }
  }

  private void serve(LineChannel channel) {
    try (channel) {
      String line = channel.readLine();
      if (line != null) {
        dispatch(Words.of(line), channel);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      channels.remove(channel);
    }
  }

  private void dispatch(List<String> words, LineChannel channel) {
    switch (words.get(0)) {
      case "HELLO" -> {
        Connection connection = new Connection(channel);
        Hello hello =
            new Hello(
                words.get(1),
                Integer.parseInt(words.get(2)),
                Integer.parseInt(words.get(3)),
                connection);
        CompletableFuture<Hello> expected = hellos.get(words.get(1));
        if (expected != null && expected.complete(hello)) {
          connection.pump();
        }
      }
      case "FAILED" -> {
        // Stays in the map: whoever waits for it may not have come yet.
        CompletableFuture<Hello> expected = hellos.get(words.get(1));
        if (expected != null) {
          expected.completeExceptionally(
              new ActorException(words.get(1) + " could not do " + words.get(2), words.get(4)));
        }
      }
      case "STREAM" -> {
        ProgramStream stream = new ProgramStream(channel);
        CompletableFuture<ProgramStream> expected = streams.get(words.get(1));
        if (expected != null && expected.complete(stream)) {
          stream.pump();
        }
      }
      default -> throw new IllegalStateException("unknown greeting " + words.get(0));
    }
  }

  /** No new actor can connect after this, and chains of silent processes end. */
  void stopListening() {
    try {
      Files.deleteIfExists(socket);
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends all connections and threads, and removes the folder. */
  @Override
  public void close() {
    stopListening();
    Deadline deadline = Deadline.standard();
    try {
      for (LineChannel channel : channels) {
        channel.close();
      }
      for (Thread thread : threads) {
        thread.join(TimeUnit.NANOSECONDS.toMillis(deadline.remainingNs()) + 1);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!TempFolders.removeFlat(folder)) {
      throw new AssertionError("the world's folder could not be removed: " + folder);
    }
  }
}
