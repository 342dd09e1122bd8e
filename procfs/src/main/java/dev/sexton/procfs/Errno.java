package dev.sexton.procfs;

/** The error numbers that are told apart (the same on x86-64 and aarch64), and their names. */
public final class Errno {
  public static final int EPERM = 1;
  public static final int ENOENT = 2;
  public static final int ESRCH = 3;
  public static final int EINTR = 4;
  public static final int EIO = 5;
  public static final int EBADF = 9;
  public static final int EAGAIN = 11;
  public static final int ENOMEM = 12;
  public static final int EACCES = 13;
  public static final int EBUSY = 16;
  public static final int ENOTDIR = 20;
  public static final int EINVAL = 22;
  public static final int ENFILE = 23;
  public static final int EMFILE = 24;
  public static final int EROFS = 30;
  public static final int ERANGE = 34;
  public static final int ENOSYS = 38;
  public static final int ELOOP = 40;
  public static final int EOPNOTSUPP = 95;

  private Errno() {}

  /** The symbolic name, or {@code errno N} for one that has none here. */
  public static String name(int errno) {
    return switch (errno) {
      case EPERM -> "EPERM";
      case ENOENT -> "ENOENT";
      case ESRCH -> "ESRCH";
      case EINTR -> "EINTR";
      case EIO -> "EIO";
      case EBADF -> "EBADF";
      case EAGAIN -> "EAGAIN";
      case ENOMEM -> "ENOMEM";
      case EACCES -> "EACCES";
      case EBUSY -> "EBUSY";
      case ENOTDIR -> "ENOTDIR";
      case EINVAL -> "EINVAL";
      case ENFILE -> "ENFILE";
      case EMFILE -> "EMFILE";
      case EROFS -> "EROFS";
      case ERANGE -> "ERANGE";
      case ENOSYS -> "ENOSYS";
      case ELOOP -> "ELOOP";
      case EOPNOTSUPP -> "EOPNOTSUPP";
      default -> "errno " + errno;
    };
  }
}
