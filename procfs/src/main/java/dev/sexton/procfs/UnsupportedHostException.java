package dev.sexton.procfs;

import java.io.IOException;

/** This host cannot do what was asked; the message is one sentence that says why. */
public final class UnsupportedHostException extends IOException {
  private static final long serialVersionUID = 1L;

  /** One sentence, for the user. */
  public UnsupportedHostException(String sentence) {
    super(sentence);
  }
}
