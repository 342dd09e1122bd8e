package dev.sexton.testing;

import java.io.File;
import java.nio.file.Path;

/** Removal of the kit's own folders, which hold files only. */
final class TempFolders {

  private TempFolders() {}

  /** Removes the files of a folder and the folder; says whether it is gone. */
  static boolean removeFlat(Path folder) {
    File[] files = folder.toFile().listFiles();
    if (files != null) {
      for (File file : files) {
        if (!file.delete()) {
          return false;
        }
      }
    }
    return folder.toFile().delete() || !folder.toFile().exists();
  }
}
