package org.lanewise.cli.options;

import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Advice to use options, in sentences that several commands print.
public final class Advice {

  private static final Pattern OPTION = Pattern.compile("(?<=; use |, or |out, )--[a-z-]+");

  private Advice() {}

  /// Returns a sentence that names the command before options that are not those of this one.
  ///
  /// @param takes whether this command takes an option
  /// @param other the command that takes the others, such as `gather with`
  public static String in(String sentence, Predicate<String> takes, String other) {
    return OPTION
        .matcher(sentence)
        .replaceAll(found -> takes.test(found.group()) ? "$0" : other + " $0");
  }
}
