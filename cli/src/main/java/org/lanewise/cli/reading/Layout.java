package org.lanewise.cli.reading;

import java.util.Optional;
import org.lanewise.cli.parsing.DecimalComma;

/// How a delimited table is written; what is empty is found by looking at its first lines.
///
/// @param delimiter between two cells; a blank stands for any run of spaces and tabs
/// @param header whether the first line names the columns
/// @param quote what quotes a cell: by default `"`, and nothing in a table of messages divided by
///   tabs
/// @param decimalComma whether numbers have decimal commas
public record Layout(
    Optional<Character> delimiter,
    Optional<Boolean> header,
    Optional<Quote> quote,
    boolean decimalComma) {

  /// Everything is found by looking.
  public static final Layout AUTOMATIC =
      new Layout(Optional.empty(), Optional.empty(), Optional.empty(), false);

  /// Whether everything is found by looking.
  public boolean isAutomatic() {
    return delimiter.isEmpty() && header.isEmpty() && quote.isEmpty() && !decimalComma;
  }

  /// Returns a cell with a decimal point, if it is a number with a decimal comma and numbers have
  /// such.
  public String pointed(String cell) {
    return decimalComma ? DecimalComma.point(cell) : cell;
  }

  /// The same with a delimiter.
  public Layout withDelimiter(char newDelimiter) {
    return new Layout(Optional.of(newDelimiter), header, quote, decimalComma);
  }

  /// The same with the first line a header or not.
  public Layout withHeader(boolean newHeader) {
    return new Layout(delimiter, Optional.of(newHeader), quote, decimalComma);
  }

  /// The same with a quote.
  public Layout withQuote(Quote newQuote) {
    return new Layout(delimiter, header, Optional.of(newQuote), decimalComma);
  }
}
