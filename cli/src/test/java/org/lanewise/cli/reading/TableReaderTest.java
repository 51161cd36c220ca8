package org.lanewise.cli.reading;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.reading.DataFolder.columns;
import static org.lanewise.cli.reading.DataFolder.layout;
import static org.lanewise.cli.reading.DataFolder.roles;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.cli.table.CategoryFeatures;
import org.lanewise.cli.table.Roles;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Workers;

/// What cells hold is read whole, or refused with its place.
class TableReaderTest {

  @TempDir Path temporary;
  private DataFolder folder;

  @BeforeEach
  void makeFolder() {
    folder = new DataFolder(temporary);
  }

  @Nested
  class Numbers {

    @ParameterizedTest
    @ValueSource(strings = {"abc", "1d", "2f", "0x1p3", "1e", "--1", "1_0", "e5", ".", "1 2", "½"})
    void refusesText(String cell) {
      assertEquals(
          ("data, line 2, column index 0: '%s' is not a finite number; use --drop 0 to leave the"
                  + " column out")
              .formatted(cell),
          folder.refusal("1;a\n" + cell + ";b\n3;c\n"));
    }

    @Test
    void namesTheOptionForDecimalCommas() {
      for (String cell : List.of("1,5", "-0,25", "1234,5")) {
        assertEquals(
            "data, line 2, column index 0: '%s' is not a finite number; use --decimal , to read decimal commas; use --drop 0 to leave the column out"
                .formatted(cell),
            folder.refusal("1;a\n" + cell + ";b\n3;c\n"));
      }
      assertTrue(
          folder.refusal("1;a\n1,500;b\n3;c\n").contains("thousands separators are not read"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "nan", "inf", "-Infinity", "NA", "?"})
    void refusesWhatIsNotFinite(String cell) {
      assertEquals(
          ("data, line 1, column index 0: '%s' is not a finite number; use --drop 0 to leave the"
                  + " column out")
              .formatted(cell),
          folder.refusal(cell + ",a\n3,c\n"));
    }

    @Test
    void refusesEmptyCells() {
      assertEquals(
          "data, line 2, column index 1: the cell is empty; expected a number; use --drop 1 to"
              + " leave the column out",
          folder.refusal("1,2,a\n1,,a\n"));
      assertEquals(
          "data, line 2, column index 0: the cell is empty; expected a number; use --drop 0 to"
              + " leave the column out",
          folder.refusal("1,2,a\n ,2,a\n"));
      assertEquals(
          "data, line 1, column index 0: the cell is empty; expected a number; use --drop 0 to"
              + " leave the column out",
          folder.refusal(",,a\n,,a\n"));
    }

    @Test
    void refusesTooLargeOnes() {
      assertEquals(
          "data, line 1, column index 0: '1e999' is too large for a double",
          folder.refusal("1e999,a\n3,c\n"));
    }

    @Test
    void showsWhatWasFoundOnOneShortLine() {
      assertEquals(
          "data, line 1, column index 0: 'a\\x0ab\\x00' is not a finite number; use --drop 0 to"
              + " leave the column out",
          folder.refusal("\"a\nb\0\",a\n\"x\",c\n"));
      assertTrue(
          folder
              .refusal("1,a\n" + "y".repeat(1000) + ",b\n")
              .contains("'" + "y".repeat(40) + "…'"));
    }

    @Test
    void namesTheColumn() {
      assertEquals(
          "data, line 3, column 'width': 'wide' is not a finite number; use --drop width to leave"
              + " the column out",
          folder.refusal("length,width,class\n1,2,a\n1,wide,a\n"));
    }

    @Test
    void countsLinesWithBlankOnesAndThoseInQuotes() {
      assertTrue(folder.refusal("1,a\n\n\r\n2,\"x\ny\"\nbad,a\n").startsWith("data, line 6,"));
    }

    @Test
    void tellsARaggedRowFromAWrongCell() {
      assertEquals(
          "data, line 3: found 4 cells; expected 3, as in most lines",
          folder.refusal("1,2,a\n1,2,a\n1,x,2,a\n"));
    }

    @Test
    void readsMissingOnesAsNaNIfAskedTo() {
      Table table = folder.read("1,?,a\n,2,b\n", ReadOptions.DEFAULT.withMissing(Optional.of("?")));
      assertArrayEquals(new double[][] {{1, Double.NaN}, {Double.NaN, 2}}, columns(table));
    }

    @Test
    void refusesNegativeWeights() {
      assertEquals(
          "data, line 2, column index 0: the weight -1 is negative; expected 0 or more",
          folder.refusal("1,2,a\n-1,2,a\n", roles(Roles.LABEL_LAST.withWeight("0"))));
    }

    @Test
    void leavesOutRowsWithoutALabelWhateverElseTheyHave() {
      String content = "1,2,a\n1,x,\n3,4,\"\"\n,,\n5,6, \n7,8,b\n";
      Table table = folder.read(content);
      assertArrayEquals(new double[][] {{1, 7}, {2, 8}}, columns(table));
      assertEquals(List.of("a", "b"), DataFolder.labels(table));
      assertArrayEquals(new long[] {1, 6}, table.lines());
      Table missing =
          folder.read(
              "1,2,a\n?,2,?\n1,2,\"?\"\n?,4,b\n",
              ReadOptions.DEFAULT.withMissing(Optional.of("?")));
      assertArrayEquals(new double[][] {{1, Double.NaN}, {2, 4}}, columns(missing));
      assertEquals(List.of("a", "b"), DataFolder.labels(missing));
      Table number =
          folder.read(
              "1,0\n2,-9\n3,-9.0\n4,1\n", ReadOptions.DEFAULT.withMissing(Optional.of("-9")));
      assertArrayEquals(new double[][] {{1, 4}}, columns(number));
      assertEquals(
          "data has no labelled rows; the cells of column index 2, the label, are empty; use"
              + " --label to name the class column",
          folder.refusal("1,2,\n3,4,\n"));
    }

    @Test
    void knowsNoCategoryOfRowsWithoutALabel() {
      Table table = folder.read("u,a\nw,\nv,b\n", ReadOptions.DEFAULT.withCategorical(true));
      assertEquals(
          List.of(List.of("u", "v")), ((CategoryFeatures) table.features()).dictionaries());
    }
  }

