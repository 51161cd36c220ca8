package org.lanewise.cli.reading;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.cli.table.CategoryFeatures;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.NumberFeatures;
import org.lanewise.cli.table.Roles;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Table;
import org.lanewise.cli.table.TextFeatures;

class TableReaderTest {

  @TempDir Path temporary;
  private DataFolder folder;

  @BeforeEach
  void makeFolder() {
    folder = new DataFolder(temporary);
  }

  private static double[][] columns(Table table) {
    return ((NumberFeatures) table.features()).columns();
  }

  private static ReadOptions layout(Layout layout) {
    return ReadOptions.DEFAULT.withLayout(layout);
  }

  private static ReadOptions roles(Roles roles) {
    return ReadOptions.DEFAULT.withRoles(roles);
  }

  private static void assertTwoRows(Table table) {
    assertArrayEquals(new double[][] {{1, 3}, {2.5, -4}}, columns(table));
    assertEquals(List.of("a", "b"), DataFolder.labels(table));
  }

  @Nested
  class FindsTheLayout {

    @ParameterizedTest
    @ValueSource(
        strings = {
          "1,2.5,a\n3,-4,b\n",
          "1;2.5;a\n3;-4;b\n",
          "1|2.5|a\n3|-4|b\n",
          "1\t2.5\ta\n3\t-4\tb\n",
          "1 2.5 a\n3 -4 b\n",
          "  1   2.5   a \n  3    -4   b\n",
          "1, 2.5 , a\n3, -4 , b\n",
          "1,2.5,a\r\n3,-4,b\r\n",
          "1,2.5,a\r3,-4,b\r",
          "1,2.5,a\r\n3,-4,b",
          "1,2.5,a\n3,-4,b\r\n",
          "\n\n1,2.5,a\n\n3,-4,b\n\n\n",
          "   \n1,2.5,a\n \t \n3,-4,b\n   ",
          "\uFEFF1,2.5,a\n3,-4,b\n",
          "\"1\",\"2.5\",\"a\"\n\"3\",\"-4\",\"b\"\n",
          "x,y,class\n1,2.5,a\n3,-4,b\n",
          "\uFEFF\"x\",\"y\",\"class\"\r\n1,2.5,a\r\n3,-4,b\r\n",
          "2,2,first,second,third\n1,2.5,a\n3,-4,b\n",
        })
    void whateverDividesCellsAndLines(String content) {
      assertTwoRows(folder.read(content));
    }

    @Test
    void gzipByItsBytesNotItsName() {
      Path file = folder.write("data.csv", DataFolder.gzip("1,2.5,a\n3,-4,b\n"));
      assertTwoRows(DataReader.read(file, ReadOptions.DEFAULT, ReadProgress.NONE));
      Path plain = folder.write("plain.gz", "1,2.5,a\n3,-4,b\n");
      assertTwoRows(DataReader.read(plain, ReadOptions.DEFAULT, ReadProgress.NONE));
    }

    @Test
    void commasThoughSpacesAreInEveryLine() {
      Table table =
          folder.read("1,2,New York\n3,4,Los Angeles\n5,San Jose\n".replace("5,", "5,6,"));
      assertEquals(List.of("New York", "Los Angeles", "San Jose"), DataFolder.labels(table));
    }

    @Test
    void severalTabsBetweenTwoCells() {
      Table table = folder.read("1\t2.5\ta\n1\t\t2.5\ta\n3\t-4\t\t\tb\n1\t2.5\ta\n");
      assertArrayEquals(new double[][] {{1, 1, 3, 1}, {2.5, 2.5, -4, 2.5}}, columns(table));
    }

    @Test
    void tabsThoughCommasAreInMostMessages() {
      Table table =
          folder.read(
              "ham\tyes, but \"no\nspam\t\"win, win\nham\tone, two\n",
              roles(Roles.LABEL_LAST.withText("1")));
      assertEquals(List.of("ham", "spam", "ham"), DataFolder.labels(table));
      assertEquals(
          List.of("yes, but \"no", "\"win, win", "one, two"),
          ((TextFeatures) table.features()).messages());
    }

