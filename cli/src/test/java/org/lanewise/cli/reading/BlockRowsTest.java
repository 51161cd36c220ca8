package org.lanewise.cli.reading;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.cli.table.CategoryFeatures;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.MessageFeatures;
import org.lanewise.cli.table.NumberFeatures;
import org.lanewise.cli.table.Roles;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.SparseFeatures;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Workers;

/// A file is the same rows, and the same refusal, however it is cut and whoever reads it.
class BlockRowsTest {

  private static final int[] BLOCKS = {1, 2, 7, 64, 1000, 1 << 20};

  private static ExecutorService executor;

  @TempDir Path temporary;
  private DataFolder folder;

  @BeforeAll
  static void startWorkers() {
    executor = Executors.newFixedThreadPool(3);
  }

  @AfterAll
  static void stopWorkers() {
    executor.shutdownNow();
  }

  @BeforeEach
  void makeFolder() {
    folder = new DataFolder(temporary);
  }

  private static String shown(Table table) {
    String features =
        switch (table.features()) {
          case NumberFeatures numbers -> Arrays.deepToString(numbers.columns());
          case CategoryFeatures categories ->
              Arrays.deepToString(categories.codes()) + categories.dictionaries();
          case MessageFeatures text -> text.messages().toString();
          case SparseFeatures sparse ->
              sparse.featureCount()
                  + Arrays.toString(sparse.rowStarts())
                  + Arrays.toString(sparse.indices())
                  + Arrays.toString(sparse.values());
        };
    return features
        + DataFolder.labels(table)
        + table.labels().classes().names()
        + Arrays.toString(table.labels().weights())
        + Arrays.toString(table.lines());
  }

  private String read(Path file, ReadOptions options, int block, Workers workers) {
    try (DataReader reader = DataReader.open(file, options, ReadProgress.NONE)) {
      return shown(reader.withBlocks(block).all(workers));
    } catch (DataException e) {
      return e.getMessage();
    }
  }

  private String requireSame(String content, ReadOptions options) {
    Path file = folder.write("data", content.getBytes(StandardCharsets.UTF_8));
    String expected = read(file, options, 1 << 20, Workers.CALLER);
    for (int block : BLOCKS) {
      for (Workers workers : List.of(Workers.CALLER, new Workers(executor, 3))) {
        assertEquals(expected, read(file, options, block, workers), "blocks of " + block);
      }
    }
    return expected.replace(file.toString(), "data");
  }

  @Test
  void numbersWithBlankLinesAndQuotes() {
    StringBuilder content = new StringBuilder("\n\r\n  \nx,y,\"the\nclass\"\r\n");
    Random random = new Random(1);
    for (int row = 0; row < 300; row++) {
      content.append(random.nextGaussian()).append(" , ").append(row);
      content.append(row % 7 == 0 ? ",\"a \"\"b\"\"\r\nc\"" : ", d" + row % 3);
      content.append(row % 5 == 0 ? "\r\n\n" : row % 11 == 0 ? "\r" : "\n");
    }
    requireSame(content.toString(), ReadOptions.DEFAULT);
  }

  @Test
  void headersThatComeAgainAreNoRowsInAnyBlock() {
    String rows = "1,2,a\n3,\"4\",b\n\n5,6,a\n".repeat(20);
    String headers =
        "x,y,c\n" + rows + "\"x\", y ,c\r\n" + rows + "\uFEFFx,y,c\nx,y,c\n" + rows + "x,y,c";
    for (boolean categorical : new boolean[] {false, true}) {
      ReadOptions options = ReadOptions.DEFAULT.withCategorical(categorical);
      String expected =
          requireSame("x,y,c\n" + rows + "\n" + rows + "\n\n" + rows, options)
              .replaceFirst("\\[[0-9, ]*\\]$", "");
      assertEquals(expected, requireSame(headers, options).replaceFirst("\\[[0-9, ]*\\]$", ""));
      List<String> notes = new ArrayList<>();
      Path file = folder.write("data", headers.getBytes(StandardCharsets.UTF_8));
      try (DataReader reader = DataReader.open(file, options, ReadProgress.NONE)) {
        reader.noteTo(notes::add);
        assertEquals(180, reader.withBlocks(30).all(Workers.CALLER).rowCount());
      }
      assertEquals(
          file + ", line 82: leaving out a line that repeats the header (4 lines in all)",
          notes.getLast());
    }
  }

  @Test
  void withoutAHeaderNothingIsLeftOut() {
    ReadOptions plain =
        ReadOptions.DEFAULT.withCategorical(true).withLayout(Layout.AUTOMATIC.withHeader(false));
    String rows = "x,y,c\n1,2,a\n3,4,b\n".repeat(20);
    assertEquals(60, folder.read(rows, plain).rowCount());
    assertEquals(60, folder.read("1,2,a\n3,4,b\n1,2,a\n".repeat(20)).rowCount());
  }