  @Nested
  class Labels {

    @Test
    void stayTextOfAnySpelling() {
      assertEquals(
          List.of("9007199254740993", "9007199254740992", "01", "1", "1.0"),
          DataFolder.labels(
              folder.read("1,9007199254740993\n1,9007199254740992\n1,01\n1,1\n1,1.0\n")));
    }

    @Test
    void areUtf8OrElseLatin1() {
      assertEquals(List.of("été", "日本"), DataFolder.labels(folder.read("1,été\n2,日本\n")));
      Path latin1 = folder.write("latin1", "1,été\n2,a\n".getBytes(StandardCharsets.ISO_8859_1));
      assertEquals(
          List.of("été", "a"), DataFolder.labels(WholeFile.read(latin1, ReadOptions.DEFAULT)));
    }

    @Test
    void mayHoldNulBytes() {
      assertEquals(List.of("a\0b", "c"), DataFolder.labels(folder.read("1,a\0b\n2,c\n")));
    }
  }

  @Nested
  class Categories {

    private static final ReadOptions CATEGORIES =
        ReadOptions.DEFAULT.withCategorical(true).withRoles(Roles.LABEL_LAST.withLabel("0"));

    @Test
    void areCodesInOrderOfAppearance() {
      CategoryFeatures features =
          (CategoryFeatures) folder.read("p,x,?\ne,y,a\np,x,\n", CATEGORIES).features();
      assertArrayEquals(new int[][] {{0, 1, 0}, {0, 1, -1}}, features.codes());
      assertEquals(List.of(List.of("x", "y"), List.of("?", "a")), features.dictionaries());
    }

    @Test
    void mayBeMissing() {
      CategoryFeatures features =
          (CategoryFeatures)
              folder
                  .read("p,x,?\ne,y,a\np,?,\n", CATEGORIES.withMissing(Optional.of("?")))
                  .features();
      assertArrayEquals(new int[][] {{0, 1, -1}, {-1, 0, -1}}, features.codes());
    }
  }

  @Nested
  class Files {

    @Test
    void thatHoldNothingAreRefused() {
      assertEquals("data is empty", folder.refusal(""));
      assertEquals("data is empty", folder.refusal("\uFEFF"));
      assertEquals("data has only blank lines", folder.refusal("\n \n\r\n\t"));
      assertEquals("data has a header but no rows", folder.refusal("x,y,class\n"));
      assertEquals(
          "data has a header but no rows",
          folder.refusal("1,2,3\n", layout(Layout.AUTOMATIC.withHeader(true))));
    }

