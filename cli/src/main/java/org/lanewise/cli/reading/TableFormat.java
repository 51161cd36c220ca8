package org.lanewise.cli.reading;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.lanewise.cli.parsing.Cell;
import org.lanewise.cli.parsing.DelimitedText;
import org.lanewise.cli.parsing.LineProblem;
import org.lanewise.cli.table.Columns;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Schema;

/// How a delimited table is written, as found by looking at its first lines.
///
/// The delimiter is the candidate that cuts most lines into the same number of cells (more than
/// one). [HeaderLook] says when the first line is a header.
///
/// @param text the delimiter and the quote
/// @param hasHeader whether the first line is a header
/// @param header its cells, one for each column, the first empty if it names no names of rows; none
///   if it is absent or a title
/// @param columnCount the number of cells that most lines have
/// @param remarks what was assumed and might be meant otherwise; none where all is clear
/// @param firstRows rows behind the header
/// @param like the columns of the fitted file if this one is read like it
record TableFormat(
    DelimitedText text,
    boolean hasHeader,
    List<String> header,
    int columnCount,
    List<String> remarks,
    List<List<String>> firstRows,
    Optional<Schema> like) {

  private static final List<Character> MARKS = List.of('\t', ',', ';', '|');
  // A share of lines with the same number of cells, below which a mark does not divide cells. In
  // messages commas are common, so that two to a line prove nothing.
  private static final double DIVIDES = 0.5;
  static final Pattern DECIMAL_COMMA = Pattern.compile("[-+]?[0-9]+,[0-9]+([eE][-+]?[0-9]+)?");
  private static final double DIVIDES_MESSAGES = 0.9;
  // So many records tell how a table is written. Where cells of many lines leave fewer in the first
  // lines, more lines are looked at.
  private static final String ROW_NAMES =
      ": the header has one cell fewer than the rows; assuming the first column holds row names";
  private static final int ENOUGH_RECORDS = 10;
  private static final int MORE_LINES = 16;

  /// Infers the format from the first lines of a file.
  ///
  /// @param like the columns of the fitted file if this one is to be read like it
  /// @throws DataException if there are no lines, or nothing but a header
  static TableFormat find(Source source, ReadOptions options, Optional<Schema> like) {
    byte[] firstLines = source.sample();
    if (new String(firstLines, StandardCharsets.ISO_8859_1).isBlank()) {
      throw new DataException("%s has only blank lines".formatted(source.name()));
    }
    boolean messages =
        options.roles().text().isPresent() || like.filter(s -> s.text().exists()).isPresent();
    Candidate candidate = best(source, firstLines, options.layout(), messages);
    List<List<String>> records = candidate.records;
    if (records.isEmpty()) {
      throw candidate.broken.orElseThrow().in(source.name(), 0);
    }
    int cells = commonCount(records.size() == 1 ? records : records.subList(1, records.size()));
    HeaderLook look = new HeaderLook(records, cells, options, like, messages);
    HeaderLook.Answer answer =
        options
            .layout()
            .header()
            .map(HeaderLook.Answer::of)
            .orElseGet(() ->
                look.answer(() ->
                    candidate
                        .text
                        .sample(source.sample(HeaderLook.ROWS + 1), HeaderLook.ROWS + 1)
                        .records()));
    boolean hasHeader = answer.isHeader();
    if (hasHeader && records.size() == 1 && candidate.broken.isEmpty()) {
      throw new DataException("%s has a header but no rows".formatted(source.name()));
    }
    List<String> remarks = new ArrayList<>();
    boolean isOtherSize = hasHeader && records.getFirst().size() != cells;
    (isOtherSize ? look.otherSize() : answer.remark())
        .ifPresent(remark -> remarks.add(source.name() + ": " + remark));
    int columnCount = hasHeader ? cells : commonCount(records);
    List<String> header = hasHeader ? header(source.name(), look, columnCount, remarks) : List.of();
    if (!Cell.isUtf8(firstLines)) {
      remarks.add(otherBytes(source.name()));
    }
    boolean quoted =
        records.stream()
            .flatMap(List::stream)
            .allMatch(cell -> cell.length() > 1 && cell.startsWith("\"") && cell.endsWith("\""));
    if (quoted && options.layout().quote().isEmpty()) {
      remarks.add(
          source.name()
              + ": keeping the quotes around cells, because messages contain quotes; use --quote"
              + " '\"' to remove them");
    }
    return new TableFormat(
        candidate.text,
        hasHeader,
        header,
        columnCount,
        remarks,
        hasHeader ? records.subList(1, records.size()) : records,
        like);
  }

  /// The cells of a header, one for each column; none where it names no columns.
  private static List<String> header(
      String file, HeaderLook look, int columnCount, List<String> remarks) {
    List<String> first = look.records().getFirst().stream().map(Cell::decode).toList();
    if (first.size() == columnCount) {
      return first;
    }
    if (look.lacksRowNames() && !look.endInEmptyCells()) {
      remarks.add(file + ROW_NAMES);
      return Stream.concat(Stream.of(""), first.stream()).toList();
    }
    if (look.hasNames() || look.lacksRowNames()) {
      throw new DataException(
          "%s has a header of %s and rows of %d%s; expected a name for each column, or for all but the first if it holds row names"
              .formatted(
                  file,
                  Columns.count(first.size(), "cell"),
                  columnCount,
                  look.endInEmptyCells() ? ", which end in an empty one" : ""));
    }
    return List.of();
  }

  /// Returns the note on a file with cells that are not UTF-8.
  static String otherBytes(String file) {
    return file + ": reading a cell that is not UTF-8 as ISO-8859-1";
  }

  /// Whether the first column has the names of the rows, which the header leaves out.
  boolean hasRowNames() {
    return remarks.stream().anyMatch(remark -> remark.endsWith(ROW_NAMES));
  }

  /// For each column its name, empty if it has none.
  ///
  /// A cell of the header that is empty or a number is no name, so that `--label 4` stays an index
  /// where the first line of a file counts its rows and columns; a number is one where a feature of
  /// the fitted file, which was no text, is called so.
  List<String> names() {
    Set<String> known =
        like.filter(Schema::named).map(s -> Set.copyOf(s.featureNames())).orElse(Set.of());
    List<String> names = new ArrayList<>(columnCount);
    for (int column = 0; column < columnCount; column++) {
      String name = header.isEmpty() ? "" : header.get(column);
      names.add(Cell.isName(name) || known.contains(name) ? name : "");
    }
    return names;
  }

  /// The columns that the header leaves without a name at its beginning, while it names others: an
  /// index of the rows, as pandas writes it, or their names.
  BitSet index() {
    BitSet index = new BitSet();
    if (header.stream().anyMatch(Cell::isName)) {
      while (header.get(index.cardinality()).isEmpty()) {
        index.set(index.cardinality());
      }
    }
    index.or(Columns.index(names()));
    return index;
  }

  /// The best candidate by the first lines, or by more of them where few records are whole there.
  private static Candidate best(Source source, byte[] firstLines, Layout layout, boolean messages) {
    byte[] beginning = firstLines;
    List<Candidate> candidates = candidates(beginning, layout, messages);
    int lines = Source.SAMPLE_LINES;
    boolean more = true;
    while (more && candidates.stream().anyMatch(Candidate::isUndecided)) {
      lines *= MORE_LINES;
      byte[] longer = source.sample(lines);
      more = longer.length > beginning.length;
      candidates = more ? candidates(longer, layout, messages) : candidates;
      beginning = longer;
    }
    return layout.delimiter().isPresent()
        ? candidates.getFirst()
        : best(candidates, beginning, layout.quote(), messages);
  }

  private static List<Candidate> candidates(byte[] beginning, Layout layout, boolean messages) {
    return layout.delimiter().map(List::of).orElseGet(() -> marks(beginning)).stream()
        .map(mark -> candidate(beginning, mark, layout.quote(), messages))
        .toList();
  }

  /// Those that are there at all, as the others divide nothing; all where none is.
  private static List<Character> marks(byte[] beginning) {
    boolean[] there = new boolean[Byte.MAX_VALUE + 1];
    for (byte b : beginning) {
      there[b & Byte.MAX_VALUE] |= b >= 0;
    }
    List<Character> marks = MARKS.stream().filter(mark -> there[mark]).toList();
    return marks.isEmpty() ? MARKS : marks;
  }

  private static Candidate best(
      List<Candidate> candidates, byte[] beginning, Optional<Quote> quote, boolean messages) {
    Candidate best = null;
    for (Candidate candidate : candidates) {
      boolean isTab = candidate.text.delimiter() == '\t';
      double needed = messages && !isTab ? DIVIDES_MESSAGES : DIVIDES;
      if (candidate.columnCount > 1
          && candidate.share >= needed
          && (best == null
              || candidate.share > best.share
              || candidate.share == best.share && best.isOfDecimalCommas(candidate))) {
        best = candidate;
      }
    }
    if (!messages && (best == null || best.text.delimiter() == '\t')) {
      // Columns lined up with several tabs or spaces.
      Candidate blanks = candidate(beginning, DelimitedText.BLANKS, quote, false);
      if (blanks.columnCount > 1
          && blanks.share >= DIVIDES
          && (best == null || blanks.share > best.share)) {
        best = blanks;
      }
    }
    if (best == null) {
      char none = messages ? DelimitedText.NO_DELIMITER : ',';
      best = candidate(beginning, none, quote, messages);
    }
    return best;
  }

  private static Candidate candidate(
      byte[] beginning, char delimiter, Optional<Quote> asked, boolean messages) {
    boolean plain = messages && (delimiter == '\t' || delimiter == DelimitedText.NO_DELIMITER);
    Quote quote = asked.orElse(plain ? Quote.NONE : Quote.DOUBLE);
    DelimitedText text = new DelimitedText(delimiter, quote.character());
    DelimitedText.Sample sample = text.sample(beginning, Integer.MAX_VALUE);
    List<List<String>> records = sample.records();
    // The first may be a header of another length; but among messages, one without a comma shows
    // that commas do not divide.
    boolean skipFirst = records.size() > 1 && !messages;
    List<List<String>> rows = skipFirst ? records.subList(1, records.size()) : records;
    int columnCount = commonCount(rows);
    long matching = rows.stream().filter(row -> row.size() == columnCount).count();
    double share = (double) matching / Math.max(1, rows.size());
    return new Candidate(text, records, sample.broken(), columnCount, share);
  }

  /// The number of cells that most records have; of two equally common ones the earlier.
  private static int commonCount(List<List<String>> records) {
    Map<Integer, Integer> frequencies = new HashMap<>();
    for (List<String> record : records) {
      frequencies.merge(record.size(), 1, Integer::sum);
    }
    int highest = frequencies.isEmpty() ? 0 : Collections.max(frequencies.values());
    return records.stream()
        .map(List::size)
        .filter(size -> frequencies.get(size) == highest)
        .findFirst()
        .orElse(0);
  }

  /// A delimiter with the records that it makes of the first lines.
  private record Candidate(
      DelimitedText text,
      List<List<String>> records,
      Optional<LineProblem> broken,
      int columnCount,
      double share) {

    /// Whether a cell of many lines leaves too few records to tell.
    boolean isUndecided() {
      return broken.isPresent() && records.size() < ENOUGH_RECORDS;
    }

    /// Whether commas divide cells here that another mark, which divides as many lines, leaves
    /// whole as numbers with a decimal comma: `36,6;ill`.
    boolean isOfDecimalCommas(Candidate other) {
      return text.delimiter() == ','
          && other.records.stream()
              .skip(1)
              .flatMap(List::stream)
              .filter(cell -> cell.indexOf(',') >= 0)
              .allMatch(cell -> DECIMAL_COMMA.matcher(cell).matches());
    }
  }
}