  @Test
  void blankLinesOfOneColumnAreEmptyCells() {
    Schema named = folder.read("x,c\n1,a\n2,b\n").schema();
    ReadOptions missing = ReadOptions.DEFAULT.withMissing(Optional.of(""));
    for (String end : List.of("\n", "\r\n", "\r")) {
      for (String header : List.of("x\n", "\n\nx\n", "# by y\nx\n", "sep=;\nx\n", "")) {
        String content = (header + "1\n\n 2 \n \t\n\n3\n\n").replace("\n", end);
        Path file = folder.write("one", content);
        long first = header.lines().count() + 1;
        for (int block : BLOCKS) {
          try (DataReader reader =
              DataReader.openLike(named, 1, file, missing, LabelUse.IGNORED, ReadProgress.NONE)) {
            Table table = reader.withBlocks(block).all(Workers.CALLER);
            double[] expected = {1, Double.NaN, 2, Double.NaN, Double.NaN, 3, Double.NaN};
            assertArrayEquals(expected, DataFolder.columns(table)[0], header);
            assertArrayEquals(LongStream.range(first, first + 7).toArray(), table.lines(), content);
          }
        }
      }
    }
    assertEquals(
        "data, line 3, column 'x': the cell is empty; expected a number",
        folder.refusalLike(named, "x\n1\n\n2\n", LabelUse.IGNORED));
  }

  @Test
  void blankLinesAmongMessagesAloneAreMessages() {
    Schema schema =
        folder
            .read(
                "c\ttext\nspam\twin\nham\tyou\n",
                DataFolder.roles(Roles.LABEL_LAST.withLabel("c").withText("text")))
            .schema();
    Table table = folder.readLike(schema, "text\nwin\n\n  you \n\n\ntext", LabelUse.IGNORED);
    assertEquals(
        List.of("win", "", "you", "", ""), ((MessageFeatures) table.features()).messages());
    assertArrayEquals(new long[] {2, 3, 4, 5, 6}, table.lines());
  }

  @Test
  void weightsAndLinesThatEndWithReturn() {
    requireSame("1,2,a\r3,4,b\r\r5,0,a\r7,8,c", DataFolder.roles(Roles.LABEL_LAST.withWeight("1")));
  }

  @Test
  void categoriesInTheOrderOfTheFile() {
    StringBuilder content = new StringBuilder();
    Random random = new Random(2);
    for (int row = 0; row < 200; row++) {
      content.append("k" + random.nextInt(40) + ",m" + random.nextInt(3) + ",y\n");
    }
    requireSame(content.toString(), ReadOptions.DEFAULT.withCategorical(true));
  }

  @Test
  void messages() {
    requireSame(
        "spam\tfree \"money\nham\tsee you\n\nham\tat ten\nspam\tfree\n",
        DataFolder.roles(Roles.LABEL_LAST.withText("1")));
  }

  @Test
  void sparseLines() {
    requireSame(
        "# made by hand\n1 0:1 3:2.5 # last\n\n0\r\n1 7:0 2:1e-3\r0 1:4", ReadOptions.DEFAULT);
  }

  @Test
  void theFirstWrongCellIsRefusedWhereverItIs() {
    String rows = "1,2,a\n3,4,b\n".repeat(50);
    assertEquals(
        "data, line 103, column index 1: 'x' is not a finite number; use --drop 1 to leave the"
            + " column out",
        requireSame(rows + "\n\n5,x,a\n" + rows + "y,1,a\n" + rows, ReadOptions.DEFAULT));
    assertEquals(
        "data, line 101: found 2 cells; expected 3, as in most lines",
        requireSame(rows + "5,6\n" + rows + "\"", ReadOptions.DEFAULT));
    assertEquals(
        "data, line 102: a quoted cell starts here and is not closed within 16 MB or before the"
            + " file ends; close the quote, or use --quote none",
        requireSame(rows + "5,6,b\n7,8,\"c\n" + rows, ReadOptions.DEFAULT));
    assertEquals(
        "data, line 102: text follows the closing quote of a cell that starts here; correct the"
            + " quotes, or use --quote none",
        requireSame(rows + "5,6,\"b\"\n7,8,\"c\"d\n" + rows + "bad,1,a\n", ReadOptions.DEFAULT));
    assertEquals(
        "data, line 103: '4x' is not index:value",
        requireSame("1 2:3\n0 1:1\n".repeat(51) + "1 4x\n", ReadOptions.DEFAULT));
  }

  @Test
  void aWrongCellComesBeforeTheEndOfACutFile() {
    StringBuilder content = new StringBuilder("1,2,a\n3,4,b\n5,x,a\n");
    Random random = new Random(3);
    while (content.length() < 3_000_000) {
      content.append(random.nextDouble()).append(',').append(random.nextDouble()).append(",b\n");
    }
    byte[] whole = DataFolder.gzip(content.toString());
    Path file = folder.write("data", Arrays.copyOf(whole, whole.length / 2));
    for (int block : new int[] {10, 1000, 1 << 20}) {
      assertEquals(
          file
              + ", line 3, column index 1: 'x' is not a finite number; use --drop 1 to leave the"
              + " column out",
          read(file, ReadOptions.DEFAULT, block, new Workers(executor, 3)));
    }
  }

