package dev.sexton.testing;

/** A process of one pid namespace: its number, and when the kernel started it. */
record ProcIdentity(int pid, long startTicks) {}
