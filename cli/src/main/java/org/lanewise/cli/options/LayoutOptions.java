package org.lanewise.cli.options;

import java.util.Map;
import org.lanewise.cli.reading.Layout;
import org.lanewise.cli.reading.Quote;
import picocli.CommandLine.Option;

/// Options that say how a table is written, where looking at it is not enough.
public final class LayoutOptions {

  private static final Map<String, Character> DELIMITERS =
      Map.of("tab", '\t', "\\t", '\t', "space", ' ', "comma", ',', "semicolon", ';', "pipe", '|');

  @Option(
      names = "--delimiter",
      paramLabel = "CHAR",
      description =
          "What divides cells: one character, or tab, space (any run of blanks), comma, semicolon,"
              + " pipe. Found by looking by default.")
  String delimiter;

  @Option(
      names = "--header",
      negatable = true,
      description = "The first line holds (no) names. Found by looking by default.")
  Boolean header;

  @Option(
      names = "--quote",
      paramLabel = "CHAR|none",
      description = "What quotes a cell. By default \".")
  String quote;

  /// Whether something was said.
  boolean areGiven() {
    return delimiter != null || header != null || quote != null;
  }

  /// The layout they ask for.
  ///
  /// @throws UsageException if one of them is no character
  public Layout layout() {
    Layout layout = Layout.AUTOMATIC;
    if (delimiter != null) {
      Character named = DELIMITERS.get(delimiter);
      layout =
          layout.withDelimiter(named != null ? named : character("--delimiter", delimiter, "tab"));
    }
    if (header != null) {
      layout = layout.withHeader(header);
    }
    if (quote != null) {
      layout =
          layout.withQuote(
              quote.equals("none") ? Quote.NONE : new Quote(character("--quote", quote, "none")));
    }
    char quoting = layout.quote().orElse(Quote.DOUBLE).character();
    if (layout.delimiter().filter(given -> given == quoting).isPresent()) {
      throw new UsageException(
          quote == null
              ? "--delimiter is '%s', which quotes cells; another was expected, or --quote none"
                  .formatted(delimiter)
              : "--delimiter and --quote are the same; two were expected");
    }
    return layout;
  }

  private static char character(String option, String given, String word) {
    boolean usable =
        given.length() == 1
            && given.charAt(0) < 0x7F
            && (given.charAt(0) >= ' ' || given.equals("\t"))
            && !Character.isLetterOrDigit(given.charAt(0));
    if (!usable) {
      throw new UsageException(
          "%s is '%s'; one ASCII character that is no letter or digit was expected, or a word such as %s"
              .formatted(option, given, word));
    }
    return given.charAt(0);
  }
}
