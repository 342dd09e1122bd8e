package dev.sexton.simulation.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.procfs.HostFile;
import dev.sexton.procfs.ProcFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The form of each text beside that of the kernel that runs this test. */
class RealKernelTest {
  private final SimKernel kernel = new SimKernel(KernelSettings.USUAL);
  private final SimTask reader = Born.service(kernel, 0);
  private final SimProc proc = new SimProc(kernel, reader, KernelCalls.STILL);
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(8192);

  private String text(int length) {
    byte[] bytes = new byte[length];
    buffer.get(0, bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static String real(String file) throws IOException {
    byte[] bytes = Files.readAllBytes(Path.of("/proc", file));
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** What is a number on one kernel is one on the other, sign aside. */
  private static String shape(String text) {
    return text.replaceAll("-?[0-9]+", "#");
  }

  @Test
  void theStatLineHasTheSameFields() throws IOException {
    String simulated = text(proc.readStat(reader.pid(), buffer));
    String real = real("self/stat").replaceFirst("\\(.*\\) \\w", "(service) S");
    assertThat(shape(simulated)).isEqualTo(shape(real));
  }

  @Test
  void theLinesOfStatusAreAmongTheKernelsInItsOrder() throws IOException {
    List<String> simulated = labels(text(proc.read(reader.pid(), ProcFile.STATUS, buffer)));
    // Kthread came with Linux 6.8; older kernels lack it.
    List<String> real = labels(real("self/status"));
    simulated.removeIf(label -> label.equals("Kthread") && !real.contains(label));
    assertThat(real).containsSubsequence(simulated);
    assertThat(simulated).contains("Name", "Tgid", "Pid", "PPid", "Uid", "NSpid", "Threads");
  }

  private static List<String> labels(String status) {
    List<String> labels = new ArrayList<>();
    for (String line : status.lines().toList()) {
      labels.add(line.substring(0, line.indexOf(':')));
    }
    return labels;
  }

  @Test
  void theLinesOfStatusHaveTheSameForm() throws IOException {
    String simulated = text(proc.read(reader.pid(), ProcFile.STATUS, buffer));
    String real = real("self/status");
    for (String label : new String[] {"Pid", "PPid", "Uid", "Gid", "Threads", "NSpid", "Tgid"}) {
      assertThat(shape(line(simulated, label))).isEqualTo(shape(line(real, label)));
    }
    assertThat(line(simulated, "CapEff")).matches("CapEff:\t[0-9a-f]{16}");
    assertThat(line(real, "CapEff")).matches("CapEff:\t[0-9a-f]{16}");
  }

  private static String line(String text, String label) {
    for (String line : text.lines().toList()) {
      if (line.startsWith(label + ":")) {
        return line;
      }
    }
    throw new AssertionError("no line " + label);
  }

  @Test
  void theFilesOfTheHostHaveTheSameForm() throws IOException {
    for (HostFile file : new HostFile[] {HostFile.LOADAVG, HostFile.UPTIME, HostFile.PID_MAX}) {
      String simulated = text(proc.readHostFile(file, buffer));
      // A sysctl is read by one call only, which the JDK does not make.
      String real = real(file.path()).strip() + "\n";
      assertThat(shape(simulated)).as(file.path()).isEqualTo(shape(real));
    }
    String uptime = text(proc.readHostFile(HostFile.UPTIME, buffer));
    assertThat(uptime).matches("[0-9]+\\.[0-9]{2} [0-9]+\\.[0-9]{2}\n");
    assertThat(real("uptime")).matches("[0-9]+\\.[0-9]{2} [0-9]+\\.[0-9]{2}\n");
  }
}