    @Test
    void aLineOfAnotherLengthDoesNotHideTheDelimiter() {
      assertEquals(
          "data, line 3: 2 cells found; 3 expected, as in most lines",
          folder.refusal("1,2,a\n1,2,b\n1,2\n1,2,a\n"));
    }

    @Test
    void quotedCellsWithDelimitersLineEndsAndQuotes() {
      Table table = folder.read("1,2.5,\"a, \"\"b\"\"\nc\"\n3,-4,\"d\"\n");
      assertEquals(List.of("a, \"b\"\nc", "d"), DataFolder.labels(table));
      assertArrayEquals(new int[] {1, 3}, table.lines());
    }

    @Test
    void quotedCellsBetweenBlanks() {
      Table table = folder.read("1 \t2.5 \"a  b\"\n3  -4 \"say \"\"c  d\"\"\"\n");
      assertEquals(List.of("a  b", "say \"c  d\""), DataFolder.labels(table));
    }

    @Test
    void whatTheUserSaysWins() {
      assertEquals(
          List.of("2,a", "4,b"),
          DataFolder.labels(
              folder.read("1;2,a\n3;4,b\n", layout(Layout.AUTOMATIC.withDelimiter(';')))));
      assertEquals(
          List.of("\"a\"", "\"b\""),
          DataFolder.labels(
              folder.read(
                  "1,2,\"a\"\n3,4,\"b\"\n", layout(Layout.AUTOMATIC.withQuote(Quote.NONE)))));
      assertEquals(
          List.of("a,b", "c"),
          DataFolder.labels(
              folder.read(
                  "1,2,'a,b'\n3,4,c\n", layout(Layout.AUTOMATIC.withQuote(new Quote('\''))))));
    }

    @Test
    void veryLongLinesAndManyColumns() {
      int width = 20_000;
      String row = "1.25,".repeat(width);
      Table table = folder.read(row + "a\n" + row + "b\n" + row + "a\n");
      assertEquals(width, columns(table).length);
      assertArrayEquals(new double[] {1.25, 1.25, 1.25}, columns(table)[width - 1]);
      String longLabel = "a".repeat(3_000_000);
      assertEquals(longLabel, folder.read("1,b\n2," + longLabel + "\n").labels().name(1));
    }

    @Test
    void moreRowsThanAreLookedAt() {
      String content =
          IntStream.range(0, 5000)
              .mapToObj(i -> i + "," + i % 3 + "\n")
              .collect(Collectors.joining());
      Table table = folder.read(content);
      assertEquals(5000, table.rowCount());
      assertEquals(4999, columns(table)[0][4999]);
      assertEquals(4999 % 3 + "", DataFolder.labels(table).get(4999));
    }
  }

  @Nested
  class FindsTheHeader {

    @Test
    void whenTextStandsOverNumbers() {
      Schema schema = folder.read("x,y,class\n1,2,a\n3,4,b\n").schema();
      assertTrue(schema.named());
      assertEquals(List.of("x", "y"), schema.featureNames());
      assertEquals(new Schema.Column(2, "class"), schema.label());
    }

    @Test
    void whenItsCellCountDiffersAndThenItNamesNothing() {
      Table table = folder.read("2,1,first,second\n1,a\n3,b\n");
      assertEquals(2, table.rowCount());
      assertFalse(table.schema().named());
      assertEquals(List.of("x0"), table.schema().featureNames());
    }

    @Test
    void thatCountsRowsAndColumnsAndThenItNamesNothing() {
      Table table =
          folder.read(
              "150,4,setosa,versicolor,virginica\n5.1,3.5,1.4,0.2,0\n4.9,3,1.4,0.2,1\n",
              roles(Roles.LABEL_LAST.withLabel("4")));
      assertEquals(2, table.rowCount());
      assertEquals(List.of("0", "1"), DataFolder.labels(table));
      assertEquals(List.of("x0", "x1", "x2", "x3"), table.schema().featureNames());
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "1,2,a\\n3,4,b\\n | 2",
          "a,1,x\\nb,y,x\\n | 2",
          "?,1,x\\n2,3,y\\n | 2",
          "p,x,s\\ne,y,s\\n | 2",
        })
    void onlyThen(String content, int rowCount) {
      ReadOptions categories = ReadOptions.DEFAULT.withCategorical(true);
      assertEquals(rowCount, folder.read(content.replace("\\n", "\n"), categories).rowCount());
    }

