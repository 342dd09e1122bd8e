package dev.sexton.journal;

import java.nio.file.Path;
import java.util.List;

/**
 * What a salvage wrote, and what it left out.
 *
 * @param directory the new run directory
 * @param records whole records in it; stale and unreadable ones are among them, so that the copy
 *     shows the damage that the journal has
 * @param bytes how many bytes their frames take
 * @param files the new files in order
 * @param leftOut each thing of the journal's directory that is not in the new one, in words
 */
public record SalvageReport(
    Path directory, long records, long bytes, List<String> files, List<String> leftOut) {
  /** Copies the lists. */
  public SalvageReport {
    files = List.copyOf(files);
    leftOut = List.copyOf(leftOut);
  }
}
