package org.lanewise.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.lanewise.cli.help.DecideHelp;
import org.lanewise.cli.help.NearestName;
import org.lanewise.cli.help.PartsHelp;
import org.lanewise.cli.options.Arguments;
import org.lanewise.cli.options.UsageException;
import org.lanewise.cli.output.OutputException;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/// The `lanewise` command.
///
/// Exit code 0 is success; whatever goes wrong is one sentence on standard error and exit code 2.
/// Two system properties come from the launcher: `lanewise.stderr`, the number of the descriptor
/// that is the user's standard error if 2 is not, and `lanewise.terminal`, which holds `out` and
/// `err` if standard output and standard error are terminals.
public final class Lanewise {

  /// The exit code of success.
  static final int SUCCESS = 0;

  /// The exit code of everything else.
  static final int FAILURE = 2;

  private static final int HELP_WIDTH = 100;

  /// The names of the commands, in the order of the help.
  private static final List<String> COMMANDS =
      List.of(
          "fit",
          "predict",
          "evaluate",
          "compare",
          "inspect",
          "diff",
          "drift",
          "export",
          "import",
          "gather",
          "merge",
          "subtract",
          Completion.NAME);

  /// Help topics that are not commands, with their texts.
  private static final Map<String, String> GUIDES =
      Map.of(DecideHelp.TOPIC, DecideHelp.TEXT, PartsHelp.TOPIC, PartsHelp.TEXT);

  static {
    // The parser would look for Groovy in all jar files, and load what it knows of dates and
    // databases.
    System.setProperty("picocli.disable.closures", "true");
    System.setProperty("picocli.converters.excludes", "java.*");
  }

  private Lanewise() {}

  /// Runs the command and ends the process.
  public static void main(String[] args) {
    // Numbers look the same everywhere.
    Locale.setDefault(Locale.ROOT);
    PrintStream err = standardError();
    System.setErr(err);
    String terminals = System.getProperty("lanewise.terminal", "");
    int code =
        run(
            new Session(
                new FileOutputStream(FileDescriptor.out),
                err,
                terminals.contains("err"),
                terminals.contains("out")),
            args);
    err.flush();
    // System.exit loads the JDK's logger, and none of our threads keeps the process alive.
    if (code != SUCCESS) {
      System.exit(code);
    }
  }

  /// Runs the command.
  ///
  /// @return the exit code
  static int run(Session session, String... given) {
    String[] args = given;
    if (given.length > 0 && given[0].equals("help")) {
      args = Arrays.copyOfRange(given, 1, given.length + 1);
      args[given.length - 1] = "--help";
    }
    // Help goes through the sink at the end, because a writer does not report failures.
    StringWriter said = new StringWriter();
    try {
      if (given.length == 2 && given[0].equals("help") && GUIDES.containsKey(given[1])) {
        session.print(GUIDES.get(given[1]));
        return SUCCESS;
      }
      CommandLine commandLine = commandLine(session, said, args.length == 0 ? "" : args[0]);
      if (Arrays.asList(args).contains("--help") || Arrays.asList(args).contains("-h")) {
        HelpTopics.requireTopic(commandLine, given);
        HelpTopics.addTo(commandLine);
      }
      int code = execute(session, commandLine, args);
      if (!said.getBuffer().isEmpty()) {
        session.print(said.toString());
      }
      return code;
    } catch (UsageException | OutputException | OutOfMemoryError | ExceptionInInitializerError e) {
      return fail(session, e);
    }
  }

  /// Returns the help of all commands.
  private static CommandSpec root() {
    Arguments arguments =
        Arguments.ofCommand(
            new Lanewise(),
            "lanewise",
            "Generative classifiers: fit, predict, evaluate, compare, inspect, diff, drift; for"
                + " other programs: export, import; for parts of data: gather, merge, subtract.");
    CommandSpec spec = arguments.spec().versionProvider(Lanewise::version);
    spec.usageMessage()
        .synopsisSubcommandLabel("COMMAND")
        .footerHeading("%nData files:%n")
        .footer(
            "  a table         CSV, TSV, or cells separated by ; or | or blanks, with or without a",
            "                  header",
            "  sparse lines    label index:value ..., as in libsvm; indices count from 1, or from"
                + " 0",
            "                  if an index is 0",
            "  messages        a table with --text, the column of messages; words are runs of",
            "                  letters, marks and digits, or single Han, kana and Thai characters",
            "  embeddings      rows of floats: .npy of numpy, or raw .f16 and .f32 with --width;",
            "                  --labels FILE has their labels, one a line",
            "Files are UTF-8, gzipped or not; other cells are read as ISO-8859-1. The format of a",
            "table is inferred; --delimiter, --header and --quote override it. Row names, as R"
                + " writes",
            "them, and an index, as pandas does, are not features. Messages and options count"
                + " columns",
            "from 0. - is standard input, and as --out standard output.",
            "No rows are a title, # lines and sep=; above a table, and lines that repeat its"
                + " header,",
            "as files that were joined have them. In a file of one column a blank line is a row.",
            "",
            "lanewise help decide: from posteriors to decisions: priors, costs, rejection,"
                + " choices.",
            "lanewise help parts: train on many files or machines, and unlearn rows.",
            "",
            "Examples:",
            "  lanewise compare --data flowers.csv",
            "  lanewise evaluate --classifier lda --data flowers.csv --folds 5",
            "  lanewise fit --classifier qda --data flowers.csv --drop id --out flowers.model",
            "  zcat new.csv.gz | lanewise predict --model flowers.model --data -",
            "  source <(lanewise generate-completion)    for this shell");
    arguments.add(new HelpTopics());
    return spec;
  }

