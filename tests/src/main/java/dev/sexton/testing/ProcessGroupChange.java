package dev.sexton.testing;

/** The two arguments of setpgid(2), by name; 0 means the caller, or the pid itself. */
public record ProcessGroupChange(int pid, int pgid) {}
