package org.lanewise.cli.options;

import java.util.Map;
import java.util.Optional;
import org.lanewise.cli.reading.Layout;
import org.lanewise.cli.reading.Quote;

/// Options of the layout of a table, which is inferred by default.
public final class LayoutOptions implements Arguments.Group {

  private static final Map<String, Character> DELIMITERS =
      Map.of("tab", '\t', "\\t", '\t', "space", ' ', "comma", ',', "semicolon", ';', "pipe", '|');

  private static final String CHARACTER =
      "one ASCII character other than a letter or digit, or a word such as ";

  private Optional<Character> delimiter = Optional.empty();
  private Optional<Boolean> header = Optional.empty();
  private Optional<Quote> quote = Optional.empty();
  private Optional<Boolean> decimalComma = Optional.empty();

  @Override
  public void addTo(Arguments arguments) {
    arguments.value(
        "--delimiter",
        "CHAR",
        CHARACTER + "tab",
        text -> Optional.ofNullable(DELIMITERS.get(text)).or(() -> character(text)),
        value -> delimiter = Optional.of(value),
        "The cell separator: one character, or tab, space (any run of blanks), comma, semicolon,"
            + " pipe. Inferred by default.");
    arguments.add(
        arguments
            .option(
                Boolean.class,
                "--header",
                value -> header = Optional.of(value),
                "The first line has (no) names. Inferred by default.")
            .negatable(true));
    arguments.value(
        "--quote",
        "CHAR|none",
        CHARACTER + "none",
        text -> text.equals("none") ? Optional.of(Quote.NONE) : character(text).map(Quote::new),
        value -> quote = Optional.of(value),
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
    return delimiter.isPresent()
        || header.isPresent()
        || quote.isPresent()
        || decimalComma.isPresent();
  }

  /// The layout they ask for.
  ///
  /// @throws UsageException if two of them are the same character
  public Layout layout() {
    Layout layout = new Layout(delimiter, header, quote, decimalComma.orElse(false));
    if (layout.decimalComma() && delimiter.filter(given -> given == ',').isPresent()) {
      throw new UsageException("--delimiter and --decimal are the same character; use two");
    }
    char quoting = quote.orElse(Quote.DOUBLE).character();
    if (delimiter.filter(given -> given == quoting).isPresent()) {
      throw new UsageException(
          quote.isEmpty()
              ? "--delimiter '%s' is also the quote character; use another delimiter, or --quote none"
                  .formatted(quoting)
              : "--delimiter and --quote are the same character; use two");
    }
    return layout;
  }

  private static Optional<Character> character(String given) {
    boolean usable =
        given.length() == 1
            && given.charAt(0) < 0x7F
            && (given.charAt(0) >= ' ' || given.equals("\t"))
            && !Character.isLetterOrDigit(given.charAt(0));
    return usable ? Optional.of(given.charAt(0)) : Optional.empty();
  }
}