    @Test
    void thatAreNoFilesAreRefused() {
      Path none = temporary.resolve("none");
      assertEquals(
          none + " does not exist",
          folder.refusal(() -> WholeFile.read(none, ReadOptions.DEFAULT)));
      assertEquals(
          temporary
              + " is a directory; expected a data file, or a pattern such as '"
              + temporary
              + "/*.parquet'",
          folder.refusal(() -> WholeFile.read(temporary, ReadOptions.DEFAULT)));
    }

    @Test
    void withBrokenGzipDataAreRefused() {
      byte[] whole = DataFolder.gzip("1,2,a\n3,4,b\n".repeat(1000));
      folder.write("data", Arrays.copyOf(whole, whole.length - 9));
      assertEquals("data is truncated: its gzip data ends early", refusal());
      folder.write("data", Arrays.copyOf(whole, 3));
      assertEquals("data is truncated: its gzip data ends early", refusal());
      whole[whole.length - 6] ^= 1;
      folder.write("data", whole);
      assertEquals(
          "data has invalid gzip data: the gzip member at byte 0 does not match its" + " checksum",
          refusal());
    }

    @Test
    void withAnythingBehindTheirGzipDataAreRefused() {
      byte[] first = DataFolder.gzip("1,2,a\n3,4,b\n");
      byte[] second = DataFolder.gzip("5,6,a\n");
      byte[] both = Arrays.copyOf(first, first.length + second.length);
      System.arraycopy(second, 0, both, first.length, second.length);
      folder.write("data", both);
      assertEquals(3, WholeFile.read(temporary.resolve("data"), ReadOptions.DEFAULT).rowCount());
      folder.write("data", Arrays.copyOf(both, first.length + 8));
      assertEquals("data is truncated: its gzip data ends early", refusal());
      folder.write("data", Arrays.copyOf(first, first.length + 512));
      assertEquals(
          "data has invalid gzip data: the bytes from %d on follow a complete gzip member and do not start another"
              .formatted(first.length),
          refusal());
    }

    @Test
    void thatAreNoTextAreCalledWhatTheyAre() {
      folder.write("data", "PAR1\25\4\25\0");
      assertEquals("data is a Parquet file; expected a text table such as CSV", refusal());
      folder.write("data", DataFolder.gzip("\0\0\10\1\0\0\47\20\7\2"));
      assertEquals(
          "data is an IDX file, the format of MNIST; expected a text table such as CSV", refusal());
      String zero =
          "data has %d zero bytes among its first %d, so it is not UTF-8 text; expected a text"
              + " table such as CSV";
      folder.write("data", new byte[100_000]);
      assertEquals(zero.formatted(4096, 4096), refusal());
      folder.write("data", DataFolder.gzip("\0".repeat(20_000_000)));
      assertEquals(zero.formatted(4096, 4096), refusal());
      folder.write("data", "1,2,a\n".getBytes(StandardCharsets.UTF_16LE));
      assertEquals(zero.formatted(6, 12), refusal());
    }

    @Test
    void withLinesOrCellsWithoutAnEndAreRefused() {
      String endless = "7".repeat((1 << 24) + 10);
      folder.write("data", endless);
      assertEquals("data, line 1: no line end within 16 MB; expected lines of text", refusal());
      for (ReadOptions options : List.of(ReadOptions.DEFAULT, HeaderLookTest.CATEGORIES)) {
        assertEquals(
            "data, line 2: no line end within 16 MB; expected lines of text",
            folder.refusal("x,y,c\n1,2," + endless.repeat(2) + "\n3,4,b\n", options));
      }
      folder.write("data", "1,2,a\n".repeat(200) + endless + ",2,b\n");
      assertEquals(
          "data, line 201, column index 0: '7777777777777777777777777777777777777777…' is too"
              + " large for a double",
          refusal());
    }

    @Test
    void inUtf16AreRefused() {
      folder.write("data", "1,2,a\n".getBytes(StandardCharsets.UTF_16));
      assertEquals("data is UTF-16; expected UTF-8", refusal());
      for (String charset : List.of("UTF-32BE", "UTF-32LE")) {
        folder.write("data", "\uFEFF1,2,a\n".repeat(200).getBytes(Charset.forName(charset)));
        assertEquals("data is UTF-32; expected UTF-8", refusal());
      }
    }

    private static final String OPEN =
        ": a quoted cell starts here and is not closed within 16 MB or before the file ends;"
            + " close the quote, or use --quote none";

