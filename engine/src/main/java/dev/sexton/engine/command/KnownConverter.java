package dev.sexton.engine.command;

import dev.sexton.engine.reap.ReapOptions;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code PID@TICKS}. */
final class KnownConverter implements ITypeConverter<ReapOptions.Known> {
  @Override
  public ReapOptions.Known convert(String text) {
    try {
      return ReapOptions.Known.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }
}
