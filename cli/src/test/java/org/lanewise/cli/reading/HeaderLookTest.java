package org.lanewise.cli.reading;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.Roles;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Workers;

/// Which first lines name the columns.
class HeaderLookTest {

  static final ReadOptions CATEGORIES = ReadOptions.DEFAULT.withCategorical(true);

  @TempDir Path temporary;
  private DataFolder folder;

  @BeforeEach
  void makeFolder() {
    folder = new DataFolder(temporary);
  }

  private record Found(int rows, List<String> names, Optional<String> remark) {}

  private Found find(String content, ReadOptions options) {
    Path file = folder.write("data", content);
    try (DataReader reader = DataReader.open(file, options, ReadProgress.NONE)) {
      return new Found(
          reader.all(Workers.CALLER).rowCount(),
          reader.schema().named() ? reader.schema().featureNames() : List.of(),
          reader.remarks().stream()
              .findFirst()
              .map(remark -> remark.replace(file.toString(), "data")));
    }
  }

  private static Found clear(int rows, String... names) {
    return new Found(rows, List.of(names), Optional.empty());
  }

  /// Messages divided by tabs have quotes of their own.
  @Test
  void quotesAroundAllCellsOfMessagesAreNoted() {
    ReadOptions messages =
        ReadOptions.DEFAULT.withRoles(Roles.LABEL_LAST.withLabel("0").withText("1"));
    String content = "\"ham\"\t\"see you\"\n\"spam\"\t\"win\"\n\"ham\"\t\"later\"\n";
    assertEquals(
        Optional.of(
            "data: keeping the quotes around cells, because messages contain quotes; use --quote"
                + " '\"' to remove them"),
        find(content, messages).remark());
    assertEquals(Optional.empty(), find(content.replace("\"later\"", "later"), messages).remark());
  }

  @Test
  void whoseCellsAreInNoRowBelowIsAHeaderAndThatIsSaid() {
    String rows = "y,n,y\nn,n,y\ny,y,n\n";
    Found expected = doubted(3, guessed("'a' and 2 more of its cells appear", 3), "a", "b");
    assertEquals(expected, find("a,b,label\n" + rows, CATEGORIES));
    assertEquals(expected, find("a\tb\tlabel\n" + rows.replace(',', '\t'), CATEGORIES));
    assertEquals(expected, find("a b label\n" + rows.replace(',', ' '), CATEGORIES));
    assertEquals(clear(3), find(rows, CATEGORIES));
    assertEquals(
        clear(3, "a", "b"),
        find("a,b,label\n" + rows, CATEGORIES.withRoles(Roles.LABEL_LAST.withLabel("label"))));
  }

  @Test
  void aboveAnIdentifierIsStillAHeader() {
    StringBuilder rows = new StringBuilder("id,colour,label\n");
    for (int row = 0; row < 50; row++) {
      rows.append('u').append(row).append(row % 2 == 0 ? ",red,a\n" : ",blue,b\n");
    }
    assertEquals(
        doubted(50, guessed("'colour' and 2 more of its cells appear", 50), "id", "colour"),
        find(rows.toString(), CATEGORIES));
    String without = rows.substring(rows.indexOf("\n") + 1);
    assertEquals(clear(50), find(without, CATEGORIES));
  }

  @Test
  void whoseCellsAreInSomeColumnsBelowIsARowAndThatIsSaid() {
    assertEquals(
        new Found(
            4,
            List.of(),
            Optional.of(
                "data: assuming the first line is a row, although 'rare' appears in none of the"
                    + " next 3 rows; use --header if it names the columns, --no-header if not")),
        find("rare,n,y\nn,n,y\ny,y,n\nn,y,y\n", CATEGORIES));
    assertEquals(
        new Found(
            4,
            List.of(),
            Optional.of(
                "data: assuming the first line is a row, although 'rare' and 1 more of its cells"
                    + " appear in none of the next 3 rows; use --header if it names the columns,"
                    + " --no-header if not")),
        find("rare,seldom,y\nn,n,y\ny,y,n\nn,y,y\n", CATEGORIES));
    assertEquals(
        clear(4),
        find(
            "rare,n,y\nn,n,y\ny,y,n\nn,y,y\n",
            CATEGORIES.withLayout(Layout.AUTOMATIC.withHeader(false))));
  }

