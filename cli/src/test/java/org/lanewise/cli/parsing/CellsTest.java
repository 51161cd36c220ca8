package org.lanewise.cli.parsing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.reader.RecordType;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class CellsTest {

  private static final String BROKEN = "broken";
  private static final DelimitedText CSV = new DelimitedText(',', '"');
  private static final DelimitedText BLANKS = new DelimitedText(DelimitedText.BLANKS, '"');

  /// A line for each record: where it begins, and its cells.
  private static List<String> records(DelimitedText text, String content) {
    List<String> records = new ArrayList<>();
    byte[] bytes = content.getBytes(StandardCharsets.ISO_8859_1);
    Cells cells = new Cells(text);
    cells.begin(Arrays.copyOf(bytes, bytes.length + 1), bytes.length);
    try {
      while (cells.nextRecord()) {
        List<String> record = new ArrayList<>();
        do {
          cells.read();
          record.add(cells.text());
        } while (cells.hasMore());
        records.add(cells.recordLine() + " " + record);
      }
    } catch (Cells.BrokenQuote e) {
      records.add(cells.recordLine() + " " + BROKEN);
    }
    return records;
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.strings()
        .withChars('a', '1', '"', '"', ',', ',', ' ', '\t', '\r', '\n', '\n', '\u00E9', '\0')
        .ofMaxLength(24);
  }

  @Property(seed = "1", tries = 20_000)
  void areThoseThatFastCsvFinds(@ForAll("texts") String content) {
    assertEquals(Oracle.records(content), records(CSV, content));
  }

  @Property(seed = "2", tries = 5_000)
  void doNotDependOnWhereWholeRecordsAreCut(@ForAll("texts") String content) {
    byte[] bytes = content.getBytes(StandardCharsets.ISO_8859_1);
    Cells cells = new Cells(CSV);
    cells.begin(Arrays.copyOf(bytes, bytes.length + 1), bytes.length);
    int cut = cells.wholeRecords();
    List<String> head = records(CSV, content.substring(0, cut));
    List<String> all = records(CSV, content + "x");
    // A broken quote that is not closed ends elsewhere.
    assertTrue(
        head.equals(all.subList(0, head.size())) || head.getLast().endsWith(BROKEN),
        () -> head + " of " + all);
  }

  @Test
  void betweenBlanksAreDividedByAnyRunOfThem() {
    assertEquals(
        List.of("1 [1, 2, a]", "3 [3, 4, b]", "4 [5]"),
        records(BLANKS, "  1 \t 2\t\ta  \n \t\n3 4 b\r\n5"));
  }

  @Test
  void betweenBlanksMayBeQuoted() {
    assertEquals(
        List.of("1 [a  b, c]", "2 [x\"y, 1]", "3 [a\"b, z\n]"),
        records(BLANKS, " \"a  b\"   c\n\"x\"\"y\" 1\na\"b \"z\n\""));
    assertEquals(List.of("1 broken"), records(BLANKS, "\"a\"b c\n"));
  }

  @Test
  void withoutQuotesHoldThem() {
    assertEquals(
        List.of("1 [\"a, b\"\"]", "2 [\"]"),
        records(new DelimitedText(';', '\uFFFF'), "\"a;b\"\"\n\""));
  }

  @Test
  void withoutADelimiterAreLines() {
    assertEquals(
        List.of("1 [a, b;c d]"),
        records(new DelimitedText(DelimitedText.NO_DELIMITER, '\uFFFF'), " a, b;c d \r\n"));
  }

  @Test
  void divideNumbersWhereTheirSignsDo() {
    for (char delimiter : new char[] {'.', '-', '+'}) {
      Cells cells = new Cells(new DelimitedText(delimiter, '"'));
      byte[] bytes = ("1" + delimiter + "5\n").getBytes(StandardCharsets.ISO_8859_1);
      cells.begin(Arrays.copyOf(bytes, bytes.length + 1), bytes.length);
      cells.nextRecord();
      assertTrue(Double.isNaN(cells.readNumber()));
      cells.read();
      assertEquals("1", cells.text());
    }
  }

  /// What FastCSV makes of the same text, with blanks around cells and blank lines left out.
  private static final class Oracle extends AbstractBaseCsvCallbackHandler<String> {

    private final List<String> cells = new ArrayList<>();
    private boolean blank;

    static List<String> records(String content) {
      Oracle oracle = new Oracle();
      List<String> records = new ArrayList<>();
      try {
        for (String record :
            CsvReader.builder()
                .skipEmptyLines(true)
                .allowUnclosedQuote(false)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .build(oracle, new StringReader(content))) {
          records.add(record);
        }
      } catch (CsvParseException e) {
        records.add(oracle.getStartingLineNumber() + " " + BROKEN);
      }
      return records;
    }

    @Override
    protected void handleBegin(long startingLineNumber) {
      cells.clear();
    }

    @Override
    protected void handleField(int index, char[] chars, int offset, int length, boolean quoted) {
      String cell = new String(chars, offset, length);
      String stripped = cell.replaceAll("^[ \t]+|[ \t]+$", "");
      blank = !quoted && stripped.isEmpty() && index == 0;
      cells.add(quoted ? cell : stripped);
    }

    @Override
    protected String buildRecord() {
      return getRecordType() == RecordType.EMPTY || blank
          ? null
          : getStartingLineNumber() + " " + cells;
    }
  }
}
