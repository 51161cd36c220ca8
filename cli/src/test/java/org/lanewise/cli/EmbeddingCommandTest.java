package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.lanewise.cli.CommandRun.refusal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Files of embeddings: raw halves and floats, and those of numpy.
class EmbeddingCommandTest {

  private static final int ROWS = 120;
  private static final int WIDTH = 384;
  private static final String PLAIN =
      "{'descr': '%s', 'fortran_order': %s, 'shape': (%d, %d), }          \n";

  @TempDir Path folder;
  private Path halves;
  private Path labels;
  private float[][] rows;

  @BeforeEach
  void readsTheRows() throws IOException {
    byte[] bytes = resource("rows.f16");
    halves = Files.write(folder.resolve("rows.f16"), bytes);
    labels = Files.write(folder.resolve("labels.txt"), resource("labels.txt"));
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    rows = new float[ROWS][WIDTH];
    for (float[] row : rows) {
      for (int j = 0; j < WIDTH; j++) {
        row[j] = Float.float16ToFloat(buffer.getShort());
      }
    }
  }

  private static byte[] resource(String name) throws IOException {
    try (var stream = EmbeddingCommandTest.class.getResourceAsStream("/embeddings/" + name)) {
      return stream.readAllBytes();
    }
  }

  /// The numbers of rows as bytes.
  private static byte[] values(float[][] rows, String type, boolean byColumn) {
    int n = rows.length;
    int d = rows[0].length;
    ByteBuffer buffer = ByteBuffer.allocate(n * d * 8).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < n * d; i++) {
      float value = byColumn ? rows[i % n][i / n] : rows[i / d][i % d];
      switch (type) {
        case "<f2" -> buffer.putShort(Float.floatToFloat16(value));
        case "<f4" -> buffer.putFloat(value);
        default -> buffer.putDouble(value);
      }
    }
    return Arrays.copyOf(buffer.array(), buffer.position());
  }

  /// A file of numpy.
  private Path npy(String name, int version, String header, byte[] values) throws IOException {
    byte[] literal = header.getBytes(StandardCharsets.UTF_8);
    ByteBuffer buffer =
        ByteBuffer.allocate(12 + literal.length + values.length).order(ByteOrder.LITTLE_ENDIAN);
    buffer.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII));
    buffer.put((byte) version).put((byte) 0);
    if (version == 1) {
      buffer.putShort((short) literal.length);
    } else {
      buffer.putInt(literal.length);
    }
    buffer.put(literal).put(values);
    return Files.write(folder.resolve(name), Arrays.copyOf(buffer.array(), buffer.position()));
  }

  private Path csv(float[][] of, List<String> classes) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < of.length; i++) {
      float[] row = of[i];
      String numbers =
          IntStream.range(0, row.length)
              .mapToObj(j -> Double.toString(row[j]))
              .collect(Collectors.joining(","));
      lines.add(numbers + "," + classes.get(i));
    }
    return Files.write(folder.resolve("rows.csv"), lines);
  }

  private Path fit(String options, Path data, Object... more) {
    Path model = folder.resolve("model");
    CommandRun.output(
        Stream.of(
                Stream.of("fit", "--data", data, "--out", model, "--classifier"),
                Stream.of(options.split(" ")),
                Stream.of(more))
            .flatMap(all -> all)
            .toArray());
    return model;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lda --shrinkage 0.01",
        "qda --reg 0.1",
        "rda --lambda 0.5 --gamma 0.5",
        "gaussian-nb"
      })
  void everyFormatGivesTheModelAndTheAnswersOfATable(String classifier) throws IOException {
    float[][] some = new float[ROWS][];
    Arrays.setAll(some, i -> Arrays.copyOf(rows[i], 24));
    Path table = csv(some, Files.readAllLines(labels));
    byte[] expected = Files.readAllBytes(fit(classifier, table));
    Path raw = Files.write(folder.resolve("some.f16"), values(some, "<f2", false));
    Path floats = Files.write(folder.resolve("some.f32"), values(some, "<f4", false));
    Object[] more = {"--labels", labels, "--width", 24};
    assertArrayEquals(expected, Files.readAllBytes(fit(classifier, raw, more)));
    assertArrayEquals(expected, Files.readAllBytes(fit(classifier, floats, more)));
    Path model = fit(classifier, table);
    String answers =
        CommandRun.output("predict", "--model", model, "--data", table, "--posteriors");
    assertEquals(
        answers, CommandRun.output("predict", "--model", model, "--data", raw, "--posteriors"));
    int version = 1;
    for (String type : List.of("<f2", "<f4", "<f8")) {
      for (boolean byColumn : new boolean[] {false, true}) {
        String order = byColumn ? "True" : "False";
        String header = PLAIN.formatted(type, order, ROWS, 24);
        Path npy = npy("rows.npy", version, header, values(some, type, byColumn));
        assertArrayEquals(expected, Files.readAllBytes(fit(classifier, npy, "--labels", labels)));
        assertEquals(
            answers, CommandRun.output("predict", "--model", model, "--data", npy, "--posteriors"));
      }
      version++;
    }
  }

  @Test
  void statisticsOfEmbeddingsGiveTheSameModel() throws IOException {
    byte[] expected =
        Files.readAllBytes(
            fit("lda --shrinkage 0.01", halves, "--labels", labels, "--width", WIDTH));
    Path statistics = folder.resolve("stats");
    CommandRun.output(
        "gather",
        "--classifier",
        "lda",
        "--data",
        halves,
        "--labels",
        labels,
        "--width",
        WIDTH,
        "--out",
        statistics);
    Path model = folder.resolve("from-statistics");
    CommandRun.output(
        "fit",
        "--classifier",
        "lda",
        "--shrinkage",
        "0.01",
        "--statistics",
        statistics,
        "--out",
        model);
    assertArrayEquals(expected, Files.readAllBytes(model));
  }

  @Test
  void evaluatesStoredModelsFoldsAndFilesOfTestRows() {
    Path model = fit("lda --shrinkage 0.1", halves, "--labels", labels, "--width", WIDTH);
    JsonNode stored = CommandRun.evaluate(halves, "--labels", labels, "--model", model);
    assertEquals(ROWS, stored.get("testRows").asInt());
    Object[] fit = {
      "--labels", labels, "--width", WIDTH, "--classifier", "lda", "--shrinkage", "0.1"
    };
    JsonNode files =
        CommandRun.evaluate(halves, all(fit, "--test", halves, "--test-labels", labels));
    assertEquals(stored.get("correct"), files.get("correct"));
    assertEquals(stored.get("logLoss"), files.get("logLoss"));
    JsonNode folds = CommandRun.evaluate(halves, all(fit, "--folds", "5"));
    assertEquals(ROWS, folds.get("testRows").asInt());
  }

  private static Object[] all(Object[] first, Object... more) {
    return Stream.concat(Stream.of(first), Stream.of(more)).toArray();
  }

  @Test
  void aModelOfATableTakesEmbeddingsByTheirPlaces() throws IOException {
    List<String> lines = new ArrayList<>();
    List<String> classes = Files.readAllLines(labels);
    float[][] four = new float[ROWS][];
    for (int i = 0; i < ROWS; i++) {
      four[i] = Arrays.copyOf(rows[i], 4);
      lines.add(
          "1,%s,%s,%s,%s,%s"
              .formatted(
                  classes.get(i),
                  (double) four[i][0],
                  (double) four[i][1],
                  (double) four[i][2],
                  (double) four[i][3]));
    }
    lines.addFirst("w,class,a,b,c,d");
    Path table = Files.write(folder.resolve("t.csv"), lines);
    Path model = fit("lda", table, "--label", "class", "--weight", "w");
    Path floats = Files.write(folder.resolve("four.f32"), values(four, "<f4", false));
    assertEquals(
        CommandRun.output("predict", "--model", model, "--data", table),
        CommandRun.output("predict", "--model", model, "--data", floats));
    assertEquals(
        CommandRun.evaluate(table, "--model", model).get("logLoss"),
        CommandRun.evaluate(floats, "--labels", labels, "--model", model).get("logLoss"));
  }

  @Test
  void columnsMayBeChosenByTheirIndices() throws IOException {
    Path model =
        fit("gaussian-nb", halves, "--labels", labels, "--width", WIDTH, "--drop", "0-3,127");
    float[][] left = new float[ROWS][];
    for (int i = 0; i < ROWS; i++) {
      int row = i;
      left[i] = new float[WIDTH - 5];
      int[] kept = IntStream.range(4, WIDTH).filter(j -> j != 127).toArray();
      for (int j = 0; j < kept.length; j++) {
        left[i][j] = rows[row][kept[j]];
      }
    }
    Path fewer = Files.write(folder.resolve("fewer.f32"), values(left, "<f4", false));
    List<String> answers = CommandRun.lines("predict", "--model", model, "--data", halves);
    Path other = folder.resolve("other");
    CommandRun.output(
        "fit",
        "--classifier",
        "gaussian-nb",
        "--data",
        fewer,
        "--labels",
        labels,
        "--width",
        WIDTH - 5,
        "--out",
        other);
    assertEquals(answers, CommandRun.lines("predict", "--model", other, "--data", fewer));
  }

  @Test
  void rowsWithoutALabelAreLeftOut() throws IOException {
    List<String> some = new ArrayList<>(Files.readAllLines(labels));
    some.set(3, "");
    some.set(100, " ");
    Path lines = Files.write(folder.resolve("some.txt"), some);
    Path model = folder.resolve("model");
    CommandRun run =
        CommandRun.of(
            "fit",
            "--classifier",
            "lda",
            "--shrinkage",
            0.1,
            "--data",
            halves,
            "--labels",
            lines,
            "--width",
            WIDTH,
            "--out",
            model);
    assertEquals(0, run.code(), run.err());
    assertEquals(
        "lanewise: note: %s: leaving out 2 of 120 rows, which have no label.\n".formatted(halves),
        run.err());
  }

  private static final int MANY = 40_000;

  /// More rows than are read at once.
  @Test
  void manyRowsAreReadInParts() throws IOException {
    float[][] many = new float[MANY][2];
    List<String> classes = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      many[i][0] = i * 7919L % 1009;
      many[i][1] = i % 3 + i * 104729L % 101 / 50f;
      classes.add("c" + i % 3);
    }
    Path floats = Files.write(folder.resolve("many.f32"), values(many, "<f4", false));
    Path columns =
        npy("many.npy", 1, PLAIN.formatted("<f4", "True", MANY, 2), values(many, "<f4", true));
    Path lines = Files.write(folder.resolve("many.txt"), classes);
    Path table = csv(many, classes);
    byte[] expected = Files.readAllBytes(fit("qda", table));
    assertArrayEquals(
        expected, Files.readAllBytes(fit("qda", floats, "--labels", lines, "--width", 2)));
    Path model = fit("qda", columns, "--labels", lines);
    assertArrayEquals(expected, Files.readAllBytes(model));
    String answers = CommandRun.output("predict", "--model", model, "--data", table);
    assertEquals(answers, CommandRun.output("predict", "--model", model, "--data", floats));
    assertEquals(answers, CommandRun.output("predict", "--model", model, "--data", columns));

    many[MANY - 1][1] = Float.NaN;
    Files.write(floats, values(many, "<f4", false));
    assertEquals(
        floats
            + ", row 39999, column index 1: the value is NULL or NaN; expected a finite number; use"
            + " --missing '' if NULL and NaN are missing values.",
        refusal(
            "fit",
            "--classifier",
            "qda",
            "--data",
            floats,
            "--labels",
            lines,
            "--width",
            2,
            "--out",
            folder.resolve("none")));
    assertEquals(false, Files.exists(folder.resolve("none")));
  }

  @Test
  void missingValuesAreNaNAndTheNumberThatSaysSo() throws IOException {
    float[][] three = new float[ROWS][];
    List<String> lines = new ArrayList<>();
    List<String> classes = Files.readAllLines(labels);
    for (int i = 0; i < ROWS; i++) {
      three[i] = Arrays.copyOf(rows[i], 3);
      three[i][i % 3] = i % 4 == 0 ? Float.NaN : i % 4 == 1 ? 0.1f : three[i][i % 3];
      List<String> cells = new ArrayList<>();
      for (float value : three[i]) {
        cells.add(Float.isNaN(value) || value == 0.1f ? "" : Double.toString(value));
      }
      lines.add(String.join(",", cells) + "," + classes.get(i));
    }
    Path table = Files.write(folder.resolve("t.csv"), lines);
    Path floats = Files.write(folder.resolve("three.f32"), values(three, "<f4", false));
    byte[] expected = Files.readAllBytes(fit("gaussian-nb --missing 0.1", table));
    assertArrayEquals(
        expected,
        Files.readAllBytes(
            fit("gaussian-nb --missing 0.1", floats, "--labels", labels, "--width", 3)));
  }

  private String fitRefusal(Path data, Object... more) {
    Path out = folder.resolve("refused");
    String sentence =
        refusal(
            all(new Object[] {"fit", "--classifier", "lda", "--data", data, "--out", out}, more));
    assertEquals(false, Files.exists(out));
    return sentence.replace(folder.toString() + "/", "");
  }

  @Test
  void rawFilesOfAWrongSizeAndLabelsOfAnotherNumberAreRefused() throws IOException {
    assertEquals(
        "rows.f16 does not say how many numbers a row has; use --width N.",
        fitRefusal(halves, "--labels", labels));
    assertEquals(
        "rows.f16 has 92160 bytes; expected a multiple of 770, for rows of 385 numbers of 2 bytes.",
        fitRefusal(halves, "--labels", labels, "--width", 385));
    assertEquals(
        "rows.f16 holds no labels; give one for each row with --labels FILE.",
        fitRefusal(halves, "--width", WIDTH));
    Path empty = Files.write(folder.resolve("empty.f32"), new byte[0]);
    assertEquals("empty.f32 is empty.", fitRefusal(empty, "--labels", labels, "--width", WIDTH));
    assertEquals(
        "none.f32 does not exist.",
        fitRefusal(folder.resolve("none.f32"), "--labels", labels, "--width", WIDTH));
    Path fewer =
        Files.write(folder.resolve("fewer.txt"), Files.readAllLines(labels).subList(1, ROWS));
    assertEquals(
        "fewer.txt has 119 lines; expected 120, a label for each row of rows.f16.",
        fitRefusal(halves, "--labels", fewer, "--width", WIDTH));
    assertEquals(
        "labels.txt has 120 lines; expected 240, a label for each row of rows.f16.",
        fitRefusal(halves, "--labels", labels, "--width", WIDTH / 2));
    Path latin = Files.write(folder.resolve("latin.txt"), new byte[] {'a', (byte) 0xE9, '\n'});
    assertEquals(
        "latin.txt is not UTF-8.", fitRefusal(halves, "--labels", latin, "--width", WIDTH));
    assertEquals(
        "none.txt does not exist.",
        fitRefusal(halves, "--labels", folder.resolve("none.txt"), "--width", WIDTH));
  }

  @Test
  void optionsThatDoNotFitEmbeddingsAreRefused() throws IOException {
    Path statistics = folder.resolve("a.stats");
    CommandRun.output(
        "gather",
        "--classifier",
        "lda",
        "--data",
        halves,
        "--labels",
        labels,
        "--width",
        WIDTH,
        "--out",
        statistics);
    for (Object[] more : new Object[][] {{"--labels", labels}, {"--width", WIDTH}}) {
      assertTrue(
          refusal(
                  "fit",
                  "--classifier",
                  "lda",
                  "--statistics",
                  statistics,
                  "--out",
                  folder.resolve("b.model"),
                  more[0],
                  more[1])
              .contains("statistics"));
    }
    assertEquals(
        "--labels applies to embeddings, and the name of rows.csv does not end in .npy, .f16 or"
            + " .f32.",
        fitRefusal(csv(rows, Files.readAllLines(labels)), "--labels", labels));
    assertEquals(
        "invalid value '0' for --width; expected a number from 1 to 1048576.",
        fitRefusal(halves, "--labels", labels, "--width", 0));
    assertEquals(
        "rows.f16 holds embeddings; use --labels FILE instead of --label, --weight or --text.",
        fitRefusal(halves, "--label", "3", "--labels", labels, "--width", WIDTH));
    assertEquals(
        "rows.f16 is not text; --delimiter, --header, --quote and --decimal do not apply.",
        fitRefusal(halves, "--header", "--labels", labels, "--width", WIDTH));
    Path model = fit("gaussian-nb", halves, "--labels", labels, "--width", WIDTH);
    assertEquals(
        halves + " holds embeddings, to which --keep cannot add columns.",
        refusal("predict", "--model", model, "--data", halves, "--keep"));
    assertEquals(
        "--out is answers.parquet, but --data holds embeddings, whose answers cannot be Parquet.",
        refusal("predict", "--model", model, "--data", halves, "--out", "answers.parquet"));
    assertEquals(
        halves + " holds no labels; give one for each row with --test-labels FILE.",
        refusal(
            "evaluate",
            "--classifier",
            "lda",
            "--data",
            halves,
            "--labels",
            labels,
            "--width",
            WIDTH,
            "--test",
            halves));
    assertEquals(
        halves + " holds embeddings; expected a table of categories or messages.",
        refusal(
            "evaluate",
            "--classifier",
            "categorical-nb",
            "--data",
            halves,
            "--labels",
            labels,
            "--width",
            WIDTH,
            "--folds",
            5));
    Path other = Files.write(folder.resolve("other.f16"), new byte[2 * 3]);
    assertEquals(
        other + " has 6 bytes; expected a multiple of 768, for rows of 384 numbers of 2 bytes.",
        refusal("predict", "--model", model, "--data", other));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'{''descr'': ''>f4'', ''fortran_order'': False, ''shape'': (2, 2), }'|holds numbers of"
            + " type '>f4'; expected '<f2', '<f4' or '<f8', as astype('float32') makes them.",
        "'{''descr'': ''<i8'', ''fortran_order'': False, ''shape'': (2, 2), }'|holds numbers of"
            + " type '<i8'; expected '<f2', '<f4' or '<f8', as astype('float32') makes them.",
        "'{''descr'': ''<f4'', ''fortran_order'': False, ''shape'': (4,), }'|has the shape (4,);"
            + " expected two dimensions, rows and the numbers of a row.",
        "'{''descr'': ''<f4'', ''fortran_order'': False, ''shape'': (2, 3), }'|has 85 bytes;"
            + " expected 93, a header of 69 and 2 rows of 3 numbers of 4 bytes.",
        "'{''descr'': ''<f4'', ''fortran_order'': False, ''shape'': (2, 0), }'|has rows of 0"
            + " numbers; expected 1 to 1048576.",
        "'{''descr'': ''<f4'', ''fortran_order'': False, ''shape'': (999999999999999999,"
            + " 1000000)}'|has 106 bytes; expected 3999999999999999996000090, a header of 90 and"
            + " 999999999999999999 rows of 1000000 numbers of 4 bytes.",
        "'{''descr'': ''<f4'', ''fortran_order'': False, ''shape'': (1, 99999999999)}'|has rows of"
            + " 99999999999 numbers; expected 1 to 1048576.",
        "'{''descr'': ''<f4'', ''fortran_order'': 1, ''shape'': (2, 2), }'|has a header that is not"
            + " {'descr': …, 'fortran_order': …, 'shape': …}; expected that of a plain array.",
        "'{''descr'': [(''a'', ''<f4'')], ''fortran_order'': False, ''shape'': (2, 2), }'|has a"
            + " header that is not {'descr': …, 'fortran_order': …, 'shape': …}; expected that of a"
            + " plain array.",
        "'{''descr'': ''<f4'', ''descr'': ''<f4'', ''shape'': (2, 2), }'|has a header that is not"
            + " {'descr': …, 'fortran_order': …, 'shape': …}; expected that of a plain array.",
        "'x'|has a header that is not {'descr': …, 'fortran_order': …, 'shape': …}; expected that"
            + " of a plain array."
      })
  void headersOfNumpyThatAreNoneAreRefused(String header, String expected) throws IOException {
    Path file = npy("x.npy", 1, header, new byte[16]);
    assertEquals("x.npy " + expected, fitRefusal(file, "--labels", labels));
  }

  @Test
  void filesThatOnlyBeginLikeNumpyAreRefused() throws IOException {
    String begins =
        "x.npy does not begin like a numpy file of version 1.0 to 3.0; expected one that numpy.save"
            + " wrote.";
    byte[] good =
        Files.readAllBytes(npy("x.npy", 2, PLAIN.formatted("<f4", "False", 2, 2), new byte[16]));
    Path file = folder.resolve("x.npy");
    Files.write(file, "x,y,label\n1,2,a\n".getBytes(StandardCharsets.UTF_8));
    assertEquals(begins, fitRefusal(file, "--labels", labels));
    byte[] version = good.clone();
    version[6] = 4;
    Files.write(file, version);
    assertEquals(begins, fitRefusal(file, "--labels", labels));
    for (int length : new int[] {1, 7, 11, 40}) {
      Files.write(file, Arrays.copyOf(good, length));
      assertEquals(
          "x.npy has %d bytes and ends within its header; expected a complete numpy file."
              .formatted(length),
          fitRefusal(file, "--labels", labels));
    }
    byte[] long32 = good.clone();
    Arrays.fill(long32, 8, 12, (byte) 0xFF);
    Files.write(file, long32);
    assertEquals(
        "x.npy has a header of 4294967295 bytes; expected at most 65536.",
        fitRefusal(file, "--labels", labels));
    Files.write(file, Arrays.copyOf(good, good.length - 3));
    assertEquals(
        "x.npy has %d bytes; expected %d, a header of %d and 2 rows of 2 numbers of 4 bytes."
            .formatted(good.length - 3, good.length, good.length - 16),
        fitRefusal(file, "--labels", labels));
    Files.write(file, good);
    assertEquals(
        "x.npy has rows of 2 numbers; expected rows of 3.",
        fitRefusal(file, "--labels", labels, "--width", 3));
  }

  /// All of CLINC150, by numpy in doubles.
  @Test
  void theWholeSetHasTheResultsOfNumpy() throws IOException {
    String base = System.getProperty("lanewise.data", "");
    Path set = Path.of(base, "clinc150_minilm");
    assumeTrue(!base.isEmpty() && Files.exists(set), "lanewise.data names no folder with the set");
    Path model =
        fit(
            "lda --shrinkage 0.01",
            set.resolve("train.f16"),
            "--labels",
            set.resolve("train.labels.txt"),
            "--width",
            WIDTH);
    JsonNode found =
        CommandRun.evaluate(
            set.resolve("test.f16"), "--labels", set.resolve("test.labels.txt"), "--model", model);
    JsonNode expected =
        new ObjectMapper()
            .readTree(set.resolve("reference.json").toFile())
            .get("lda raw shrinkage 0.01");
    assertEquals(expected.get("correct").asInt(), found.get("correct").asInt());
    assertEquals(expected.get("logLoss").asDouble(), found.get("logLoss").asDouble(), 1e-9);
  }
}
