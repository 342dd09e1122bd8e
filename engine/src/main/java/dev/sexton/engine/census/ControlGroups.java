package dev.sexton.engine.census;

import dev.sexton.engine.attribution.Observation;
import dev.sexton.procfs.CgroupFile;
import dev.sexton.procfs.ProcFileSystem;
import dev.sexton.procfs.ReadResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the cgroup of a process says about whose it is.
 *
 * <p>FOREIGN evidence is a high bar: a cgroup in which no member was seen, and into which none can
 * have gone. A process without privilege moves only into cgroups whose {@code cgroup.procs}, and
 * that of the common ancestor, it may write to (cgroup v2, "Delegation Containment"); and service
 * managers move processes on request within the user's own delegated tree. So what counts is a
 * system service's group: below {@code system.slice}, which is root's. Whether the run ever had
 * privilege is the attributor's to know.
 */
final class ControlGroups {
  private static final Pattern SYSTEM_SERVICE =
      Pattern.compile("/system\\.slice/[^/]+\\.service(/.*)?");

  private static final List<String> MOUNTS = List.of("/sys/fs/cgroup", "/sys/fs/cgroup/unified");
  private static final String MEMBERS = "cgroup.procs";
  private static final int GROUP_OR_OTHERS_WRITE = 0022;

  private final CgroupFile file;

  ControlGroups(ProcFileSystem files) {
    file = new CgroupFile(files);
  }

  /** {@link Observation#IN_RUN_CGROUP}, {@link Observation#IN_BARRED_CGROUP}, or 0. */
  int judge(int pid, RunControlGroups run) {
    CgroupFile.Membership membership = file.read(pid);
    String path = membership.path();
    if (membership.result() != ReadResult.OK || path == null || membership.removed()) {
      return 0;
    }
    if (run.isInOwn(path)) {
      return Observation.IN_RUN_CGROUP;
    }
    Matcher service = SYSTEM_SERVICE.matcher(path);
    boolean barred =
        service.matches()
            && run.runnerUid() > 0
            && !run.mayHoldMembers(path)
            && nobodyButRootMayMoveInto(path);
    return barred ? Observation.IN_BARRED_CGROUP : 0;
  }

  /** Whether {@code cgroup.procs} of the group and of all above it is writable by root alone. */
  private static boolean nobodyButRootMayMoveInto(String path) {
    for (String mount : MOUNTS) {
      Path root = Path.of(mount);
      Path group = root.resolve(path.substring(1));
      if (Files.isRegularFile(group.resolve(MEMBERS), LinkOption.NOFOLLOW_LINKS)) {
        return isRootsAlone(root, group);
      }
    }
    return false;
  }

  private static boolean isRootsAlone(Path root, Path group) {
    for (Path at = group; at != null && at.startsWith(root); at = at.getParent()) {
      Path members = at.resolve(MEMBERS);
      try {
        boolean roots = Files.getAttribute(members, "unix:uid").equals(0);
        int mode = (int) Files.getAttribute(members, "unix:mode");
        if (!roots || (mode & GROUP_OR_OTHERS_WRITE) != 0) {
          return false;
        }
      } catch (IOException | UnsupportedOperationException e) {
        return false;
      }
    }
    return true;
  }

  void noteMember(int pid, RunControlGroups run) {
    CgroupFile.Membership membership = file.read(pid);
    String path = membership.path();
    if (membership.result() == ReadResult.OK && path != null) {
      run.noteMember(path);
    } else if (membership.result() != ReadResult.VANISHED) {
      run.noteUnknownMember();
    }
  }
}
