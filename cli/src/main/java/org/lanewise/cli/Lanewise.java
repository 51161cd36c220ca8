package org.lanewise.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/// The `lanewise` command.
///
/// Exit code 0 is success; whatever goes wrong is one sentence on standard error and exit code 2.
/// Two system properties come from the launcher: `lanewise.stderr`, the descriptor to which errors
/// go, and `lanewise.terminal`, whether that is a terminal.
@Command(
    name = "lanewise",
    description = "Generative classifiers: fit, predict, evaluate, inspect.",
    versionProvider = Lanewise.Version.class,
    synopsisSubcommandLabel = "COMMAND")
public final class Lanewise {

  /// The exit code of success.
  static final int SUCCESS = 0;

  /// The exit code of everything else.
  static final int FAILURE = 2;

  private static final int HELP_WIDTH = 100;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help.")
  boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version.")
  boolean version;

  private Lanewise() {}

  /// Runs the command and ends the process.
  public static void main(String[] args) {
    // Numbers look the same everywhere.
    Locale.setDefault(Locale.ROOT);
    PrintStream err = standardError();
    System.setErr(err);
    boolean terminal = Boolean.getBoolean("lanewise.terminal");
    int code = run(new Session(new FileOutputStream(FileDescriptor.out), err, terminal), args);
    err.flush();
    System.exit(code);
  }

  /// Runs the command.
  ///
  /// @return the exit code
  static int run(Session session, String... args) {
    CommandLine commandLine = commandLine(session);
    try {
      return commandLine.execute(args);
    } catch (OutOfMemoryError | ExceptionInInitializerError e) {
      return fail(session, e);
    }
  }

  private static CommandLine commandLine(Session session) {
    PrintWriter out = new PrintWriter(session.out(), false, StandardCharsets.UTF_8);
    return new CommandLine(new Lanewise())
        .addSubcommand(new FitCommand(session))
        .addSubcommand(new PredictCommand(session))
        .addSubcommand(new EvaluateCommand(session))
        .addSubcommand(new InspectCommand(session))
        .setOut(out)
        .setErr(new PrintWriter(session.err(), true, StandardCharsets.UTF_8))
        .setExpandAtFiles(false)
        .setUsageHelpWidth(HELP_WIDTH)
        .setParameterExceptionHandler((e, args) -> refuse(session, e))
        .setExecutionExceptionHandler((e, command, result) -> fail(session, e));
  }

  private static int refuse(Session session, ParameterException e) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    return fail(
        session, new UsageException("%s; %s --help says more".formatted(withoutStop(e), command)));
  }

  private static String withoutStop(ParameterException e) {
    return Objects.toString(e.getMessage(), "").strip().replaceAll("[.:]$", "");
  }

  private static int fail(Session session, Throwable failure) {
    return Sentence.of(failure)
        .map(sentence -> {
          session.err().println("lanewise: " + sentence);
          session.err().flush();
          return FAILURE;
        })
        .orElse(SUCCESS);
  }

  private static PrintStream standardError() {
    String descriptor = System.getProperty("lanewise.stderr", "");
    if (descriptor.equals("0")) {
      // The launcher's way: the very file that is open there, whatever it is.
      return utf8(new FileOutputStream(FileDescriptor.in));
    }
    if (descriptor.matches("[0-9]{1,3}")) {
      try {
        return utf8(new FileOutputStream("/dev/fd/" + descriptor, true));
      } catch (IOException e) {
        // Such as a socket, which cannot be opened by its name.
        return System.err;
      }
    }
    return System.err;
  }

  private static PrintStream utf8(OutputStream stream) {
    return new PrintStream(stream, true, StandardCharsets.UTF_8);
  }

  /// The version in the manifest of the jar file.
  static final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
      String version = Lanewise.class.getPackage().getImplementationVersion();
      return new String[] {"lanewise " + Objects.requireNonNullElse(version, "(not packaged)")};
    }
  }
}
