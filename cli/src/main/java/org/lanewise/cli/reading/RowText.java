package org.lanewise.cli.reading;

import java.util.Optional;
import org.lanewise.cli.parsing.DelimitedText;
import org.lanewise.cli.table.DataException;

/// How the rows of a table are written, for appending cells to them.
///
/// @param file the name of the file
/// @param header its first line as it was written, a char for each byte, if that names columns
/// @param text what divides and quotes its cells
public record RowText(String file, Optional<String> header, DelimitedText text) {

  /// Refuses a table to which no cell can be added.
  ///
  /// @throws DataException if nothing divides its cells
  public RowText {
    if (text.delimiter() == DelimitedText.NO_DELIMITER) {
      throw new DataException(
          "%s has lines without columns; for --keep, use --delimiter to separate each line from its class"
              .formatted(file));
    }
  }

  /// Returns the cell separator.
  public char delimiter() {
    return text.delimiter();
  }

  /// A cell as it has to be written: quoted where it would not be read back as it is.
  ///
  /// @throws DataException if it would have to be quoted and nothing quotes
  public String cell(String cell) {
    char quote = text.quote();
    boolean blanksDivide = text.delimiter() == DelimitedText.BLANKS;
    boolean plain =
        !cell.isEmpty()
            && cell.equals(cell.strip())
            && cell.charAt(0) != quote
            && cell.chars()
                .noneMatch(c ->
                    c == text.delimiter()
                        || c == '\n'
                        || c == '\r'
                        || (c == '\t' && blanksDivide)
                        || (c == quote && quote == '"'));
    if (plain) {
      return cell;
    }
    if (quote == Quote.NONE.character()) {
      throw new DataException(
          "the class '%s' needs quotes to be a cell of %s, which has no quote character; for --keep, use --quote"
              .formatted(cell, file));
    }
    String mark = Character.toString(quote);
    return mark + cell.replace(mark, mark + mark) + mark;
  }
}