  @Test
  void isComparedWithAThousandRows() {
    String rows = "n,n,y\ny,y,n\n".repeat(450);
    assertEquals(clear(1001), find("rare,n,y\n" + rows + "rare,n,y\n".repeat(100), CATEGORIES));
    assertEquals(
        Optional.of(
            "data: assuming the first line is a row, although 'rare' appears in none of the next"
                + " 1000 rows; use --header if it names the columns, --no-header if not"),
        find("rare,n,y\n" + rows + "n,n,y\n".repeat(100) + "rare,n,y\n", CATEGORIES).remark);
  }

  @Test
  void aboveMessagesIsFoundByTheirLabels() {
    ReadOptions messages = DataFolder.roles(Roles.LABEL_LAST.withText("1"));
    assertEquals(
        doubted(3, guessed("'kind' appears", 3)),
        find("kind\tmessage\nham\tsee you\nspam\twin\nham\tat ten\n", messages));
    assertEquals(clear(4), find("spam\twin now\nham\tsee you\nspam\twin\nham\tat ten\n", messages));
    assertEquals(
        doubted(2, absent("'ham' appears", 1)), find("ham\tsee you\nspam\twin\n", messages));
  }

  @Test
  void aMessageOfAClassThatNoOtherHasIsARowWhereTheModelKnowsMessages() {
    Roles roles = Roles.LABEL_LAST.withLabel("0").withText("1");
    String unnamed = "ham\tsee you\nspam\twin\n";
    assertEquals(3, rowsLike(unnamed, "eggs\tfry\nspam\twin\nspam\tyou\n", roles, false));
  }

  @Test
  void withNumbersOrWithoutTextNamesNothing() {
    assertEquals(clear(3), find("1,n,x\n2,n,y\n3,y,y\n", CATEGORIES));
    assertEquals(clear(3), find("5.1,1,other\n4.9,2,other\n4.7,3,setosa\n", ReadOptions.DEFAULT));
  }

  private static Found doubted(int rows, String remark, String... names) {
    return new Found(rows, List.of(names), Optional.of("data: " + remark));
  }

  private static String guessed(String cells, int rows) {
    return "assuming the first line is a header, because %s in none of the next %d rows; use --no-header if it is a row"
        .formatted(cells, rows);
  }

  private static final String COUNTS =
      "assuming the first line is a header, because its numbers count; use --no-header if it is a"
          + " row";

  private static final String DOUBTED =
      "assuming the first line is a row, although its numbers count; use --header if it names the"
          + " columns, --no-header if not";

  private static String absent(String cells, int rows) {
    return "assuming the first line is a row, although %s in none of the next %d rows; use --header if it names the columns, --no-header if not"
        .formatted(cells, rows);
  }

  @Test
  void withNumbersAndALabelThatIsNotBelowIsARowAndThatIsSaid() {
    assertEquals(
        doubted(3, absent("'setosa' appears", 2)),
        find("5.1,1,setosa\n4.9,2,other\n4.7,3,other\n", ReadOptions.DEFAULT));
  }

  @Test
  void whoseNumbersCountTheColumnsIsAHeaderWhereTextsTellAndThatIsSaid() {
    String rows = "0.5,2.5,p\n2.5,2.5,q\n1.5,3.5,p\n3.5,2.5,q\n";
    for (String header : List.of("0,1,label", "0,1,2", "2019,2020,c")) {
      String[] names = header.split(",");
      assertEquals(
          doubted(4, COUNTS, names[0], names[1]), find(header + "\n" + rows, ReadOptions.DEFAULT));
      assertEquals(
          doubted(3, COUNTS, names[0], names[1]),
          find(header + "\ny,n,a\nn,n,b\ny,y,b\n", CATEGORIES));
    }
  }

