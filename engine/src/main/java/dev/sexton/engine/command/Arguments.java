package dev.sexton.engine.command;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.TypeConversionException;

/** The kinds of options and parameters that the subcommands have, and their values once parsed. */
final class Arguments {
  private Arguments() {}

  static OptionSpec help() {
    return OptionSpec.builder("-h", "--help")
        .type(boolean.class)
        .usageHelp(true)
        .description("Show this help and exit.")
        .build();
  }

  /** An option without a value. */
  static OptionSpec flag(String name, String description) {
    return OptionSpec.builder(name).type(boolean.class).description(description).build();
  }

  static OptionSpec json(String description) {
    return flag("--json", description);
  }

  /** An option whose value is a duration, still without a description. */
  static OptionSpec.Builder duration(String name) {
    return OptionSpec.builder(name)
        .type(Duration.class)
        .converters(new DurationConverter())
        .paramLabel("TIME");
  }

  /** An option whose value is a path, still without a description. */
  static OptionSpec.Builder path(String name) {
    return OptionSpec.builder(name).type(Path.class).converters(new PathConverter());
  }

  /** The one parameter: a path that must be named. */
  static PositionalParamSpec target(String label, String description) {
    return PositionalParamSpec.builder()
        .index("0")
        .type(Path.class)
        .converters(new PathConverter())
        .required(true)
        .paramLabel(label)
        .description(description)
        .build();
  }

  static PositionalParamSpec rootOrRun() {
    return target("ROOT|RUNDIR", "A journal root, or the directory of one run in it.");
  }

  static boolean isSet(OptionSpec flag) {
    Boolean value = flag.getValue();
    return value != null && value;
  }

  /** The value, or null if none was given. */
  static <T> @Nullable T valueOrNull(ArgSpec argument, Class<T> type) {
    return type.cast(argument.getValue());
  }

  /** The value of an argument that is required or has a default. */
  static <T> T value(ArgSpec argument, Class<T> type) {
    T value = valueOrNull(argument, type);
    if (value == null) {
      throw new IllegalStateException("no value: " + argument);
    }
    return value;
  }

  /** Not the parser's own, which is found by reflection. */
  private static final class PathConverter implements ITypeConverter<Path> {
    @Override
    public Path convert(String text) {
      if (text.isEmpty()) {
        // An unset variable of a script must not stand for the current directory.
        throw new TypeConversionException("the path is empty: name a directory.");
      }
      return Path.of(text);
    }
  }
}
