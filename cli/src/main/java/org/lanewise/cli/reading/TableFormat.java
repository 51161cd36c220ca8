package org.lanewise.cli.reading;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.lanewise.cli.parsing.Cell;
import org.lanewise.cli.parsing.DecimalComma;
import org.lanewise.cli.parsing.DelimitedText;
import org.lanewise.cli.table.Columns;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Schema;

/// How a delimited table is written, as found by looking at its first lines.
///
/// The delimiter is the candidate that cuts most lines into the same number of cells (more than
/// one). [HeaderLook] says when the first line is a header.
///
/// @param text the delimiter and the quote
/// @param header the cells of the header, one for each column, the first empty if it names no names
///   of rows; none if it is absent or names nothing
/// @param firstLine the header as it is written, a char for each byte, if there is one
/// @param firstCells its cells as they are written
/// @param columnCount the number of cells that most lines have
/// @param remarks what was assumed and might be meant otherwise; none where all is clear
/// @param firstRows rows after the header
record TableFormat(
    DelimitedText text,
    List<String> header,
    Optional<String> firstLine,
    List<String> firstCells,
    int columnCount,
    List<String> remarks,
    List<List<String>> firstRows) {

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
  private static final Pattern SEPARATOR =
      Pattern.compile("(?i)\"?sep=([^\\p{L}\\p{N}\"\\r\\n\\x7f-\\xff])\"?[ \t]*(\\r\\n?|\\n)");
  private static final int MORE_LINES = 16;

  /// Infers the format from the first lines of a file, and skips the header and what stands above
  /// it: the line `sep=;` that spreadsheets read, titles and comments.
  ///
  /// @param like the columns of the fitted file if this one is to be read like it
  /// @throws DataException if there are no lines, or nothing but a header
  static TableFormat find(Source source, ReadOptions options, Optional<Schema> like) {
    Layout layout = options.layout();
    Matcher separator =
        SEPARATOR.matcher(new String(source.sample(1), StandardCharsets.ISO_8859_1));
    if (separator.matches()) {
      source.skip(separator.end(), 1);
      layout =
          layout.delimiter().isPresent()
              ? layout
              : layout.withDelimiter(separator.group(1).charAt(0));
    }
    byte[] firstLines = source.sample();
    if (new String(firstLines, StandardCharsets.ISO_8859_1).isBlank()) {
      throw new DataException("%s has only blank lines".formatted(source.name()));
    }
    boolean messages =
        options.roles().text().isPresent() || like.filter(s -> s.text().exists()).isPresent();
    Candidate candidate = best(source, firstLines, layout, messages);
    DelimitedText.Sample sample = candidate.sample;
    if (layout.decimalComma()
        && candidate.text.delimiter() == ','
        && candidate.columnCount > 1
        && new String(firstLines, StandardCharsets.ISO_8859_1).indexOf(candidate.text.quote())
            < 0) {
      throw new DataException(
          "%s: commas divide the cells and none is quoted, so no number has a decimal comma; omit --decimal, or use --delimiter if another character divides the cells"
              .formatted(source.name()));
    }
    List<List<String>> all = sample.records();
    if (all.isEmpty()) {
      throw sample.broken().orElseThrow().in(source.name(), source.linesBefore());
    }
    int cells = commonCount(rows(all));
    HeaderLook whole = new HeaderLook(all, cells, options, like, messages);
    int above = above(whole, layout.header());
    HeaderLook look = whole.from(above);
    List<List<String>> records = look.records();
    List<String> first = records.getFirst();
    HeaderLook.Answer answer =
        layout
            .header()
            .map(HeaderLook.Answer::of)
            .orElseGet(() ->
                look.answer(most ->
                    candidate.text.sample(source.sample(most), most).records().stream()
                        .skip(above)
                        .toList()));
    boolean hasHeader = answer.isHeader();
    if (hasHeader && records.size() == 1 && sample.broken().isEmpty()) {
      throw new DataException("%s has a header but no rows".formatted(source.name()));
    }
    boolean isCut = hasHeader || above > 0;
    DelimitedText.Place place = sample.places().get(above);
    List<String> remarks = new ArrayList<>();
    if (above > 0 && !HeaderLook.countsTheTable(all.getFirst(), cells)) {
      remarks.add(
          "%s: leaving out %s above the table, the first of them %s; use --no-header if they are rows"
              .formatted(
                  source.name(),
                  Columns.count((int) place.line() - 1, "line"),
                  Cell.show(all.getFirst().getFirst())));
    }
    String line = above == 0 ? "the first line" : "line " + (source.linesBefore() + place.line());
    answer
        .remark()
        .ifPresent(
            remark -> remarks.add("%s: assuming %s %s".formatted(source.name(), line, remark)));
    int columnCount = isCut ? cells : commonCount(records);
    List<String> header = hasHeader ? header(source.name(), look, columnCount, remarks) : List.of();
    long lines = hasHeader ? place.lines() : isCut ? place.line() - 1 : 0;
    sample
        .quotedLines()
        .filter(quoted -> quoted.first() <= lines)
        .map(quoted -> quoted.behind(source.linesBefore()).note(source.name()))
        .ifPresent(remarks::add);
    if (!Cell.isUtf8(firstLines)) {
      remarks.add(otherBytes(source.name()));
    }
    boolean quoted =
        records.stream()
            .flatMap(List::stream)
            .allMatch(cell -> cell.length() > 1 && cell.startsWith("\"") && cell.endsWith("\""));
    if (quoted && layout.quote().isEmpty()) {
      remarks.add(
          source.name()
              + ": keeping the quotes around cells, because messages contain quotes; use --quote"
              + " '\"' to remove them");
    }
    source.skip(hasHeader ? place.next() : isCut ? place.start() : 0, lines);
    return new TableFormat(
        new DelimitedText(
            candidate.text.delimiter(),
            candidate.text.quote(),
            columnCount == 1,
            layout.decimalComma()),
        header,
        hasHeader ? Optional.of(candidate.textOf(place)) : Optional.empty(),
        hasHeader ? first : List.of(),
        columnCount,
        remarks,
        hasHeader ? records.subList(1, records.size()) : records);
  }

  /// How many of the first records stand above the table: those before one that surely is a header,
  /// else the first if it has another number of cells than the rows.
  private static int above(HeaderLook look, Optional<Boolean> given) {
    boolean isTitle =
        given.isEmpty()
            && !look.messages()
            && look.records().getFirst().size() != look.cells()
            && !look.isCertain();
    int above = isTitle ? 1 : 0;
    for (int k = 1; k < look.records().size() && given.orElse(true) && look.isLoose(k - 1); k++) {
      above = look.from(k).isCertain() ? k : above;
    }
    return above;
  }

  /// The cells of a header, one for each column; none where it names no columns.
  private static List<String> header(
      String file, HeaderLook look, int columnCount, List<String> remarks) {
    List<String> first = look.records().getFirst().stream().map(Cell::decode).toList();
    if (HeaderLook.countsTheTable(first, columnCount)) {
      return List.of();
    }
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
    remarks.add(
        "%s: the header has %s and the rows have %d, so it names no columns"
            .formatted(file, Columns.count(first.size(), "cell"), columnCount));
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
  /// Numbers are names too, if no name comes twice.
  List<String> names() {
    boolean areDistinct = new HashSet<>(header).size() == header.size();
    return header.isEmpty()
        ? Collections.nCopies(columnCount, "")
        : header.stream().map(cell -> areDistinct || Cell.isName(cell) ? cell : "").toList();
  }

  /// The columns that the header leaves without a name at its beginning, while it names others: an
  /// index of the rows, as pandas writes it, or their names.
  BitSet index() {
    BitSet index = new BitSet();
    if (header.stream().anyMatch(cell -> !cell.isEmpty())) {
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
        : best(candidates, beginning, layout, messages);
  }

  private static List<Candidate> candidates(byte[] beginning, Layout layout, boolean messages) {
    return layout.delimiter().map(List::of).orElseGet(() -> marks(beginning)).stream()
        .map(mark -> candidate(beginning, mark, layout, messages))
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
      List<Candidate> candidates, byte[] beginning, Layout layout, boolean messages) {
    Candidate best = null;
    for (Candidate candidate : candidates) {
      boolean isTab = candidate.text.delimiter() == '\t';
      double needed = messages && !isTab ? DIVIDES_MESSAGES : DIVIDES;
      if (candidate.columnCount > 1
          && candidate.share >= needed
          && (best == null
              || candidate.share > best.share
              || candidate.share == best.share
                  && (best.isOfDecimalCommas(candidate)
                      || candidate.cutsTheFirst() && !best.cutsTheFirst())
              || layout.decimalComma() && best.text.delimiter() == ',')
          && !(best != null && layout.decimalComma() && candidate.text.delimiter() == ',')) {
        best = candidate;
      }
    }
    if (!messages && (best == null || best.text.delimiter() == '\t')) {
      // Columns lined up with several tabs or spaces.
      Candidate blanks = candidate(beginning, DelimitedText.BLANKS, layout, false);
      if (blanks.columnCount > 1
          && blanks.share >= DIVIDES
          && (best == null || blanks.share > best.share)) {
        best = blanks;
      }
    }
    if (best == null) {
      char none = messages || layout.decimalComma() ? DelimitedText.NO_DELIMITER : ',';
      best = candidate(beginning, none, layout, messages);
    }
    return best;
  }

  private static Candidate candidate(
      byte[] beginning, char delimiter, Layout layout, boolean messages) {
    boolean plain = messages && (delimiter == '\t' || delimiter == DelimitedText.NO_DELIMITER);
    Quote quote = layout.quote().orElse(plain ? Quote.NONE : Quote.DOUBLE);
    DelimitedText text = new DelimitedText(delimiter, quote.character());
    DelimitedText.Sample sample = text.sample(beginning, Integer.MAX_VALUE);
    // Decimal commas outside of quotes divide nothing.
    List<List<String>> records =
        layout.decimalComma() && delimiter == ','
            ? text.sample(DecimalComma.pointAll(beginning.clone()), Integer.MAX_VALUE).records()
            : sample.records();
    // The first may be a header of another length; but among messages, one without a comma shows
    // that commas do not divide.
    List<List<String>> rows = messages ? records : rows(records);
    int columnCount = commonCount(rows);
    long matching = rows.stream().filter(row -> row.size() == columnCount).count();
    double share = (double) matching / Math.max(1, rows.size());
    return new Candidate(text, beginning, sample, columnCount, share);
  }

  /// The records without comments at their beginning and the first of the others, if that leaves
  /// any.
  private static List<List<String>> rows(List<List<String>> records) {
    long comments = records.stream().takeWhile(record -> record.getFirst().startsWith("#")).count();
    int last = Math.max(0, records.size() - 1);
    return records.subList((int) Math.min(comments + 1, last), records.size());
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
      byte[] beginning,
      DelimitedText.Sample sample,
      int columnCount,
      double share) {

    /// Whether a cell of many lines leaves too few records to tell.
    boolean isUndecided() {
      return sample.broken().isPresent() && sample.records().size() < ENOUGH_RECORDS;
    }

    /// Whether the first record, perhaps a header, has as many cells as the others.
    boolean cutsTheFirst() {
      return sample.records().stream().limit(1).anyMatch(first -> first.size() == columnCount);
    }

    /// A record as it is written, a char for each byte.
    String textOf(DelimitedText.Place place) {
      return new String(
          beginning, place.start(), place.end() - place.start(), StandardCharsets.ISO_8859_1);
    }

    /// Whether commas divide cells here that another mark, which divides as many lines, leaves
    /// whole as numbers with a decimal comma: `36,6;ill`.
    boolean isOfDecimalCommas(Candidate other) {
      List<String> commas =
          other.sample.records().stream()
              .skip(1)
              .flatMap(List::stream)
              .filter(cell -> cell.indexOf(',') >= 0)
              .toList();
      return text.delimiter() == ','
          && !commas.isEmpty()
          && commas.stream().allMatch(cell -> DECIMAL_COMMA.matcher(cell).matches());
    }
  }
}
