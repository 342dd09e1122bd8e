package dev.sexton.engine.census;

/** The version of this library, as written into journals. */
final class SamplerVersion {
  private static final String UNPACKAGED = "development";

  private SamplerVersion() {}

  static String get() {
    String version = SamplerVersion.class.getPackage().getImplementationVersion();
    return version == null ? UNPACKAGED : version;
  }
}
