package org.lanewise.cli.parsing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The characters that separate and quote the cells of delimited text.
///
/// @param delimiter between two cells; a blank stands for any run of spaces and tabs
/// @param quote what quotes a cell, doubled inside it stands for itself
/// @param blankLinesAreCells whether a blank line is a record of one empty cell; none otherwise
/// @param decimalComma whether numbers have decimal commas
public record DelimitedText(
    char delimiter, char quote, boolean blankLinesAreCells, boolean decimalComma) {

  /// Text whose blank lines are no records, with decimal points.
  public DelimitedText(char delimiter, char quote) {
    this(delimiter, quote, false, false);
  }

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

  /// Where a record lies in bytes.
  ///
  /// @param start where it begins
  /// @param end where it ends, without its line end
  /// @param next where what follows it begins
  /// @param line the line on which it begins, from 1
  /// @param lines how many lines end before `next`
  public record Place(int start, int end, int next, long line, long lines) {}

  /// The first records of a file.
  ///
  /// @param records their cells, without the blanks around them
  /// @param places where they are
  /// @param broken what is wrong with the quoted cell after them, which may have an end further on;
  ///   none if it is known that they are all there are, or enough
  /// @param quotedLines the first quoted cell of several lines, if there is one
  public record Sample(
      List<List<String>> records,
      List<Place> places,
      Optional<LineProblem> broken,
      Optional<QuotedLines> quotedLines) {}

  /// The records at the beginning of a file, as far as they can be made out; blank lines are left
  /// out.
  ///
  /// @param most how many records are enough
  public Sample sample(byte[] beginning, int most) {
    List<List<String>> records = new ArrayList<>();
    List<Place> places = new ArrayList<>();
    LineProblem broken = null;
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
          places.add(cells.place());
        }
      }
    } catch (Cells.BrokenQuote e) {
      // What came before it is all there is to look at.
      broken = e.problem();
    }
    return new Sample(
        records, places, Optional.ofNullable(broken), Optional.ofNullable(cells.quotedLines()));
  }
}
