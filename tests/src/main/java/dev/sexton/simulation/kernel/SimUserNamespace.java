package dev.sexton.simulation.kernel;

import org.jspecify.annotations.Nullable;

/** A user namespace: who may do what to whom (cap_capable in security/commoncap.c). */
final class SimUserNamespace {
  final @Nullable SimUserNamespace outer;
  final int ownerUid;
  final long inode;

  SimUserNamespace(@Nullable SimUserNamespace outer, int ownerUid, long inode) {
    this.outer = outer;
    this.ownerUid = ownerUid;
    this.inode = inode;
  }

  /** Whether a process has a capability over what is in this namespace. */
  boolean grants(SimTask who, int capability) {
    for (SimUserNamespace at = this; at != null; at = at.outer) {
      if (at == who.userNamespace) {
        return (who.capabilities & (1L << capability)) != 0;
      }
      if (at.outer == who.userNamespace && at.ownerUid == who.effectiveUid) {
        return true;
      }
    }
    return false;
  }
}
