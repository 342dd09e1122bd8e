package dev.sexton.engine.census;

/** The version of this library, as written into journals and certificates. */
public final class SamplerVersion {
  private static final String UNPACKAGED = "development";

  private SamplerVersion() {}

  /** It, or {@code development} where the classes are in no jar. */
  public static String get() {
    String version = SamplerVersion.class.getPackage().getImplementationVersion();
    return version == null ? UNPACKAGED : version;
  }
}
