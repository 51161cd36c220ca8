package org.lanewise.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.lanewise.cli.help.NearestName;
import org.lanewise.cli.options.Arguments;
import org.lanewise.cli.options.ChooseOptions;
import org.lanewise.cli.options.ClassifierOptions;
import org.lanewise.cli.options.ColumnOptions;
import org.lanewise.cli.options.CopiesOption;
import org.lanewise.cli.options.DecisionOptions;
import org.lanewise.cli.options.FeatureOptions;
import org.lanewise.cli.options.LayoutOptions;
import org.lanewise.cli.options.LeaveOneOutOptions;
import org.lanewise.cli.options.MissingOptions;
import org.lanewise.cli.options.RunOptions;
import org.lanewise.cli.options.StatisticsOptions;
import org.lanewise.cli.options.TextOptions;
import org.lanewise.cli.options.UsageException;
import org.lanewise.cli.resampling.FoldOptions;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ScopeType;

/// The options of a command as its help lists them: topic by topic, in the order in which one asks.
final class HelpTopics implements Arguments.Group {

  /// The heading of the options that a class declares.
  private record Topic(Class<?> options, String heading) {}

  /// The options of a command's own class come first, and need no heading.
  private static final List<Topic> TOPICS =
      List.of(
          new Topic(FoldOptions.class, "Folds:"),
          new Topic(DecisionOptions.class, "Decisions by costs, and rejection:"),
          new Topic(ColumnOptions.class, "Columns:"),
          new Topic(FeatureOptions.class, "Columns to learn from:"),
          new Topic(ClassifierOptions.class, "The classifier:"),
          new Topic(TextOptions.class, "Features of messages:"),
          new Topic(MissingOptions.class, "Missing values:"),
          new Topic(ChooseOptions.class, "Choosing an option by leave-one-out:"),
          new Topic(LeaveOneOutOptions.class, "When rows are left out:"),
          new Topic(CopiesOption.class, "When rows are identical:"),
          new Topic(LayoutOptions.class, "Format of the data file:"),
          new Topic(RunOptions.class, "Performance, with the same results:"),
          new Topic(HelpTopics.class, "Help:"));

  /// Whose options say what is fitted, and what is gathered for it.
  private static final Set<Class<?>> FIT = Set.of(ClassifierOptions.class, MissingOptions.class);

  /// The options that ask for help or the version.
  @Override
  public void addTo(Arguments arguments) {
    arguments.add(
        OptionSpec.builder("-h", "--help")
            .type(boolean.class)
            .usageHelp(true)
            .scopeType(ScopeType.INHERIT)
            .description("Show this help."));
    arguments.add(
        OptionSpec.builder("-V", "--version")
            .type(boolean.class)
            .versionHelp(true)
            .description("Show the version."));
  }

  /// Refuses help on what is no command: picocli would show the help of all.
  ///
  /// @param given `help` with what it is asked on, or a command with an option that asks for help
  /// @throws UsageException if that is no command, or `help` is asked on more than one thing
  static void requireTopic(CommandLine commandLine, String... given) {
    boolean inWords = given[0].equals("help");
    String topic = inWords ? given[given.length - 1] : given[0];
    boolean isOption = inWords ? List.of("-h", "--help").contains(topic) : topic.startsWith("-");
    boolean isKnown = isOption || topic.equals("help");
    Set<String> commands = commandLine.getSubcommands().keySet();
    if (inWords && given.length > 2) {
      throw new UsageException("help takes one topic, not %d".formatted(given.length - 1));
    }
    if (!isKnown && !commands.contains(topic)) {
      Optional<String> near = NearestName.of(topic, commands);
      throw new UsageException(
          "no help on '%s'%s; expected one of %s"
              .formatted(
                  topic,
                  near.map(name -> " (did you mean %s?)".formatted(name)).orElse(""),
                  String.join(", ", commands)));
    }
  }

  /// Has a command and its subcommands list their options so.
  static void addTo(CommandLine commandLine) {
    Map<String, IHelpSectionRenderer> sections =
        new LinkedHashMap<>(commandLine.getHelpSectionMap());
    sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpTopics::render);
    commandLine.setHelpSectionMap(sections);
  }

  private static String render(Help help) {
    boolean gathers = help.commandSpec().userObject() instanceof GatherCommand;
    List<OptionSpec> all =
        help.commandSpec().options().stream()
            .filter(option -> !gathers || isOfGathering(option))
            .toList();
    List<OptionSpec> own =
        all.stream()
            .filter(option ->
                TOPICS.stream().noneMatch(topic -> topic.options == Arguments.groupOf(option)))
            .toList();
    StringBuilder text = new StringBuilder(list(help, "", own));
    for (Topic topic : TOPICS) {
      List<OptionSpec> options =
          all.stream().filter(option -> Arguments.groupOf(option) == topic.options).toList();
      text.append(list(help, System.lineSeparator() + topic.heading, options));
    }
    return text.toString();
  }

  /// Options that say how a model is fitted are refused by `gather`, with a sentence.
  private static boolean isOfGathering(OptionSpec option) {
    return !FIT.contains(Arguments.groupOf(option))
        || StatisticsOptions.isOfGathering(option.longestName());
  }

  private static String list(Help help, String heading, List<OptionSpec> options) {
    if (options.isEmpty()) {
      return "";
    }
    Help.Layout layout = help.createDefaultLayout(options, List.of(), help.colorScheme());
    layout.addAllOptions(options, help.parameterLabelRenderer());
    return (heading.isEmpty() ? "" : heading + System.lineSeparator()) + layout;
  }
}
