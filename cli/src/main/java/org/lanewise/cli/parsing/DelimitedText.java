package org.lanewise.cli.parsing;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The characters that separate and quote the cells of delimited text.
///
/// @param delimiter between two cells; a blank stands for any run of spaces and tabs
/// @param quote what quotes a cell, doubled inside it stands for itself
public record DelimitedText(char delimiter, char quote) {

  /// Stands for any run of spaces and tabs.
  public static final char BLANKS = ' ';

  /// Divides nothing: a line is one cell. No byte of a file becomes this char.
  public static final char NO_DELIMITER = '\uFFFE';

  /// The problem of a line on which a quoted cell begins that has no end.
  static final String OPEN_QUOTE =
      ": a quoted cell starts here and is not closed within 16 MB or before the file ends; close"
          + " the quote, or use --quote none";

  /// The problem of a line on which a quoted cell begins that text follows.
  static final String BROKEN_QUOTE =
      ": text follows the closing quote of a cell that starts here; correct the quotes, or use"
          + " --quote none";

  /// The first record as it is written, a char for each byte, without its line end; none if it is
  /// not whole.
  public Optional<String> firstRecord(byte[] beginning) {
    Cells cells = new Cells(this);
    cells.begin(Arrays.copyOf(beginning, beginning.length + 1), beginning.length);
    try {
      if (!cells.nextRecord()) {
        return Optional.empty();
      }
      do {
        cells.read();
      } while (cells.hasMore());
    } catch (Cells.BrokenQuote e) {
      return Optional.empty();
    }
    int start = cells.recordStart();
    return Optional.of(
        new String(beginning, start, cells.recordEnd() - start, StandardCharsets.ISO_8859_1));
  }

  /// The first records of a file.
  ///
  /// @param records their cells, without the blanks around them
  /// @param broken what is wrong with the quoted cell behind them, which may have an end further
  ///   on; none if it is known that they are all there are, or enough
  public record Sample(List<List<String>> records, Optional<LineProblem> broken) {}

  /// The records at the beginning of a file, as far as they can be made out; blank lines are left
  /// out.
  ///
  /// @param most how many records are enough
  public Sample sample(byte[] beginning, int most) {
    List<List<String>> records = new ArrayList<>();
    Cells cells = new Cells(this);
    cells.begin(Arrays.copyOf(beginning, beginning.length + 1), beginning.length);
    try {
      while (records.size() < most && cells.nextRecord()) {
        List<String> record = new ArrayList<>();
        do {
          cells.read();
          record.add(cells.text().strip());
        } while (cells.hasMore());
        if (record.size() > 1 || !record.getFirst().isEmpty()) {
          records.add(record);
        }
      }
    } catch (Cells.BrokenQuote e) {
      // What came before it is all there is to look at.
      return new Sample(records, Optional.of(e.problem()));
    }
    return new Sample(records, Optional.empty());
  }
}
