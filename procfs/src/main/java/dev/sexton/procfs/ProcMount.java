package dev.sexton.procfs;

/**
 * How {@code /proc} is mounted, which decides what it shows to whom.
 *
 * @param mounted whether a process file system is what stands on top at that place
 * @param hidepid 0 shows everybody's processes; 1 hides what is in them, 2 hides them, from other
 *     users; 4 hides those that may not be traced; {@link #HIDEPID_UNKNOWN} for a value not known
 * @param subsetPid whether the files that are about the host are left out
 * @param readOnly whether nothing below it can be written to
 */
public record ProcMount(boolean mounted, int hidepid, boolean subsetPid, boolean readOnly) {
  /** The option has a value that is not known here. */
  public static final int HIDEPID_UNKNOWN = -1;

  /** Where the process file system is mounted. */
  public static final String USUAL_PLACE = "/proc";

  private static final int FIELD_PLACE = 4;
  private static final int FIELD_OPTIONS = 5;
  private static final int FIELD_OPTIONAL = 6;

  /** Whether processes of other users may be missing from a listing, or unreadable. */
  public boolean hides() {
    return hidepid != 0;
  }

  /**
   * Reads the lines of {@code /proc/self/mountinfo} (proc_pid_mountinfo(5)). Of several mounts at
   * one place the last covers the others.
   */
  static ProcMount parse(String mountinfo, String place) {
    ProcMount found = new ProcMount(false, HIDEPID_UNKNOWN, false, false);
    for (String line : mountinfo.split("\n", -1)) {
      String[] fields = line.split(" ", -1);
      if (fields.length <= FIELD_OPTIONAL || !fields[FIELD_PLACE].equals(place)) {
        continue;
      }
      int separator = FIELD_OPTIONAL;
      while (separator < fields.length && !fields[separator].equals("-")) {
        separator++;
      }
      if (separator + 3 >= fields.length) {
        continue;
      }
      boolean isProc = fields[separator + 1].equals("proc");
      found = parseOptions(isProc, fields[FIELD_OPTIONS], fields[separator + 3]);
    }
    return found;
  }

  private static ProcMount parseOptions(boolean isProc, String ofMount, String ofFileSystem) {
    boolean readOnly = false;
    for (String option : ofMount.split(",", -1)) {
      readOnly |= option.equals("ro");
    }
    int hidepid = 0;
    boolean subsetPid = false;
    for (String option : ofFileSystem.split(",", -1)) {
      readOnly |= option.equals("ro");
      subsetPid |= option.equals("subset=pid");
      if (option.startsWith("hidepid=")) {
        hidepid = hidepidValue(option.substring("hidepid=".length()));
      }
    }
    return new ProcMount(isProc, hidepid, subsetPid, readOnly);
  }

  /** Names since Linux 5.8, numbers before. */
  private static int hidepidValue(String value) {
    return switch (value) {
      case "0", "off" -> 0;
      case "1", "noaccess" -> 1;
      case "2", "invisible" -> 2;
      case "4", "ptraceable" -> 4;
      default -> HIDEPID_UNKNOWN;
    };
  }
}