  @Test
  void aWrongCellComesBeforeTheDamageBehindIt() {
    byte[] whole = DataFolder.gzip("x,y,label\n1,2,a\n3,4,b\n5,x,a\n7,8,b\n");
    byte[] wrongChecksum = whole.clone();
    wrongChecksum[whole.length - 5] ^= 1;
    for (byte[] damaged : List.of(Arrays.copyOf(whole, whole.length - 3), wrongChecksum)) {
      Path file = folder.write("data", damaged);
      assertEquals(
          file
              + ", line 4, column 'y': 'x' is not a finite number; use --drop y to leave the"
              + " column out",
          read(file, ReadOptions.DEFAULT, 1 << 20, Workers.CALLER));
    }
    whole = DataFolder.gzip("x,y,label\n1,2,a\n3,4,b\n");
    assertEquals(
        temporary.resolve("data") + " is truncated: its gzip data ends early",
        read(
            folder.write("data", Arrays.copyOf(whole, whole.length - 3)),
            ReadOptions.DEFAULT,
            10,
            Workers.CALLER));
    whole = DataFolder.gzip("x,y,label\n");
    assertEquals(
        temporary.resolve("data") + " is truncated: its gzip data ends early",
        read(
            folder.write("data", Arrays.copyOf(whole, whole.length - 3)),
            ReadOptions.DEFAULT,
            10,
            Workers.CALLER));
  }

  @Test
  void whatTheWorkRefusesComesBeforeAWrongCellBehindIt() {
    Path file = folder.write("data", "1,2,a\n3,4,b\n".repeat(50) + "5,x,a\n");
    for (int block : BLOCKS) {
      for (Workers workers : List.of(Workers.CALLER, new Workers(executor, 3))) {
        try (DataReader reader = DataReader.open(file, ReadOptions.DEFAULT, ReadProgress.NONE)) {
          DataException refused =
              assertThrows(
                  DataException.class,
                  () ->
                      reader
                          .withBlocks(block)
                          .forEach(
                              workers,
                              rows -> {
                                for (long line : rows.rows().lines()) {
                                  if (line >= 97) {
                                    throw new DataException("line " + line);
                                  }
                                }
                                return rows;
                              },
                              rows -> {}));
          assertEquals("line 97", refused.getMessage());
        }
      }
    }
  }

  @Test
  void rowsBeforeAWrongOneAreThoseOfTheirOwn() {
    List<Table> seen = new ArrayList<>();
    for (String content : List.of("ham\thi\nspam\twin\nham\tb\tc\n", "a 1:1\nb 2:1\nc 9:1 8:x\n")) {
      boolean text = content.startsWith("ham");
      Path file = folder.write("data", content);
      ReadOptions options =
          text ? DataFolder.roles(Roles.LABEL_LAST.withText("1")) : ReadOptions.DEFAULT;
      try (DataReader reader = DataReader.open(file, options, ReadProgress.NONE)) {
        assertThrows(
            DataException.class,
            () -> reader.forEach(Workers.CALLER, rows -> seen.add(rows.rows()), rows -> {}));
      }
    }
    assertEquals("[hi, win][ham, spam][ham, spam]null[1, 2]", shown(seen.get(0)));
    assertEquals("3[0, 1, 2][1, 2][1.0, 1.0][a, b][a, b, c]null[1, 2]", shown(seen.get(1)));
  }

  @Test
  void resultsComeInTheOrderOfTheFile() {
    StringBuilder content = new StringBuilder();
    for (int row = 0; row < 500; row++) {
      content.append(row).append(row % 2 == 0 ? ",a\n" : ",b\n");
    }
    Path file = folder.write("data", content.toString());
    List<Long> firsts = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    try (DataReader reader = DataReader.open(file, ReadOptions.DEFAULT, ReadProgress.NONE)) {
      long count =
          reader
              .withBlocks(30)
              .forEach(
                  new Workers(executor, 3),
                  block -> block,
                  block -> {
                    firsts.add(block.firstRow());
                    for (double value : DataFolder.columns(block.rows())[0]) {
                      values.add(value);
                    }
                  });
      assertEquals(500, count);
    }
    for (int row = 0; row < 500; row++) {
      assertEquals(row, values.get(row));
    }
    assertEquals(firsts.stream().sorted().toList(), firsts);
  }

  @Test
  void whatTheTakerThrowsEndsTheReading() {
    Path file = folder.write("data", "1,a\n2,b\n".repeat(500));
    try (DataReader reader = DataReader.open(file, ReadOptions.DEFAULT, ReadProgress.NONE)) {
      IllegalStateException full =
          assertThrows(
              IllegalStateException.class,
              () ->
                  reader
                      .withBlocks(30)
                      .forEach(
                          new Workers(executor, 3),
                          block -> block,
                          block -> {
                            throw new IllegalStateException("full");
                          }));
      assertEquals("full", full.getMessage());
    }
  }
}