  @Test
  void whoseNumbersCountIsAHeaderAboveNumbersTooAndThatIsSaid() {
    for (String rows : List.of("0.5,2,1\n1.5,3,0\n2.5,4,1\n", "3,2,1\n1,3,0\n2,4,1\n")) {
      assertEquals(doubted(3, COUNTS, "0", "1"), find("0,1,2\n" + rows, ReadOptions.DEFAULT));
    }
    String years = "2021,2022,2023\n";
    String rows = "3,2,1\n1,3,0\n2,4,1\n5,4,0\n7,1,1\n";
    assertEquals(doubted(5, COUNTS, "2021", "2022"), find(years + rows, ReadOptions.DEFAULT));
    assertEquals(doubted(4, DOUBTED), find("3,4,5\n3,2,1\n4,3,0\n2,4,1\n", ReadOptions.DEFAULT));
    assertEquals(doubted(3, DOUBTED), find("0,1\n1,0\n1,1\n", ReadOptions.DEFAULT));
  }

  @Test
  void whoseNumbersCountIsARowAboveOneClass() {
    assertEquals(
        doubted(3, absent("'a' appears", 2)), find("1,2,a\n2,3,b\n4,4,b\n", ReadOptions.DEFAULT));
    assertEquals(clear(3), find("1,2,a\n2,3,b\n4,4,a\n", ReadOptions.DEFAULT));
  }

