package dev.sexton.mutants;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All mutants, in the order of the documentation. */
public final class Mutants {
  private Mutants() {}

  /** Every mutant, those of a theme together. */
  public static List<Mutant> all() {
    List<Mutant> all = new ArrayList<>();
    all.addAll(SignalMutants.ALL);
    all.addAll(IdentityMutants.ALL);
    all.addAll(DescentMutants.ALL);
    all.addAll(MembershipMutants.ALL);
    all.addAll(EvidenceMutants.ALL);
    all.addAll(ScanMutants.ALL);
    all.addAll(CaseMutants.ALL);
    all.addAll(JournalMutants.ALL);
    return all;
  }

  /**
   * Those with the given ids, or all if there are none.
   *
   * @throws IllegalArgumentException if there is no such mutant
   */
  public static List<Mutant> named(List<String> ids) {
    if (ids.isEmpty()) {
      return all();
    }
    Map<String, Mutant> byId = new LinkedHashMap<>();
    all().forEach(mutant -> byId.put(mutant.id(), mutant));
    List<Mutant> named = new ArrayList<>();
    for (String id : ids) {
      Mutant mutant = byId.get(id);
      if (mutant == null) {
        throw new IllegalArgumentException(
            "There is no mutant " + id + "; there are " + byId.keySet());
      }
      named.add(mutant);
    }
    return named;
  }
}
