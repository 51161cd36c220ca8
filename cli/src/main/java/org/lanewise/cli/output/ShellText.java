package org.lanewise.cli.output;

/// Words of a command line as a shell reads them.
public final class ShellText {

  private static final String PLAIN = "[A-Za-z0-9_./:=,@%+-]+";

  private ShellText() {}

  /// A word, in quotes if a shell would change it.
  public static String word(String text) {
    return text.matches(PLAIN) ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  /// An option with its value.
  public static String option(String name, String value) {
    // A value that looks like an option needs the sign.
    return value.startsWith("-") ? name + "=" + word(value) : name + " " + word(value);
  }
}
