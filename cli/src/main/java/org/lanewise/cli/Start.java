package org.lanewise.cli;

/// The main class of `lanewise-cli.jar`: starts [Lanewise], or prints one sentence if Java is too
/// old.
///
/// Compiled for Java 8, so that any Java can run it, and in the language of Java 8. It names the
/// command by a text only: javac does not read classes of Java 25 while it compiles for Java 8.
public final class Start {

  private static final int NEEDED = 25;
  private static final String COMMAND = "org.lanewise.cli.Lanewise";

  private Start() {}

  /// Runs the command and ends the process.
  ///
  /// @throws ReflectiveOperationException if the jar file is not whole
  public static void main(String[] arguments) throws ReflectiveOperationException {
    String refusal =
        refusal(
            System.getProperty("java.specification.version"),
            System.getProperty("java.version"),
            System.getProperty("java.home"));
    if (refusal != null) {
      System.err.println(refusal);
      System.exit(2);
    }
    Class.forName(COMMAND).getMethod("main", String[].class).invoke(null, (Object) arguments);
  }

  /// Returns why the command cannot run on a Java, or null if it can.
  ///
  /// @param specification its number: 1.8, 9, 10 …
  /// @param version its full version
  /// @param home where it lies
  static String refusal(String specification, String version, String home) {
    if (Double.parseDouble(specification) >= NEEDED) {
      return null;
    }
    return String.format(
        "lanewise: needs Java %d or later, found Java %s in %s.", NEEDED, version, home);
  }
}