  @Test
  void ofNumbersIsThatOfAModelWithTheseNames() {
    String rows = "1,1,no\n1,10,yes\n2,1,no\n2,11,yes\n";
    Schema schema = folder.read("2021,2022,y\n" + rows).schema();
    for (String header : List.of("2021,2022", ",2021,2022", "2021,2022,y", "2021,y,2022")) {
      String row = header.startsWith(",") || header.endsWith("y") ? "7,8,9\n" : "7,8\n";
      String table = header + "\n" + (header.endsWith("y,2022") ? "7,9,8\n" : row);
      assertEquals(1, folder.readLike(schema, table, LabelUse.IGNORED).rowCount(), header);
    }
    assertArrayEquals(
        new double[][] {{8}, {7}},
        DataFolder.columns(folder.readLike(schema, "2022,2021\n7,8\n", LabelUse.IGNORED)));
    assertEquals(2, folder.readLike(schema, "2021,2023\n7,8\n", LabelUse.IGNORED).rowCount());
    assertEquals(2, folder.readLike(schema, "2021,2022,7\n7,8,9\n", LabelUse.IGNORED).rowCount());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1,0", "1,2"})
  void ofTheNumbersOfTheModelAloneIsSaid(String header) {
    Schema schema =
        folder
            .read(
                "%s,y\n5,6,a\n7,8,b\n7,9,b\n5,5,a\n"
                    .formatted(header.equals("1,0") ? "0,1" : header))
            .schema();
    Path like = folder.write("like", header + "\n1,1\n");
    try (DataReader reader =
        DataReader.openLike(
            schema, 2, like, ReadOptions.DEFAULT, LabelUse.IGNORED, ReadProgress.NONE)) {
      assertEquals(
          List.of(
              like
                  + ": assuming the first line is a header, although '1' is a number; use"
                  + " --no-header if it is a row"),
          reader.remarks());
    }
  }

  @Test
  void thatComesAgainTellsNothingAboutItself() {
    String rows = "red,S,no\nblue,M,yes\nred,L,no\nblue,S,yes\n";
    String header = "colour,size,bought\n";
    assertEquals(
        doubted(8, guessed("'colour' and 2 more of its cells appear", 8), "colour", "size"),
        find(header + rows + header + rows, CATEGORIES));
    // One in three is no header.
    assertEquals(clear(18), find("a,x\nb,y\nc,z\n".repeat(6), CATEGORIES));
  }

  @Test
  void aTitleAndARowThatLacksCellsAreLeftOutAndThatIsSaid() {
    String rows = "y,n,y\ny,y,n\nn,n,y\n";
    for (String first : List.of("# made by x", "y", "y,y,y,y")) {
      assertEquals(
          doubted(3, above("1 line", first.contains(",") ? "y" : first)),
          find(first + "\n" + rows, CATEGORIES));
    }
  }

  private static String above(String lines, String cell) {
    return "leaving out %s above the table, the first of them '%s'; use --no-header if they are rows"
        .formatted(lines, cell);
  }

  @Test
  void belowTitlesAndCommentsIsFound() {
    String table = "x,y,c\n1,2,a\n3,4,b\n2,2,a\n4,4,b\n";
    for (String above : List.of("Report\n", "# by x\n", "# p, q, r\n", "Report,,\n")) {
      String cell = above.strip().split(",")[0];
      assertEquals(
          doubted(4, above("1 line", cell), "x", "y"), find(above + table, ReadOptions.DEFAULT));
      assertEquals(
          doubted(4, above("3 lines", "Report"), "x", "y"),
          find("Report\n\n" + above + table, ReadOptions.DEFAULT));
      assertEquals(
          doubted(4, above("1 line", cell), "x", "y"),
          find((above + table).replace(',', ';'), ReadOptions.DEFAULT),
          above);
    }
    Table rows = folder.read("# by x\n\n" + table);
    assertArrayEquals(new long[] {4, 5, 6, 7}, rows.lines());
    assertEquals(
        "data, line 1: found 1 cell; expected 3, as in most lines",
        folder.refusal("Report\n" + table, DataFolder.layout(Layout.AUTOMATIC.withHeader(false))));
  }

  @Test
  void thatBeginsLikeACommentIsStillAHeader() {
    assertEquals(clear(2, "# x", "y"), find("# x,y,c\n1,2,a\n3,4,b\n", ReadOptions.DEFAULT));
    ReadOptions messages = DataFolder.roles(Roles.LABEL_LAST.withLabel("c").withText("t"));
    assertEquals(2, find("# by x\nc\tt\nham\t# you\nspam\twin\n", messages).rows());
    assertEquals(
        3, rowsLike("c\tt\nham\tyou\nspam\twin\n", "#a\n#b\nc\n", messages.roles(), false));
  }

  @Test
  void belowTheSeparatorOfSpreadsheetsIsFound() {
    for (String line : List.of("sep=;\n", "\"sep=;\"\r\n", "SEP=;\r", "\uFEFFsep=;\n")) {
      String table = "x;y;c\n1;2;a\n3;4;b\n";
      assertEquals(clear(2, "x", "y"), find(line + table, ReadOptions.DEFAULT), line);
      assertArrayEquals(new long[] {2, 3}, folder.read(line + table.substring(6)).lines(), line);
    }
    assertEquals(
        "data, line 4, column 'x': 'b' is not a finite number; use --drop x to leave the column"
            + " out",
        folder.refusal("sep=|\nx|c\n1|a\nb|a\n"));
  }

  private static final String ROW_NAMES =
      "the header has one cell fewer than the rows; assuming the first column holds row names";

  @Test
  void oneCellShortOfTheRowsNamesAllColumnsButThatOfTheNamesOfRows() {
    for (String content :
        List.of(
            "x y c\n1 5 2.5 a\n2 4 3 b\n",
            "\"x\" \"y\" \"c\"\n\"1\" 5 2.5 \"a\"\n\"2\" 4 3 \"b\"\n",
            "\uFEFFx,y,c\r\n1,5,2.5,a\r\n2,4,3,b\r\n",
            "x\ty\tc\nr1\t5\t2.5\ta\nr2\t4\t3\tb",
            "\"x\";\"y\";\"c\"\n\"r 1\";5;2.5;\"a\"\n\"r;2\";4;3;\"b\"\n")) {
      assertEquals(doubted(2, ROW_NAMES, "x", "y"), find(content, ReadOptions.DEFAULT), content);
    }
    assertEquals(doubted(2, ROW_NAMES, "a"), find("a b\n1 y n\n2 n n\n", CATEGORIES));
  }

  @Test
  void oneCellShortMayHaveNumbersForNames() {
    for (String header : List.of("2019,2020,c", "x,2020,c")) {
      Found found = find(header + "\n1,5,2.5,a\n2,4,3,b\n", ReadOptions.DEFAULT);
      String[] names = header.split(",");
      assertEquals(doubted(2, ROW_NAMES, names[0], names[1]), found);
    }
    // Of 2 rows and 4 features.
    assertEquals(clear(2), find("2,4,no,yes\n1,5,2.5,7,0\n2,4,3,8,1\n", CATEGORIES));
  }

  @Test
  void oneCellShortOfRowsThatEndInAnEmptyCellIsRefused() {
    assertEquals(
        "data has a header of 3 cells and rows of 4, which end in an empty one; expected a name"
            + " for each column, or for all but the first if it holds row names",
        folder.refusal("x,y,c\n1,2.5,a,\n2,3,b,\n"));
  }

  @Test
  void namesOfTheModelForAnotherNumberOfCellsAreRefused() {
    Schema schema = folder.read("x,y,c\n1,2.5,a\n2,3,b\n").schema();
    assertEquals(
        "data has a header of 3 cells and rows of 2; expected a name for each column, or for all"
            + " but the first if it holds row names",
        folder.refusalLike(schema, "y,x,c\n1,2.5\n2,3\n", LabelUse.IGNORED));
  }

  @Test
  void ofANameThatTheModelKnowsMayBeShortOfOneToo() {
    Schema schema = folder.read("x,c\n1,a\n2,b\n").schema();
    Table table = folder.readLike(schema, "\"x\"\n\"1\",5\n\"2\",6\n", LabelUse.IGNORED);
    assertArrayEquals(new double[][] {{5, 6}}, DataFolder.columns(table));
  }

  @Test
  void bytesThatAreNotUtf8AreSaid() throws IOException {
    Path file = temporary.resolve("latin");
    Files.write(file, "a,l\n1,caf\u00e9\n2,b\n".getBytes(StandardCharsets.ISO_8859_1));
    try (DataReader reader = DataReader.open(file, ReadOptions.DEFAULT, ReadProgress.NONE)) {
      assertEquals(
          List.of(file + ": reading a cell that is not UTF-8 as ISO-8859-1"), reader.remarks());
    }
  }

  @Test
  void bytesThatAreNotUtf8BehindTheFirstLinesAreSaidOnceTheyAreRead() throws IOException {
    Path file = temporary.resolve("late");
    String rows = "1,b\n".repeat(5_000) + "1,caf\u00e9\n";
    Files.write(file, ("a,l\n" + rows).getBytes(StandardCharsets.ISO_8859_1));
    List<String> notes = new ArrayList<>();
    try (DataReader reader = DataReader.open(file, ReadOptions.DEFAULT, ReadProgress.NONE)) {
      reader.noteTo(notes::add);
      assertEquals(List.of(), notes);
      reader.all(Workers.CALLER);
    }
    assertEquals(List.of(file + ": reading a cell that is not UTF-8 as ISO-8859-1"), notes);
  }

  @Test
  void takesItsNamesFromTheModel() {
    Path file = folder.write("data", "a,b,label\ny,n,y\nn,n,y\ny,y,n\n");
    Schema schema;
    try (DataReader reader = DataReader.open(file, CATEGORIES, ReadProgress.NONE)) {
      schema = reader.schema();
    }
    Path like = folder.write("like", "u,v,w\ny,n,y\nn,n,y\ny,y,n\n");
    try (DataReader reader =
        DataReader.openLike(schema, 2, like, CATEGORIES, LabelUse.IGNORED, ReadProgress.NONE)) {
      assertEquals(4, reader.all(Workers.CALLER).rowCount());
      assertEquals(
          List.of(like + ": " + absent("'u' and 2 more of its cells appear", 3)), reader.remarks());
    }
  }

  private int rowsLike(String content, String like, Roles roles, boolean categorical) {
    ReadOptions options = DataFolder.roles(roles).withCategorical(categorical);
    Path file = folder.write("data", content);
    Schema schema;
    try (DataReader reader = DataReader.open(file, options, ReadProgress.NONE)) {
      schema = reader.schema();
    }
    Path other = folder.write("like", like);
    ReadOptions plain = ReadOptions.DEFAULT.withCategorical(categorical);
    try (DataReader reader =
        DataReader.openLike(schema, 9, other, plain, LabelUse.IGNORED, ReadProgress.NONE)) {
      return reader.all(Workers.CALLER).rowCount();
    }
  }

  @Test
  void theFirstOfMessagesAloneIsAMessage() {
    Roles roles = Roles.LABEL_LAST.withLabel("0").withText("1");
    String unnamed = "ham\tsee you\nspam\twin\n";
    assertEquals(4, rowsLike(unnamed, "hello\nwin\nsee you\nwin\n", roles, false));
  }

  @Test
  void theNameOfTheMessagesIsAHeader() {
    Roles roles = Roles.LABEL_LAST.withLabel("kind").withText("message");
    String named = "kind\tmessage\nham\tsee you\nspam\twin\n";
    assertEquals(2, rowsLike(named, "message\nwin prize\nhello\n", roles, false));
  }

  @Test
  void namesThatComeTwiceAreStillThoseOfTheModel() {
    String content = "color,shade,size,label\nred,red,a,x\nblue,red,b,y\nred,blue,a,x\n";
    DataException refused =
        assertThrows(
            DataException.class,
            () -> rowsLike(content, content.replace("shade", "color"), Roles.LABEL_LAST, true));
    assertTrue(
        refused
            .getMessage()
            .endsWith(
                "has more than one column named 'color'; expected a distinct name for each"
                    + " feature"),
        refused::getMessage);
  }

  @Test
  void aFirstLineOfNumbersThatLacksACellIsLeftOutAndThatIsSaid() {
    String rows = "4.9,3,a\n4.7,2,b\n";
    assertEquals(doubted(2, above("1 line", "5.1")), find("5.1,a\n" + rows, ReadOptions.DEFAULT));
    assertEquals(clear(2), find("2,2,first,second\n" + rows, ReadOptions.DEFAULT));
  }

  @Test
  void numbersWithDecimalCommasAndTextsOfSeveralLinesAreNoNames() {
    assertEquals(clear(3), find("36,6;a\n36,7;b\n36,7;a\n", CATEGORIES));
    assertEquals(clear(3), find("36,6;a\n36;b\n37;a\n", CATEGORIES));
    assertEquals(clear(3), find("\"one\ntwo\",a\nx,b\nx,a\n", CATEGORIES));
    assertEquals(clear(3), find("\"one\ntwo\",label\nx,b\nx,b\n", CATEGORIES));
  }

  @Test
  void aMarkOfMissingValuesIsNoNumberBelowAName() {
    ReadOptions options = CATEGORIES.withMissing(Optional.of("-999"));
    assertEquals(clear(5), find("green,0\n-999,1\nred,0\n-999,1\n-999,1\n", options));
  }

  @Test
  void aFirstLineAboveValuesThatAllDifferIsARowAndThatIsSaid() {
    assertEquals(
        doubted(3, absent("'colour' and 1 more of its cells appear", 2)),
        find("colour,label\ngreen,a\nblue,b\n", CATEGORIES));
  }

  @Test
  void aboveAnIndexNamesTheColumnsOrCountsThem() {
    for (String indexed :
        List.of(
            ",colour,label\n0,red,a\n1,green,b\n",
            ",colour,label\nr1,red,a\nr2,red,b\nr3,blue,b\n")) {
      Found found = find(indexed, CATEGORIES);
      assertEquals(List.of("colour"), found.names());
      assertEquals(
          Optional.of(
              "data: leaving out column index 0 (unnamed), which looks like a row index; to use"
                  + " it, name it in --features"),
          found.remark());
    }
    assertEquals(2, find(",0,1,label\n0,5,2.5,a\n1,4,3,b\n", ReadOptions.DEFAULT).rows());
    assertEquals(2, find(",0,1,2\n0,5,2.5,1\n1,4,3,0\n", ReadOptions.DEFAULT).rows());
    // A missing value above others is no name.
    ReadOptions missing = CATEGORIES.withMissing(Optional.of(""));
    assertEquals(3, find(",red,a\n,red,a\nx,green,b\n", missing).rows());
  }

  @Test
  void ofTwoColumnsWithoutANameThatIsSaid() {
    assertEquals(
        doubted(4, absent("'label' appears", 3)),
        find(",,label\nr1,red,a\nr2,red,b\nr3,blue,b\n", CATEGORIES));
  }

  @Test
  void aMarkOfAMissingValueAboveNumbersIsNoName() {
    Path file = folder.write("data", "5.1,n/a,setosa\n4.9,2,other\n4.7,3,other\n");
    try (DataReader reader = DataReader.open(file, ReadOptions.DEFAULT, ReadProgress.NONE)) {
      DataException refused = assertThrows(DataException.class, () -> reader.all(Workers.CALLER));
      assertTrue(refused.getMessage().contains("line 1"), refused::getMessage);
    }
  }
}
