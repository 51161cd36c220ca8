package org.lanewise.cli.reading;

import de.siegmar.fastcsv.reader.CsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.reader.StringArrayHandler;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.lanewise.cli.table.DataException;

/// The records of delimited text, by FastCSV: quoted cells, every kind of line end.
///
/// @param delimiter between two cells; a blank stands for any run of spaces and tabs
/// @param quote what quotes a cell
record DelimitedText(char delimiter, Quote quote) {

  /// Stands for any run of spaces and tabs.
  static final char BLANKS = ' ';

  /// Divides nothing: a line is one cell. No byte of a file becomes this char.
  static final char NO_DELIMITER = '\uFFFE';

  private static final int MAX_CELL_CHARS = 1 << 24;

  /// Hands every record of a file to `handler`, which receives one char for each byte.
  <T> CsvReader<T> records(InputStream bytes, CsvCallbackHandler<T> handler) {
    Reader chars = new InputStreamReader(bytes, StandardCharsets.ISO_8859_1);
    return builder().allowUnclosedQuote(false).build(handler, prepared(chars));
  }

  /// The records at the beginning of a file, as far as they can be made out; blank lines are left
  /// out and blanks around cells removed.
  List<List<String>> sample(String beginning) {
    List<List<String>> records = new ArrayList<>();
    CsvReader<String[]> reader =
        builder()
            .allowUnclosedQuote(false)
            .build(withoutLimits(), prepared(new StringReader(beginning)));
    try {
      for (String[] cells : reader) {
        List<String> record = new ArrayList<>(cells.length);
        for (String cell : cells) {
          record.add(cell.strip());
        }
        if (record.size() > 1 || !record.getFirst().isEmpty()) {
          records.add(record);
        }
      }
    } catch (CsvParseException e) {
      // Broken quoting: what came before it is all there is to look at.
      return records;
    }
    return records;
  }

  /// The refusal of a file whose quotes do not pair.
  static DataException brokenQuote(String file, long line) {
    return new DataException(
        ("%s, line %d: a quoted cell is not closed, or text follows it; properly quoted cells were"
                + " expected, or --quote none")
            .formatted(file, line));
  }

  /// The refusal of a file that FastCSV does not read.
  ///
  /// @param line the line on which the record begins
  static DataException refusal(String file, long line, CsvParseException e) {
    // A type of its own it does not have.
    boolean tooLarge = String.valueOf(e.getMessage()).contains("maximum buffer size");
    return tooLarge
        ? new DataException(
            "%s, line %d: a cell of more than %d MB, or a quote before it that is not closed; shorter cells were expected"
                .formatted(file, line, MAX_CELL_CHARS >> 20))
        : brokenQuote(file, line);
  }

  /// For text that is in memory already: a table may have any number of columns.
  private static StringArrayHandler withoutLimits() {
    return StringArrayHandler.of(limits ->
        limits
            .maxRecordSize(Integer.MAX_VALUE)
            .maxFieldSize(Integer.MAX_VALUE)
            .maxFields(Integer.MAX_VALUE));
  }

  private CsvReader.CsvReaderBuilder builder() {
    return CsvReader.builder()
        .maxBufferSize(MAX_CELL_CHARS)
        .fieldSeparator(delimiter)
        .quoteCharacter(quote.character())
        .skipEmptyLines(true)
        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
        .missingFieldStrategy(FieldMismatchStrategy.IGNORE);
  }

  private Reader prepared(Reader chars) {
    return delimiter == BLANKS ? new BlankRunReader(chars, quote) : chars;
  }
}
