package dev.sexton.engine.command;

import dev.sexton.journal.JournalStore;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code auto}, {@code chronicle} and {@code plain}. */
final class StoreConverter implements ITypeConverter<JournalStore> {
  @Override
  public JournalStore convert(String text) {
    return switch (text) {
      case "auto" -> JournalStore.AUTO;
      case "chronicle" -> JournalStore.CHRONICLE;
      case "plain" -> JournalStore.PLAIN;
      default ->
          throw new TypeConversionException(
              "'" + text + "' is not a store: write auto, chronicle or plain.");
    };
  }
}
