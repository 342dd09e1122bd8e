package dev.sexton.testing;

/**
 * One signal that a recording actor caught.
 *
 * @param number the signal's number
 * @param senderPid who sent it, in the actor's own pid namespace; 0 if from outside it, or from the
 *     kernel
 */
public record ReceivedSignal(int number, int senderPid) {}
