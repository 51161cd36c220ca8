package org.lanewise.cli.options;

import java.util.Map;
import java.util.Optional;
import org.lanewise.cli.reading.Layout;
import org.lanewise.cli.reading.Quote;

/// Options of the layout of a table, which is inferred by default.
public final class LayoutOptions implements Arguments.Group {

  private static final Map<String, Character> DELIMITERS =
      Map.of("tab", '\t', "\\t", '\t', "space", ' ', "comma", ',', "semicolon", ';', "pipe", '|');

  private String delimiter;
  private Boolean header;
  private String quote;
  private Optional<Boolean> decimalComma = Optional.empty();

  @Override
  public void addTo(Arguments arguments) {
    arguments.text(
        "--delimiter",
        "CHAR",
        value -> delimiter = value,
        "The cell separator: one character, or tab, space (any run of blanks), comma, semicolon,"
            + " pipe. Inferred by default.");
    arguments.add(
        arguments
            .option(
                Boolean.class,
                "--header",
                value -> header = value,
                "The first line has (no) names. Inferred by default.")
            .negatable(true));
    arguments.text(
        "--quote",
        "CHAR|none",
        value -> quote = value,
        "The quote character of cells; \" by default.");
    arguments.either(
        "--decimal",
        ",",
        ".",
        isComma -> decimalComma = Optional.of(isComma),
        "What divides the digits of numbers, a point by default. With a comma, cells must be"
            + " divided by another character, and thousands separators are refused.");
  }

  /// Whether any of these options was given.
  boolean areGiven() {
    return delimiter != null || header != null || quote != null || decimalComma.isPresent();
  }

  /// The layout they ask for.
  ///
  /// @throws UsageException if one of them is no character
  public Layout layout() {
    Layout layout =
        new Layout(
            Optional.ofNullable(delimiter).map(LayoutOptions::dividing),
            Optional.ofNullable(header),
            Optional.ofNullable(quote).map(LayoutOptions::quoting),
            decimalComma.orElse(false));
    if (layout.decimalComma() && layout.delimiter().filter(given -> given == ',').isPresent()) {
      throw new UsageException("--delimiter and --decimal are the same character; use two");
    }
    char quoting = layout.quote().orElse(Quote.DOUBLE).character();
    if (layout.delimiter().filter(given -> given == quoting).isPresent()) {
      throw new UsageException(
          quote == null
              ? "--delimiter '%s' is also the quote character; use another delimiter, or --quote none"
                  .formatted(delimiter)
              : "--delimiter and --quote are the same character; use two");
    }
    return layout;
  }

  private static char dividing(String given) {
    Character named = DELIMITERS.get(given);
    return named != null ? named : character("--delimiter", given, "tab");
  }

  private static Quote quoting(String given) {
    return given.equals("none") ? Quote.NONE : new Quote(character("--quote", given, "none"));
  }

  private static char character(String option, String given, String word) {
    boolean usable =
        given.length() == 1
            && given.charAt(0) < 0x7F
            && (given.charAt(0) >= ' ' || given.equals("\t"))
            && !Character.isLetterOrDigit(given.charAt(0));
    if (!usable) {
      throw UsageException.invalid(
          option,
          given,
          "one ASCII character other than a letter or digit, or a word such as " + word);
    }
    return given.charAt(0);
  }
}
