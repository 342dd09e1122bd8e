package dev.sexton.engine.command;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How deep {@code verify} looks; each level includes the ones before. */
enum CheckLevel {
  /** The files, and how they end. */
  STRUCTURE,
  /** Every record: checksum, sequence, shape. */
  RECORDS,
  /** Whether what the records tell can have happened. */
  LINEAGE;

  String optionName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Not the parser's own for enums, which is found by reflection. */
  static final class Converter implements ITypeConverter<CheckLevel> {
    @Override
    public CheckLevel convert(String text) {
      for (CheckLevel level : values()) {
        if (level.optionName().equals(text)) {
          return level;
        }
      }
      throw new TypeConversionException(
          "'" + text + "' is no level: write structure, records or lineage.");
    }
  }
}
