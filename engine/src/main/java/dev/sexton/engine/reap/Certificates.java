package dev.sexton.engine.reap;

import dev.sexton.engine.reap.RetirementSteps.Step;
import dev.sexton.journal.RunId;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.UnsupportedHostException;
import dev.sexton.procfs.linux.DirectoryLock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificates under a root, {@code <root>/certificates/<run id>.<time>-<random>.json}.
 *
 * <p>A certificate is there whole or not at all, and once it is said to be there a crash of the
 * host does not lose it: it is written under a temporary name, synchronised, renamed, and the
 * directory is synchronised. All of that happens under the directory's lock, which dies with its
 * holder; so a temporary file that is found under the lock is of a writer that was killed, and is
 * removed.
 */
final class Certificates {
  private static final Logger LOG = LoggerFactory.getLogger(Certificates.class);
  private static final Pattern KEPT =
      Pattern.compile("(.+)\\.([0-9]{8}-[0-9]{6}-[0-9]{3}-[0-9a-f]{8})\\.json");
  private static final Pattern TEMPORARY =
      Pattern.compile("\\.(.+)\\.([0-9]{8}-[0-9]{6}-[0-9]{3}-[0-9a-f]{8})\\.tmp");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_DIRECTORY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  private static final int GROUP_OR_OTHERS_WRITE = 0022;
  private static final long ROOT_UID = 0;

  /** Others hold the lock for as long as a small file takes to be written. */
  private static final int LOCK_TRIES = 5_000;

  private static final long LOCK_PAUSE_NS = 1_000_000;

  private final Path directory;
  private final long callerUid;
  private final RetirementSteps steps;

  /** Those of the runs under a root, as the effective user {@code callerUid} keeps them. */
  Certificates(Path root, long callerUid, RetirementSteps steps) {
    directory = root.resolve(RunId.CERTIFICATES);
    this.callerUid = callerUid;
    this.steps = steps;
  }

  /**
   * Keeps one more and removes the oldest beyond a bound.
   *
   * @param wallMillis now; the order of certificates follows it
   * @param max how many stay, at least 1, this one among them
   * @return where it is
   * @throws IOException if it could not be written; then nothing of it is there
   */
  Path keep(String runId, String text, long wallMillis, int max) throws IOException {
    if (!RunId.isValid(runId)) {
      throw new IOException("'" + runId + "' is no run id");
    }
    open();
    try (DirectoryLock lock = lock()) {
      if (!lock.isHeld()) {
        throw new AssertionError("a lock that was just taken");
      }
      removeTemporaries();
      Path kept = write(runId, text, wallMillis);
      removeOldest(kept, max);
      return kept;
    }
  }

  private void open() throws IOException {
    try {
      Files.createDirectory(directory, OWNER_DIRECTORY);
      Path root = directory.getParent();
      if (root != null) {
        synchronise(root);
      }
    } catch (FileAlreadyExistsException e) {
      requireOurs();
    }
  }

  private void requireOurs() throws IOException {
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(directory + " is not a directory");
    }
    Object owner = Files.getAttribute(directory, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    long uid = Integer.toUnsignedLong((int) owner);
    if (uid != callerUid && uid != ROOT_UID) {
      throw new IOException(directory + " belongs to user " + uid);
    }
    Object mode = Files.getAttribute(directory, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    if (((int) mode & GROUP_OR_OTHERS_WRITE) != 0) {
      throw new IOException(directory + " can be written to by group or others");
    }
  }

  private DirectoryLock lock() throws IOException {
    try {
      for (int attempt = 0; attempt < LOCK_TRIES; attempt++) {
        DirectoryLock lock = DirectoryLock.tryLock(directory);
        if (lock != null) {
          return lock;
        }
        LockSupport.parkNanos(LOCK_PAUSE_NS);
      }
    } catch (ProcfsException | UnsupportedHostException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
    throw new IOException("another process holds the lock of " + directory);
  }

  private void removeTemporaries() throws IOException {
    for (Path left : named(TEMPORARY)) {
      Files.deleteIfExists(left);
    }
  }

  private Path write(String runId, String text, long wallMillis) throws IOException {
    String name =
        runId
            + "."
            + TIME.format(Instant.ofEpochMilli(wallMillis))
            + String.format(Locale.ROOT, "-%08x", new SecureRandom().nextInt());
    Path temporary = directory.resolve("." + name + ".tmp");
    Path kept = directory.resolve(name + ".json");
    try {
      fill(temporary, text);
      // Nobody else makes names here: the lock is held, and the name has a random part.
      if (Files.exists(kept, LinkOption.NOFOLLOW_LINKS)) {
        throw new FileAlreadyExistsException(kept.toString());
      }
      Files.move(temporary, kept, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      removeQuietly(temporary);
      throw e;
    }
    steps.made(Step.CERTIFICATE_NAMED);
    try {
      synchronise(directory);
    } catch (IOException e) {
      removeQuietly(kept);
      throw e;
    }
    steps.made(Step.CERTIFICATE_KEPT);
    return kept;
  }

  private void fill(Path temporary, String text) throws IOException {
    try (FileChannel file =
        FileChannel.open(
            temporary,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            OWNER_FILE)) {
      steps.made(Step.CERTIFICATE_BEGUN);
      ByteBuffer bytes = ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
      file.force(true);
      steps.made(Step.CERTIFICATE_WRITTEN);
    }
  }

  private static void removeQuietly(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.warn("{} is left over: {}", file, e.toString());
    }
  }

  private static void synchronise(Path directory) throws IOException {
    try (FileChannel opened = FileChannel.open(directory, StandardOpenOption.READ)) {
      opened.force(true);
    }
  }

  /** A certificate too many harms nobody: the next that is kept tries again. */
  private void removeOldest(Path justKept, int max) {
    try {
      List<Path> all = named(KEPT);
      int surplus = all.size() - max;
      for (Path oldest : all) {
        if (surplus > 0 && !oldest.equals(justKept)) {
          Files.deleteIfExists(oldest);
          surplus--;
        }
      }
    } catch (IOException e) {
      LOG.warn("Older certificates in {} could not be removed: {}", directory, e.toString());
    }
  }

  /** The regular files of exactly that form of name, by time and then by name. */
  private List<Path> named(Pattern form) throws IOException {
    Predicate<Path> isNamed =
        file -> {
          var name = form.matcher(String.valueOf(file.getFileName()));
          return name.matches()
              && RunId.isValid(name.group(1))
              && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
        };
    return Graves.entries(directory).stream()
        .filter(isNamed)
        .sorted(
            Comparator.comparing((Path file) -> time(form, file))
                .thenComparing(Comparator.naturalOrder()))
        .toList();
  }

  private static String time(Pattern form, Path file) {
    var name = form.matcher(String.valueOf(file.getFileName()));
    return name.matches() ? name.group(2) : "";
  }
}
