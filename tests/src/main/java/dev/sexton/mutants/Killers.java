package dev.sexton.mutants;

import java.util.ArrayList;
import java.util.List;

/** Finds the tests that mutants name. */
final class Killers {
  private Killers() {}

  /** Full names, as {@link KillerMain} takes them, of {@code ClassTest} or {@code ClassTest.x}. */
  static List<String> resolve(ProjectFiles project, List<String> killers) throws MutantException {
    List<String> resolved = new ArrayList<>();
    for (String killer : killers) {
      int dot = killer.indexOf('.');
      String type = project.testClass(dot < 0 ? killer : killer.substring(0, dot));
      resolved.add(dot < 0 ? type : type + "#" + killer.substring(dot + 1));
    }
    return resolved;
  }

  /** The short name of a full one. */
  static String shortName(String resolved) {
    int hash = resolved.indexOf('#');
    String type = hash < 0 ? resolved : resolved.substring(0, hash);
    String simple = type.substring(type.lastIndexOf('.') + 1);
    return hash < 0 ? simple : simple + "." + resolved.substring(hash + 1);
  }
}