    @Test
    void withBrokenQuotesAreRefused() {
      assertEquals("data, line 1" + OPEN, folder.refusal("1,\"a\n2,b\n"));
      assertEquals("data, line 1" + OPEN, folder.refusal("\"1,a\n2,b\n"));
      assertEquals("data, line 3" + OPEN, folder.refusal("1,a\n2,b\n3,\"c\n4,d\n"));
      // It is the line of the quote, not that of the row.
      assertEquals(
          "data, line 3" + OPEN,
          folder.refusal("1,x,a\n2,\"b\nc\",\"d\n4,d\n", HeaderLookTest.CATEGORIES));
      assertEquals(
          "data, line 3: text follows the closing quote of a cell that starts here; correct the"
              + " quotes, or use --quote none",
          folder.refusal("1,a\n2,b\n3,\"c\"d\n"));
    }

    @Test
    void withQuotesThatAreNotClosedAreReadNoFurtherThanTheBound() {
      String rows = "1,2,a\n".repeat(1 << 18);
      String endless = "3,4,b\n".repeat(6 << 20);
      folder.write("data", rows + "3,4,\"b\n" + endless);
      assertEquals("data, line %d%s".formatted((1 << 18) + 1, OPEN), refusal());
      folder.write("data", rows + "3".repeat(36 << 20));
      assertEquals(
          "data, line %d: no line end within 16 MB; expected lines of text"
              .formatted((1 << 18) + 1),
          refusal());
    }

    @Test
    void withQuotedCellsOfSeveralLinesAreReadAndThatIsSaid() {
      String rows = "1,2,a\n".repeat(1 << 18);
      for (String before : List.of("", rows)) {
        long lines = before.lines().count();
        Path file =
            folder.write("data", before + "1,2,a\n3,4,\"b\n5,6,a\n7,8,c\"\n9,9,\"x\ny\"\n1,2,a\n");
        List<String> notes = new ArrayList<>();
        try (DataReader reader = DataReader.open(file, ReadOptions.DEFAULT, ReadProgress.NONE)) {
          reader.noteTo(notes::add);
          assertEquals(lines + 4, reader.all(Workers.CALLER).rowCount());
        }
        assertEquals(
            List.of(
                "%s, line %d: a quoted cell starts here and ends in line %d, so the lines between are part of it; use --quote none to read quotes as text"
                    .formatted(file, lines + 2, lines + 4)),
            notes);
      }
    }

    @Test
    void ofOneLineAreOneRow() {
      assertEquals(1, folder.read("1,2,a").rowCount());
      assertEquals(1, folder.read("1,2,a\n").rowCount());
    }

    @Test
    void tellHowFarTheyAreRead() {
      Path file = folder.write("data", "1,2,a\n");
      long[] seen = new long[2];
      try (DataReader reader =
          DataReader.open(
              file,
              ReadOptions.DEFAULT,
              (done, total) -> {
                seen[0] = done;
                seen[1] = total;
              })) {
        reader.all(Workers.CALLER);
      }
      assertArrayEquals(new long[] {6, 6}, seen);
    }

    private String refusal() {
      return folder.refusal(() -> WholeFile.read(temporary.resolve("data"), ReadOptions.DEFAULT));
    }
  }

  @Test
  void truthsAreOneAndZeroOrOneClass() {
    Table table = folder.read("x,f,c\n1,True,TRUE\n2,false,True\n3,\"FALSE\",false\n");
    assertArrayEquals(new double[][] {{1, 2, 3}, {1, 0, 0}}, columns(table));
    assertEquals(List.of("true", "true", "false"), DataFolder.labels(table));
    assertArrayEquals(new double[][] {{1, 0, 1}}, columns(folder.read("1,a\n0,b\ntrue,a\n")));
    assertEquals(List.of("tRue", "truer"), DataFolder.labels(folder.read("1,tRue\n2,truer\n")));
    assertEquals(
        "data, line 2, column index 0: the cell is 2.0, but others in the column are true or"
            + " false; expected one kind of value",
        folder.refusal("True,a\n2,b\n"));
  }

  @Test
  void selectsRowsOfAllThatBelongsToThem() {
    Table table =
        folder
            .read("1,9,a\n2,8,b\n3,7,c\n", roles(Roles.LABEL_LAST.withWeight("1")))
            .select(new int[] {2, 0});
    assertArrayEquals(new double[][] {{3, 1}}, columns(table));
    assertEquals(List.of("c", "a"), DataFolder.labels(table));
    assertArrayEquals(new double[] {7, 9}, table.labels().weights());
    assertArrayEquals(new long[] {3, 1}, table.lines());
    assertThrows(IndexOutOfBoundsException.class, () -> table.select(new int[] {2}));
  }
}
