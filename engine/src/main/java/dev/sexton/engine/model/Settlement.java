package dev.sexton.engine.model;

/**
 * What became of a run's journal after its proof. A proof stands whatever it says.
 *
 * @param retired whether the journal is no longer under its root
 * @param certificate the path of the certificate that was kept, empty if none was
 * @param failure a sentence that says what was asked for and could not be done, or who else did it;
 *     empty if there is nothing to say
 */
public record Settlement(boolean retired, String certificate, String failure) {
  /** The journal is where it was: nothing was proved, or nothing was asked for. */
  public static final Settlement NONE = new Settlement(false, "", "");
}
