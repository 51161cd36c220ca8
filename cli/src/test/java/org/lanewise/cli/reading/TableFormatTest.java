package org.lanewise.cli.reading;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.reading.DataFolder.columns;
import static org.lanewise.cli.reading.DataFolder.layout;
import static org.lanewise.cli.reading.DataFolder.roles;

import java.nio.file.Path;
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
import org.lanewise.cli.table.MessageFeatures;
import org.lanewise.cli.table.Roles;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Table;

/// How a table is written is found by looking at it.
class TableFormatTest {

  @TempDir Path temporary;
  private DataFolder folder;

  @BeforeEach
  void makeFolder() {
    folder = new DataFolder(temporary);
  }

  private static void assertTwoRows(Table table) {
    assertArrayEquals(new double[][] {{1, 3}, {2.5, -4}}, columns(table));
    assertEquals(List.of("a", "b"), DataFolder.labels(table));
  }

  @Nested
  class FindsTheLayout {

    @Test
    void byTheHeaderIfTwoMarksDivideTheRowsAlike() {
      Table table = folder.read("x;y;c\n1;3;a, b\n2.5;-4;c, d\n");
      assertArrayEquals(new double[][] {{1, 2.5}, {3, -4}}, columns(table));
      assertEquals(List.of("a, b", "c, d"), DataFolder.labels(table));
    }

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
      assertTwoRows(WholeFile.read(file, ReadOptions.DEFAULT));
      Path plain = folder.write("plain.gz", "1,2.5,a\n3,-4,b\n");
      assertTwoRows(WholeFile.read(plain, ReadOptions.DEFAULT));
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
          ((MessageFeatures) table.features()).messages());
    }

    @Test
    void aLineOfAnotherLengthDoesNotHideTheDelimiter() {
      assertEquals(
          "data, line 3: found 2 cells; expected 3, as in most lines",
          folder.refusal("1,2,a\n1,2,b\n1,2\n1,2,a\n"));
    }

    @Test
    void quotedCellsWithDelimitersLineEndsAndQuotes() {
      Table table = folder.read("1,2.5,\"a, \"\"b\"\"\nc\"\n3,-4,\"d\"\n");
      assertEquals(List.of("a, \"b\"\nc", "d"), DataFolder.labels(table));
      assertArrayEquals(new long[] {1, 3}, table.lines());
    }

    @Test
    void quotedCellsOfHundredsOfLines() {
      ReadOptions categories = HeaderLookTest.CATEGORIES;
      String mail = "\"" + "a line, and more\n".repeat(450) + "\"";
      String rows = "1,%s,a\n2.5,x,b\n3,\"y\",a\n".formatted(mail);
      assertEquals(List.of("a", "b", "a"), DataFolder.labels(folder.read(rows, categories)));
      Table named = folder.read("count,text,kind\n" + rows, categories);
      assertEquals(List.of("a", "b", "a"), DataFolder.labels(named));
      assertEquals(List.of("count", "text"), named.schema().featureNames());
    }

    @Test
    void linesThatEndInACarriageReturnAloneHoweverManyThereAre() {
      Table table = folder.read("1,2.5,a\r".repeat(2_500_000) + "3,-4,b\r");
      assertEquals(2_500_001, table.rowCount());
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
          "data, line 4, column 'x': 'abc' is not a finite number; use --drop x to leave the"
              + " column out",
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
          "data, line 1, column index 0: 'x' is not a finite number; use --drop 0 to leave the"
              + " column out",
          folder.refusal("x,y\n1,2\n", layout(Layout.AUTOMATIC.withHeader(false))));
    }
  }

  @Test
  void aMarkInTheHeaderAloneDividesNothing() {
    Path file = folder.write("data", "T|1,class\n" + "\"a \"\"b\"\"\",x\n\"c\",y\n".repeat(3));
    try (DataReader reader = DataReader.open(file, ReadOptions.DEFAULT, ReadProgress.NONE)) {
      assertEquals(List.of("T|1"), reader.schema().featureNames());
    }
  }

  @Test
  void semicolonsDivideWhereCommasAreDecimal() {
    Path file = folder.write("data", "temp;class\n36,6;ill\n38,2;well\n36,9;ill\n");
    try (DataReader reader = DataReader.open(file, ReadOptions.DEFAULT, ReadProgress.NONE)) {
      assertEquals(List.of("temp"), reader.schema().featureNames());
    }
  }
}