  /// The command line with the subcommand that is asked for, as to build one takes longer than most
  /// else; with all of them if the name is unknown.
  private static CommandLine commandLine(Session session, StringWriter said, String asked) {
    CommandLine commandLine = new CommandLine(root());
    boolean isOne = COMMANDS.contains(asked) && !asked.equals(Completion.NAME);
    for (String name : isOne ? List.of(asked) : COMMANDS) {
      commandLine.addSubcommand(command(name).spec());
    }
    return commandLine
        .setOut(new PrintWriter(said))
        .setErr(new PrintWriter(session.err(), true, StandardCharsets.UTF_8))
        .setExpandAtFiles(false)
        .setUsageHelpWidth(HELP_WIDTH);
  }

  private static Subcommand command(String name) {
    return switch (name) {
      case "fit" -> new FitCommand();
      case "predict" -> new PredictCommand();
      case "evaluate" -> new EvaluateCommand();
      case "compare" -> new CompareCommand();
      case "inspect" -> new InspectCommand();
      case "diff" -> new DiffCommand();
      case "drift" -> new DriftCommand();
      case "export" -> new ExportCommand();
      case "import" -> new ImportCommand();
      case "gather" -> new GatherCommand();
      case "merge" -> new CombineCommand(false);
      case "subtract" -> new CombineCommand(true);
      default -> new Completion();
    };
  }

  /// Like [CommandLine#execute] without its exception handlers: their class file version is too old
  /// for the class archive.
  private static int execute(Session session, CommandLine commandLine, String... args) {
    try {
      ParseResult result = commandLine.parseArgs(args);
      if (CommandLine.executeHelpRequest(result) != null) {
        return SUCCESS;
      }
      if (!result.hasSubcommand()) {
        throw new ParameterException(commandLine, "missing subcommand");
      }
      Arguments.requireOwnOutputs(result.subcommand());
      ((Subcommand) result.subcommand().commandSpec().userObject()).run(session);
      return SUCCESS;
    } catch (ParameterException e) {
      return e.getCause() instanceof UsageException invalid
          ? fail(session, invalid)
          : refuse(session, e);
    } catch (RuntimeException e) {
      return fail(session, e);
    }
  }

  private static int refuse(Session session, ParameterException e) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    return fail(
        session,
        new UsageException(
            "%s; see %s --help"
                .formatted(unknown(e, command).orElseGet(() -> withoutStop(e)), command)));
  }

  /// Names an unknown argument, even if others are missing, perhaps because of it.
  private static Optional<String> unknown(ParameterException e, String command) {
    List<String> arguments =
        switch (e) {
          case UnmatchedArgumentException unmatched -> unmatched.getUnmatched();
          case MissingParameterException _ -> e.getCommandLine().getUnmatchedArguments();
          default -> List.of();
        };
    if (arguments.isEmpty()) {
      return Optional.empty();
    }
    String first = arguments.getFirst();
    boolean isOption = first.startsWith("-");
    String kind =
        isOption
            ? "unknown option"
            : command.equals("lanewise") ? "unknown command" : "unexpected argument";
    String name = isOption ? first.replaceFirst("=.*", "") : first;
    CommandSpec spec = e.getCommandLine().getCommandSpec();
    Optional<String> meant =
        NearestName.of(name, isOption ? spec.optionsMap().keySet() : spec.subcommands().keySet());
    return Optional.of(
        "%s '%s'%s"
            .formatted(
                kind, name, meant.map(near -> " (did you mean %s?)".formatted(near)).orElse("")));
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

  /// The descriptor itself, not its name: a file opened by name would be written from its
  /// beginning.
  private static PrintStream standardError() {
    Integer number = Integer.getInteger("lanewise.stderr");
    if (number == null) {
      return System.err;
    }
    try {
      Constructor<FileDescriptor> descriptor =
          FileDescriptor.class.getDeclaredConstructor(int.class);
      descriptor.setAccessible(true);
      return new PrintStream(
          new FileOutputStream(descriptor.newInstance(number)), true, StandardCharsets.UTF_8);
    } catch (ReflectiveOperationException | InaccessibleObjectException e) {
      return System.err;
    }
  }

  /// The version in the manifest of the jar file.
  private static String[] version() {
    String version = Lanewise.class.getPackage().getImplementationVersion();
    return new String[] {"lanewise " + Objects.requireNonNullElse(version, "(not packaged)")};
  }

  /// Prints the script with which a shell completes commands and options.
  private static final class Completion implements Subcommand {

    static final String NAME = "generate-completion";

    private final CommandSpec spec =
        Arguments.ofCommand(
                this, NAME, "Print what bash or zsh needs to complete commands and options.")
            .spec();

    @Override
    public CommandSpec spec() {
      return spec;
    }

    @Override
    public void run(Session session) {
      CommandSpec root = spec.root();
      spec.commandLine().getOut().print(AutoComplete.bash(root.name(), root.commandLine()));
      spec.commandLine().getOut().flush();
    }
  }
}
