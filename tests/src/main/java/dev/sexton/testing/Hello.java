package dev.sexton.testing;

/**
 * How an actor introduces itself.
 *
 * @param pid its pid in the namespace of the {@code /proc} that it sees
 * @param ownPid what getpid says, in its own namespace
 */
record Hello(String tag, int pid, int ownPid, Connection connection) {}
