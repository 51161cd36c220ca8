package org.lanewise.bench.job;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.lanewise.bench.machine.Tier;

/// Values of options.
public final class Arguments {

  private Arguments() {}

  /// An argument that does not exist or does not fit.
  public static final class UsageException extends Exception {
    private static final long serialVersionUID = 1;

    public UsageException(String message) {
      super(message);
    }
  }

  /// The value at an index, behind its option.
  public static String value(List<String> arguments, int at) throws UsageException {
    if (at == arguments.size()) {
      throw new UsageException("%s needs a value".formatted(arguments.get(at - 1)));
    }
    return arguments.get(at);
  }

  /// A folder that is there.
  public static Path folder(String option, String text) throws UsageException {
    Path folder = Path.of(text);
    if (!Files.isDirectory(folder)) {
      throw new UsageException("%s is '%s', which is no folder".formatted(option, text));
    }
    return folder;
  }

  public static Tier tier(String label) throws UsageException {
    for (Tier tier : Tier.values()) {
      if (tier.label().equals(label)) {
        return tier;
      }
    }
    throw new UsageException("the tier is '%s'; vector or scalar is expected".formatted(label));
  }

  public static Pattern pattern(String text) throws UsageException {
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw new UsageException(
          "'%s' is no regular expression: %s"
              .formatted(text, e.getDescription().toLowerCase(Locale.ROOT)));
    }
  }
}