    @Test
    void inspiteOfOneTextCellFurtherDown() {
      assertEquals(
          "data, line 4, column 1 of 2 (x): 'abc' is not a number; a finite number was expected",
          folder.refusal("x,class\n1,a\n2,b\nabc,b\n"));
    }

    @Test
    void byTheNamesThatAreAskedFor() {
      ReadOptions options =
          ReadOptions.DEFAULT.withCategorical(true).withRoles(Roles.LABEL_LAST.withLabel("class"));
      Table table = folder.read("class,odor\np,foul\ne,none\n", options);
      assertEquals(List.of("p", "e"), DataFolder.labels(table));
      assertEquals(List.of("odor"), table.schema().featureNames());
    }

    @Test
    void unlessTheUserSaysOtherwise() {
      Table table = folder.read("1,2,3\n4,5,6\n", layout(Layout.AUTOMATIC.withHeader(true)));
      assertEquals(List.of("6"), DataFolder.labels(table));
      assertEquals(
          "data, line 1, column 1 of 2: 'x' is not a number; a finite number was expected",
          folder.refusal("x,y\n1,2\n", layout(Layout.AUTOMATIC.withHeader(false))));
    }

    @Test
    void withEmptyOrRepeatedNames() {
      assertEquals(
          List.of("a", "a.1", "b", "a.2"),
          folder.read("a,a,b,a,class\n1,2,3,4,k\n").schema().featureNames());
      assertFalse(folder.read(",x,class\n1,2,k\n").schema().named());
    }
  }

  @Nested
  class FindsTheColumns {

    private static final String NAMED = "class,x,w,y\na,1,0.5,2\nb,3,1,4\n";

    @Test
    void labelByNameOrIndex() {
      for (String label : List.of("class", "0")) {
        Table table = folder.read(NAMED, roles(Roles.LABEL_LAST.withLabel(label)));
        assertEquals(List.of("a", "b"), DataFolder.labels(table));
        assertEquals(List.of("x", "w", "y"), table.schema().featureNames());
      }
      assertEquals(
          List.of("1", "3"),
          DataFolder.labels(
              folder.read("x,class\n1,2\n3,4\n", roles(Roles.LABEL_LAST.withLabel("x")))));
    }

    @Test
    void weightByNameOrIndex() {
      Table table = folder.read(NAMED, roles(Roles.LABEL_LAST.withLabel("class").withWeight("w")));
      assertArrayEquals(new double[] {0.5, 1}, table.labels().weights());
      assertArrayEquals(new double[][] {{1, 3}, {2, 4}}, columns(table));
      assertEquals(List.of("x", "y"), table.schema().featureNames());
      // The default label is the last column that is left.
      assertEquals(
          List.of("a", "b"),
          DataFolder.labels(
              folder.read("1,a,2\n3,b,4\n", roles(Roles.LABEL_LAST.withWeight("2")))));
    }

    @Test
    void messageByNameOrIndexAndTheLabelIsAnother() {
      Table table =
          folder.read("ham,\"hi, you\"\nspam,win\n", roles(Roles.LABEL_LAST.withText("1")));
      assertEquals(List.of("ham", "spam"), DataFolder.labels(table));
      assertEquals(List.of("hi, you", "win"), ((TextFeatures) table.features()).messages());
      table =
          folder.read(
              "kind,message\nham,hi\nspam,win\n", roles(Roles.LABEL_LAST.withText("message")));
      assertEquals(List.of("ham", "spam"), DataFolder.labels(table));
    }

    @Test
    void orSaysWhichThereAre() {
      assertEquals(
          "data has no column 'z' as --label asks; an index from 0 to 3 or one of the names"
              + " [class, x, w, y] was expected",
          folder.refusal(NAMED, roles(Roles.LABEL_LAST.withLabel("z"))));
      assertEquals(
          "data has no column '4' as --weight asks; an index from 0 to 3 was expected",
          folder.refusal("1,2,3,4\n", roles(Roles.LABEL_LAST.withWeight("4"))));
      assertEquals(
          "data has no column '-1' as --label asks; an index from 0 to 3 was expected",
          folder.refusal("1,2,3,4\n", roles(Roles.LABEL_LAST.withLabel("-1"))));
      assertEquals(
          "data has more than one column named 'a'; one was expected, or its 0-based index",
          folder.refusal("a,a,b\n1,2,3\n", roles(Roles.LABEL_LAST.withLabel("a"))));
      assertEquals(
          "column 2 of data is asked to be both the label and the weight; two columns were"
              + " expected",
          folder.refusal("1,2,3\n", roles(Roles.LABEL_LAST.withLabel("1").withWeight("1"))));
    }

    @Test
    void orSaysThatNoFeatureIsLeft() {
      assertEquals(
          "data has 1 column; a label and at least one feature were expected",
          folder.refusal("1\n2\n"));
    }
  }

  @Nested
  class Numbers {

    @ParameterizedTest
    @ValueSource(
        strings = {"abc", "1d", "2f", "0x1p3", "1,5", "1e", "--1", "1_0", "e5", ".", "1 2", "½"})
    void refusesText(String cell) {
      assertEquals(
          "data, line 2, column 1 of 2: '%s' is not a number; a finite number was expected"
              .formatted(cell),
          folder.refusal("1;a\n" + cell + ";b\n3;c\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "nan", "inf", "-Infinity", "NA", "?"})
    void refusesWhatIsNotFinite(String cell) {
      assertEquals(
          "data, line 1, column 1 of 2: '%s' is not a number; a finite number was expected"
              .formatted(cell),
          folder.refusal(cell + ",a\n3,c\n"));
    }

    @Test
    void refusesEmptyCells() {
      assertEquals(
          "data, line 2, column 2 of 3: the cell is empty; a number was expected",
          folder.refusal("1,2,a\n1,,a\n"));
      assertEquals(
          "data, line 2, column 1 of 3: the cell is empty; a number was expected",
          folder.refusal("1,2,a\n ,2,a\n"));
      assertEquals(
          "data, line 1, column 1 of 3: the cell is empty; a number was expected",
          folder.refusal(",,\n,,\n"));
    }

    @Test
    void refusesTooLargeOnes() {
      assertEquals(
          "data, line 1, column 1 of 2: '1e999' is too large for a double; a finite number was"
              + " expected",
          folder.refusal("1e999,a\n3,c\n"));
    }

    @Test
    void showsWhatWasFoundOnOneShortLine() {
      assertEquals(
          "data, line 1, column 1 of 2: 'a\\x0ab\\x00' is not a number; a finite number was"
              + " expected",
          folder.refusal("\"a\nb\0\",a\n\"x\",c\n"));
      assertTrue(
          folder
              .refusal("1,a\n" + "y".repeat(1000) + ",b\n")
              .contains("'" + "y".repeat(40) + "…'"));
    }

    @Test
    void namesTheColumn() {
      assertEquals(
          "data, line 3, column 2 of 3 (width): 'wide' is not a number; a finite number was"
              + " expected",
          folder.refusal("length,width,class\n1,2,a\n1,wide,a\n"));
    }

    @Test
    void countsLinesWithBlankOnesAndThoseInQuotes() {
      assertTrue(folder.refusal("1,a\n\n\r\n2,\"x\ny\"\nbad,a\n").startsWith("data, line 6,"));
    }

    @Test
    void tellsARaggedRowFromAWrongCell() {
      assertEquals(
          "data, line 3: 4 cells found; 3 expected, as in most lines",
          folder.refusal("1,2,a\n1,2,a\n1,x,2,a\n"));
    }

    @Test
    void readsMissingOnesAsNaNIfAskedTo() {
      Table table = folder.read("1,?,a\n,2,b\n", ReadOptions.DEFAULT.withMissing("?"));
      assertArrayEquals(new double[][] {{1, Double.NaN}, {Double.NaN, 2}}, columns(table));
    }

    @Test
    void refusesNegativeWeightsAndEmptyLabels() {
      assertEquals(
          "data, line 2, column 1 of 3: the weight -1 is negative; 0 or more was expected",
          folder.refusal("1,2,a\n-1,2,a\n", roles(Roles.LABEL_LAST.withWeight("0"))));
      assertEquals(
          "data, line 2, column 3 of 3: the label is empty; the name of a class was expected",
          folder.refusal("1,2,a\n1,2,\n"));
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
          List.of("été", "a"),
          DataFolder.labels(DataReader.read(latin1, ReadOptions.DEFAULT, ReadProgress.NONE)));
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
              folder.read("p,x,?\ne,y,a\np,?,\n", CATEGORIES.withMissing("?")).features();
      assertArrayEquals(new int[][] {{0, 1, -1}, {-1, 0, -1}}, features.codes());
    }
  }

  @Nested
  class Files {

    @Test
    void thatHoldNothingAreRefused() {
      assertEquals("data is empty; a data file was expected", folder.refusal(""));
      assertEquals("data is empty; a data file was expected", folder.refusal("\uFEFF"));
      assertEquals(
          "data has only blank lines; rows of data were expected", folder.refusal("\n \n\r\n\t"));
      assertEquals(
          "data has a header and no rows; rows of data were expected",
          folder.refusal("x,y,class\n"));
      assertEquals(
          "data has a header and no rows; rows of data were expected",
          folder.refusal("1,2,3\n", layout(Layout.AUTOMATIC.withHeader(true))));
    }

    @Test
    void thatAreNoFilesAreRefused() {
      Path none = temporary.resolve("none");
      assertEquals(
          none + " does not exist; a data file was expected",
          folder.refusal(() -> DataReader.read(none, ReadOptions.DEFAULT, ReadProgress.NONE)));
      assertEquals(
          temporary + " is a directory; a data file was expected",
          folder.refusal(() -> DataReader.read(temporary, ReadOptions.DEFAULT, ReadProgress.NONE)));
    }

    @Test
    void withBrokenGzipDataAreRefused() {
      byte[] whole = DataFolder.gzip("1,2,a\n3,4,b\n".repeat(1000));
      folder.write("data", Arrays.copyOf(whole, whole.length - 9));
      assertEquals("data is cut short: its gzip data end too early", refusal());
      folder.write("data", Arrays.copyOf(whole, 3));
      assertEquals("data is cut short: its gzip data end too early", refusal());
      whole[whole.length - 6] ^= 1;
      folder.write("data", whole);
      assertEquals("data has broken gzip data", refusal());
    }

    @Test
    void inUtf16AreRefused() {
      folder.write("data", "1,2,a\n".getBytes(StandardCharsets.UTF_16));
      assertEquals("data is UTF-16; UTF-8 was expected", refusal());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1,\"a\n2,b\n", "\"1,a\n2,b\n", "1,a\n2,b\n3,\"c\"d\n"})
    void withBrokenQuotesAreRefused(String content) {
      assertTrue(
          folder
              .refusal(content)
              .endsWith(
                  ": a quoted cell is not closed, or text follows it; properly quoted cells were"
                      + " expected, or --quote none"));
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
      DataReader.read(
          file,
          ReadOptions.DEFAULT,
          (done, total) -> {
            seen[0] = done;
            seen[1] = total;
          });
      assertArrayEquals(new long[] {6, 6}, seen);
    }

    private String refusal() {
      return folder.refusal(
          () -> DataReader.read(temporary.resolve("data"), ReadOptions.DEFAULT, ReadProgress.NONE));
    }
  }

  @Nested
  class LikeAFittedFile {

    private final String fitted = "x,y,class\n1,2,a\n3,4,b\n";

    @Test
    void matchesFeaturesByName() {
      Schema schema = folder.read(fitted).schema();
      Table table = folder.readLike(schema, "id,y,x\n7,20,10\n8,40,30\n", LabelUse.IGNORED);
      assertArrayEquals(new double[][] {{10, 30}, {20, 40}}, columns(table));
      assertEquals(List.of(), DataFolder.labels(table));
      table = folder.readLike(schema, "class,y,x\nb,20,10\n", LabelUse.REQUIRED);
      assertArrayEquals(new double[][] {{10}, {20}}, columns(table));
      assertEquals(List.of("b"), DataFolder.labels(table));
    }

    @Test
    void matchesThemByPositionWithoutNames() {
      Schema named = folder.read(fitted).schema();
      Schema numbered = folder.read("1,2,a\n3,4,b\n").schema();
      double[][] expected = {{10, 30}, {20, 40}};
      for (String content : List.of("10,20\n30,40\n", "10,20,a\n30,40,b\n")) {
        assertArrayEquals(expected, columns(folder.readLike(named, content, LabelUse.IGNORED)));
        assertArrayEquals(expected, columns(folder.readLike(numbered, content, LabelUse.IGNORED)));
      }
      assertArrayEquals(
          expected, columns(folder.readLike(numbered, "y,x\n10,20\n30,40\n", LabelUse.IGNORED)));
    }

    @Test
    void knowsTheLabelAndTheWeightByPosition() {
      Schema schema =
          folder
              .read("1,a,9,2\n1,b,9,4\n", roles(Roles.LABEL_LAST.withWeight("0").withLabel("1")))
              .schema();
      double[][] expected = {{5}, {6}};
      for (String content : List.of("1,a,5,6\n", "a,5,6\n", "5,6\n")) {
        Table table = folder.readLike(schema, content, LabelUse.IGNORED);
        assertArrayEquals(expected, columns(table), content);
        assertFalse(table.labels().areWeighted());
      }
      assertEquals(
          List.of("b"), DataFolder.labels(folder.readLike(schema, "1,b,5,6\n", LabelUse.REQUIRED)));
    }

    @Test
    void doesNotReadLabelsThatItIgnores() {
      Schema schema = folder.read(fitted).schema();
      assertEquals(2, folder.readLike(schema, "1,2,\n3,4,?\n", LabelUse.IGNORED).rowCount());
    }

    @Test
    void knowsItsNamesOverTextToo() {
      ReadOptions options = ReadOptions.DEFAULT.withCategorical(true);
      Schema schema =
          folder
              .read(
                  "odor,kind\nfoul,p\n",
                  roles(Roles.LABEL_LAST.withLabel("kind")).withCategorical(true))
              .schema();
      Table table =
          DataReader.readLike(
              schema,
              DataReader.NO_FEATURE_LIMIT,
              folder.write("data", "odor\nnone\n"),
              options,
              LabelUse.IGNORED,
              ReadProgress.NONE);
      assertEquals(1, table.rowCount());
    }

    @Test
    void refusesAnotherNumberOfColumns() {
      Schema schema = folder.read(fitted).schema();
      assertEquals(
          "data has 4 columns; the model has 2 features, so 2 columns were expected, or 3 with the"
              + " label",
          folder.refusalLike(schema, "1,2,3,4\n", LabelUse.IGNORED));
      assertEquals(
          "data has 1 column; the model has 2 features, so 2 columns were expected, or 3 with the"
              + " label",
          folder.refusalLike(schema, "1\n", LabelUse.IGNORED));
      assertEquals(
          "data has no column 'y'; all 2 features of the model were expected",
          folder.refusalLike(schema, "x,z\n1,2\n", LabelUse.IGNORED));
      assertEquals(
          "data has no label column; one was expected",
          folder.refusalLike(schema, "1,2\n", LabelUse.REQUIRED));
      assertEquals(
          "data has sparse lines; a table with the columns of the fitted file was expected",
          folder.refusalLike(schema, "a 0:1 1:2\n", LabelUse.REQUIRED));
      assertEquals(
          "data is a table; sparse lines, label index:value …, were expected as in the fitted one",
          folder.refusalLike(Schema.SPARSE, "1,2,a\n", LabelUse.REQUIRED));
    }

    @Test
    void readsMessagesWithAndWithoutLabel() {
      ReadOptions text = roles(Roles.LABEL_LAST.withText("1"));
      Schema schema = folder.read("ham\thi, you\nspam\twin\n", text).schema();
      Table table = folder.readLike(schema, "spam\tgo, go\n", LabelUse.REQUIRED);
      assertEquals(List.of("go, go"), ((TextFeatures) table.features()).messages());
      assertEquals(List.of("spam"), DataFolder.labels(table));
    }
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
    assertArrayEquals(new int[] {3, 1}, table.lines());
    assertThrows(IndexOutOfBoundsException.class, () -> table.select(new int[] {2}));
  }
}
