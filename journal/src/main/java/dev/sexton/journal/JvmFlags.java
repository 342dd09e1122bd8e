package dev.sexton.journal;

import net.openhft.chronicle.queue.ChronicleQueue;

/**
 * What Chronicle Queue needs of the JVM, checked before any of its code runs. Without the flags it
 * dies while it loads, or opens read-only and fails at the first append with a message about that
 * (seen with 2026.4 on JDK 17 and 25).
 */
final class JvmFlags {
  static final String OPEN_REFLECT = "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED";
  static final String EXPORT_NIO = "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED";

  private JvmFlags() {}

  /**
   * Refuses if a flag is missing; else turns off what Chronicle does beside storing records.
   *
   * @throws JournalException UNAVAILABLE_FLAGS
   */
  static void require() throws JournalException {
    Module base = Object.class.getModule();
    // A class literal loads the class but does not initialise it: no code of Chronicle has run.
    Module chronicle = ChronicleQueue.class.getModule();
    if (!base.isOpen("java.lang.reflect", chronicle) || !base.isExported("sun.nio.ch", chronicle)) {
      throw new JournalException(
          JournalException.Kind.UNAVAILABLE_FLAGS,
          "Chronicle Queue cannot write in this JVM; start it with "
              + OPEN_REFLECT
              + " "
              + EXPORT_NIO
              + ".");
    }
    setIfUnset("chronicle.analytics.disable", "true");
    setIfUnset("chronicle.announcer.disable", "true");
    // Its thread would watch every queue's disk for the life of the JVM; space is made real here.
    setIfUnset("chronicle.disk.monitor.disable", "true");
  }

  private static void setIfUnset(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }
}
