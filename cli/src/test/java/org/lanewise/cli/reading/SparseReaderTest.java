package org.lanewise.cli.reading;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.cli.parsing.SparseParser;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.Roles;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.SparseFeatures;
import org.lanewise.cli.table.Table;

class SparseReaderTest {

  @TempDir Path temporary;
  private DataFolder folder;

  @BeforeEach
  void makeFolder() {
    folder = new DataFolder(temporary);
  }

  private static SparseFeatures sparse(Table table) {
    return (SparseFeatures) table.features();
  }

  @Test
  void readsLabelsIndicesAndValues() {
    Table table = folder.read("+1 0:1 3:2.5\n-1\n+1 1:-1e-3 # a comment 7:8\n");
    assertEquals(List.of("+1", "-1", "+1"), DataFolder.labels(table));
    SparseFeatures features = sparse(table);
    assertEquals(4, features.featureCount());
    assertArrayEquals(new int[] {0, 2, 2, 3}, features.rowStarts());
    assertArrayEquals(new int[] {0, 3, 1}, features.indices());
    assertArrayEquals(new double[] {1, 2.5, -1e-3}, features.values());
  }

  @Test
  void readsAnyLineEndsBlanksAndGzip() {
    String content = "# head\r\n\r\n  a\t0:1  2:3 \r\n \nb 1:4\rc 0:5";
    Table plain = folder.read(content);
    assertEquals(List.of("a", "b", "c"), DataFolder.labels(plain));
    assertArrayEquals(new long[] {3, 5, 6}, plain.lines());
    assertArrayEquals(new double[] {1, 3, 4, 5}, sparse(plain).values());
    Path file = folder.write("zipped", DataFolder.gzip(content));
    Table zipped = WholeFile.read(file, ReadOptions.DEFAULT);
    assertEquals(DataFolder.labels(plain), DataFolder.labels(zipped));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2024-07-01 00:05,1.5,a\n2024-07-02 13:10,2.5,b\n",
        "2024-07-01 00:05;1.5;a\n2024-07-02 13:10;2.5;b\n",
        "2024-07-01 00:05:30\ta\n2024-07-02 13:10:00\tb\n",
        "\"at 00:05\",a\n\"at 13:10\",b\n"
      })
  void takesTimesOfDayForCellsOfATable(String content) {
    assertFalse(SparseParser.looksSparse(content.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void sortsIndicesAndLeavesOutZeros() {
    SparseFeatures features = sparse(folder.read("a 5:0 3:30 1:10 2:20\nb 9:0\n"));
    assertEquals(10, features.featureCount());
    assertArrayEquals(new int[] {0, 3, 3}, features.rowStarts());
    assertArrayEquals(new int[] {1, 2, 3}, features.indices());
    assertArrayEquals(new double[] {10, 20, 30}, features.values());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a 0:1 0:2 | the index 0 is given twice",
        "a 2:1 0:1 2:0 | the index 2 is given twice",
        "a 0:1 -1:2 | '-1:2' has a negative index; expected index:value, counted from 0 or 1",
        "a 0:1 5 | '5' is not index:value",
        "a 0:1 x:1 | 'x:1' is not index:value",
        "a 0:1 2: | the value of '2:' is not a finite number",
        "a 0:1 2:nan | the value of '2:nan' is not a finite number",
        "a 0:1 2:inf | the value of '2:inf' is not a finite number",
        "a 0:1 2:1e999 | the value of '2:1e999' is too large for a double",
        "a qid:3 0:1 1:1 | 'qid:3' groups rows for ranking; expected index:value",
        "0:1 1:1 | '0:1' is not a label; expected label index:value …",
        "a 99999999999:1 0:1 | the index of '99999999999:1' is too large; expected at most"
            + " 2147483631",
      })
  void refusesWhatIsWrongInALine(String line, String sentence) {
    assertEquals("data, line 2: " + sentence, folder.refusal("a 0:1 1:1\n" + line + "\na 0:1\n"));
  }

  @Test
  void readsRowsWithoutLabelToPredictOnly() {
    String content = "0:1 2:3\n1:4\n";
    assertEquals(
        "data, line 1: the row has no label; expected label index:value …",
        folder.refusal(content));
    Table table = folder.readLike(Schema.SPARSE, content, LabelUse.IGNORED);
    assertEquals(List.of(), DataFolder.labels(table));
    assertArrayEquals(new int[] {0, 2, 1}, sparse(table).indices());
    table = folder.readLike(Schema.SPARSE, "a 0:1 2:3\nb 1:4\n", LabelUse.IGNORED);
    assertArrayEquals(new int[] {0, 2, 1}, sparse(table).indices());
  }

  @Test
  void refusesEmptyLinesWithoutLabelAsTheyMayBeRowsOfZeros() {
    String sentence = "data, line %d: the line is empty; for a row of zeros, write 1:0";
    assertEquals(sentence.formatted(2), refusalUnlabelled("0:1\n\n1:2\n"));
    assertEquals(sentence.formatted(3), refusalUnlabelled("0:1\n1:2\n \n"));
    String zeros = "0:1\n# a word\n0:0\n";
    assertEquals(2, folder.readLike(Schema.SPARSE, zeros, LabelUse.IGNORED).rowCount());
    String labelled = "a 0:1\n\nb\n";
    assertEquals(2, folder.readLike(Schema.SPARSE, labelled, LabelUse.IGNORED).rowCount());
  }

  private String refusalUnlabelled(String content) {
    return folder.refusal(() -> folder.readLike(Schema.SPARSE, content, LabelUse.IGNORED));
  }

  @Test
  void refusesIndicesBeyondTheFeaturesOfTheModel() {
    Path file = folder.write("data", "a 0:1 4:1\n");
    assertEquals(
        "data, line 1: the index 4 is too large; expected 0 to 3, because the model has 4"
            + " features, counted from 0",
        folder.refusal(() ->
            WholeFile.readLike(Schema.SPARSE, 4, file, ReadOptions.DEFAULT, LabelUse.REQUIRED)));
  }

  @Test
  void aModelThatCountsFromOneRefusesTheIndexZero() {
    Path zero = folder.write("data", "a 1:1 4:1\na 2:1 0:0\n");
    assertEquals(
        "data, line 2: the index 0 is too small; expected 1 to 4, because the model has 4"
            + " features, counted from 1",
        folder.refusal(() ->
            WholeFile.readLike(
                Schema.sparseFrom(1), 4, zero, ReadOptions.DEFAULT, LabelUse.IGNORED)));
    Path large = folder.write("data", "a 4:1 5:1\n");
    assertEquals(
        "data, line 1: the index 5 is too large; expected 1 to 4, because the model has 4"
            + " features, counted from 1",
        folder.refusal(() ->
            WholeFile.readLike(
                Schema.sparseFrom(1), 4, large, ReadOptions.DEFAULT, LabelUse.IGNORED)));
  }

  @Test
  void knowsTheFirstLineWithTheIndexZero() {
    assertEquals(0, sparse(folder.read("a 1:1\nb 2:1\n")).zeroLine());
    assertEquals(1, sparse(folder.read("a 1:1\nb 2:1\n")).firstIndex());
    SparseFeatures features = sparse(folder.read("# 0:1\na 1:1\nb 2:1 0:0\nc 0:1\n"));
    assertEquals(3, features.zeroLine());
    assertEquals(0, features.firstIndex());
    assertEquals(0, features.select(new int[] {0}).firstIndex());
  }

  @Test
  void refusesOptionsOfTables() {
    assertTrue(
        folder
            .refusal("a 0:1\n", ReadOptions.DEFAULT.withRoles(Roles.LABEL_LAST.withLabel("0")))
            .contains("take no --label, --weight, --features, --drop, --groups or --missing"));
    assertTrue(
        folder
            .refusal("a 0:1\n", ReadOptions.DEFAULT.withCategorical(true))
            .endsWith("expected a table of categories"));
  }

  @Test
  void growsWithTheFile() {
    StringBuilder content = new StringBuilder();
    for (int row = 0; row < 6000; row++) {
      content
          .append(row % 2)
          .append(' ')
          .append(row % 7)
          .append(":1 ")
          .append(7 + row)
          .append(":2\n");
    }
    SparseFeatures features = sparse(folder.read(content.toString()));
    assertEquals(6000, features.rowCount());
    assertEquals(6007, features.featureCount());
    assertEquals(12000, features.rowStarts()[6000]);
    assertEquals(6006, features.indices()[11999]);
  }

  @Test
  void selectsRows() {
    SparseFeatures features =
        sparse(folder.read("a 0:1 3:2\nb\nc 1:3\n")).select(new int[] {2, 0, 1});
    assertArrayEquals(new int[] {0, 1, 3, 3}, features.rowStarts());
    assertArrayEquals(new int[] {1, 0, 3}, features.indices());
    assertArrayEquals(new double[] {3, 1, 2}, features.values());
  }
}
