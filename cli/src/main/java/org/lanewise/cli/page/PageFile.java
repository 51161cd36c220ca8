package org.lanewise.cli.page;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.lanewise.cli.options.UsageException;
import org.lanewise.cli.output.OutputFile;
import org.lanewise.cli.output.ShellText;
import org.lanewise.cli.report.ComparisonReport;
import org.lanewise.cli.report.DriftReport;
import org.lanewise.report.page.ComparisonPage;
import picocli.CommandLine.Model.CommandSpec;

/// The file of a page, and the facts about a run that all pages list.
public final class PageFile {

  private static final int MAX_CLASSES = 30;

  private PageFile() {}

  /// Checks that a page can be written, before any work.
  ///
  /// @throws UsageException if it is standard output
  /// @throws org.lanewise.cli.output.OutputException if it cannot be written
  public static void require(Path file) {
    if (OutputFile.isStandardOutput(file)) {
      throw new UsageException(
          "--report cannot be standard output, which shows the results as text; use a file");
    }
    OutputFile.requireWritable(file);
  }

  /// Writes the page of a comparison.
  ///
  /// @param spec the command
  /// @param data a short name of the rows, for the title
  /// @throws org.lanewise.cli.output.OutputException if it cannot be written
  public static void write(Path file, CommandSpec spec, String data, ComparisonReport report) {
    Map<String, String> options = new LinkedHashMap<>();
    report.comparison().ranked().stream()
        .filter(entry -> entry.result().isPresent())
        .forEach(entry -> options.put(entry.name(), report.figures().get(entry.name()).command()));
    ComparisonPage page =
        new ComparisonPage(
            "Classifiers on " + data,
            report.comparison(),
            report.table(),
            report.remarks(),
            report.reasons(),
            description(report),
            options,
            asked(spec));
    write(file, page.toHtml());
  }

  /// Writes the page of the drift of rows.
  ///
  /// @param spec the command
  /// @param data a short name of the rows, for the title
  /// @throws org.lanewise.cli.output.OutputException if it cannot be written
  public static void write(Path file, CommandSpec spec, String data, DriftReport report) {
    write(file, report.page("Drift of " + data, asked(spec)).toHtml());
  }

  private static Map<String, String> asked(CommandSpec spec) {
    Map<String, String> asked = new LinkedHashMap<>();
    asked.put("command", command(spec));
    asked.putAll(circumstances(spec));
    return asked;
  }

  private static Map<String, String> description(ComparisonReport report) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("data", report.data());
    facts.put("rows", Integer.toString(report.labels().rowCount()));
    if (report.columns() > 0) {
      facts.put("columns", report.columns() + ", without the class");
    }
    long[] counts = report.labels().counts();
    facts.put("classes", Integer.toString(counts.length));
    for (int c = 0; c < Math.min(MAX_CLASSES, counts.length); c++) {
      facts.put(
          "rows of class '%s'".formatted(report.labels().classes().name(c)),
          Long.toString(counts[c]));
    }
    facts.put("folds", report.folds());
    return facts;
  }

  /// The command with its arguments as a shell takes them.
  static String command(CommandSpec spec) {
    StringBuilder command = new StringBuilder("lanewise");
    for (String text : spec.root().commandLine().getParseResult().originalArgs()) {
      command.append(' ').append(ShellText.word(text));
    }
    return command.toString();
  }

  /// The version, the Java runtime and the time.
  static Map<String, String> circumstances(CommandSpec spec) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("version", String.join(" ", spec.root().version()));
    facts.put("Java", Runtime.version() + ", " + System.getProperty("os.arch"));
    facts.put("written", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    return facts;
  }

  /// Writes a page, whole or not at all.
  static void write(Path file, String html) {
    try (OutputFile out = OutputFile.create(file)) {
      out.sink().print(html).flush();
      out.commit();
    }
  }
}
