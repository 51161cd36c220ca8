package org.lanewise.cli;

import java.lang.reflect.Member;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lanewise.cli.options.ClassifierOptions;
import org.lanewise.cli.options.ColumnOptions;
import org.lanewise.cli.options.FeatureOptions;
import org.lanewise.cli.options.LayoutOptions;
import org.lanewise.cli.options.MissingOptions;
import org.lanewise.cli.options.RunOptions;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The options of a command as its help lists them: topic by topic, in the order in which one asks.
final class HelpTopics {

  /// The heading of the options that a class declares.
  private record Topic(Class<?> options, String heading) {}

  /// The options of a command's own class come first, and need no heading.
  private static final List<Topic> TOPICS =
      List.of(
          new Topic(ColumnOptions.class, "Columns:"),
          new Topic(FeatureOptions.class, "Columns to learn from:"),
          new Topic(ClassifierOptions.class, "The classifier:"),
          new Topic(MissingOptions.class, "Missing values:"),
          new Topic(LayoutOptions.class, "How the data file is written:"),
          new Topic(RunOptions.class, "How fast it runs, with the same results:"),
          new Topic(Lanewise.class, "Help:"));

  private HelpTopics() {}

  /// Has a command and its subcommands list their options so.
  static void addTo(CommandLine commandLine) {
    Map<String, IHelpSectionRenderer> sections =
        new LinkedHashMap<>(commandLine.getHelpSectionMap());
    sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpTopics::render);
    commandLine.setHelpSectionMap(sections);
  }

  private static String render(Help help) {
    List<OptionSpec> all = help.commandSpec().options();
    List<OptionSpec> own =
        all.stream()
            .filter(
                option -> TOPICS.stream().noneMatch(topic -> topic.options == declaring(option)))
            .toList();
    StringBuilder text = new StringBuilder(list(help, "", own));
    for (Topic topic : TOPICS) {
      List<OptionSpec> options =
          all.stream().filter(option -> declaring(option) == topic.options).toList();
      text.append(list(help, System.lineSeparator() + topic.heading, options));
    }
    return text.toString();
  }

  private static String list(Help help, String heading, List<OptionSpec> options) {
    if (options.isEmpty()) {
      return "";
    }
    Help.Layout layout = help.createDefaultLayout(options, List.of(), help.colorScheme());
    layout.addAllOptions(options, help.parameterLabelRenderer());
    return (heading.isEmpty() ? "" : heading + System.lineSeparator()) + layout;
  }

  private static Class<?> declaring(OptionSpec option) {
    return option.userObject() instanceof Member member ? member.getDeclaringClass() : null;
  }
}
