package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.example;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `gather`, `merge`, `subtract` and `fit --statistics`.
class GatherCommandTest {

  @TempDir Path folder;

  private Path write(String name, String... lines) throws IOException {
    return Files.write(folder.resolve(name), List.of(lines));
  }

  private static Object[] all(Object first, List<?> more, Object... last) {
    List<Object> arguments = new ArrayList<>(List.of(first));
    arguments.addAll(more);
    arguments.addAll(List.of(last));
    return arguments.toArray();
  }

  /// Gathers statistics, by the options in one text.
  private Path gather(String name, Path data, String options) {
    Path out = folder.resolve(name);
    CommandRun.output(all("gather", List.of(options.split(" ")), "--data", data, "--out", out));
    return out;
  }

  private Path merge(String name, Path... parts) {
    Path out = folder.resolve(name);
    CommandRun.output(all("merge", List.of(parts), "--out", out));
    return out;
  }

  private byte[] model(Path statistics, String options) throws IOException {
    Path out = folder.resolve("from-statistics");
    CommandRun.output(
        all("fit", List.of(options.split(" ")), "--statistics", statistics, "--out", out));
    return Files.readAllBytes(out);
  }

  private byte[] modelOfRows(Path data, String options) throws IOException {
    Path out = folder.resolve("from-rows");
    CommandRun.output(all("fit", List.of(options.split(" ")), "--data", data, "--out", out));
    return Files.readAllBytes(out);
  }

  /// Rows of every kind of column: a number, bits, a count, a category, a message, a weight, with a
  /// label that is met late.
  private static List<String> rows(int count, int seed) {
    Random random = new Random(seed);
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < count; row++) {
      int c = random.nextInt(row < count / 3 ? 2 : 3);
      rows.add(
          "%s,%d,%d,%s,%s,%s,%s"
              .formatted(
                  row % 7 == 3 ? "NA" : Double.toString(c + random.nextGaussian()),
                  random.nextInt(2),
                  random.nextInt(4) + c,
                  List.of("red", "green", "blue", "grey").get(random.nextInt(2) + c),
                  "the %d word w%d".formatted(random.nextInt(3), row % 11 + c),
                  0.25 * (1 + random.nextInt(5)),
                  List.of("n", "z", "a").get(c)));
    }
    return rows;
  }

  private Path table(String name, String header, List<String> rows) throws IOException {
    return write(name, Stream.concat(Stream.of(header), rows.stream()).toArray(String[]::new));
  }

  private static final String HEADER = "x,b,n,c,m,w,y";

  /// Columns in another order, by their places in the first.
  private static List<String> permuted(List<String> rows, int... order) {
    return rows.stream()
        .map(row -> row.split(","))
        .map(cells ->
            String.join(
                ",", IntStream.of(order).mapToObj(place -> cells[place]).toArray(String[]::new)))
        .toList();
  }

  private static final List<String> KINDS =
      List.of(
          "--classifier lda --features b,n|--priors uniform --shrinkage 0.1",
          "--classifier qda --features x,b,n --missing NA --incomplete drop|--ridge 0.1",
          "--classifier rda --features b,n --weight w|--gamma 0.2",
          "--classifier gaussian-nb --features x,n --missing NA|--variance-smoothing 1e-3",
          "--classifier bernoulli-nb --features b,n --binarize 1|--alpha 0.5",
          "--classifier bernoulli-nb --features b --missing NA|--alpha 0.5",
          "--classifier bernoulli-nb --text m|--alpha 2",
          "--classifier categorical-nb --features c,b|--unseen smoothed",
          "--classifier categorical-nb --features c,b --weight w|--alpha 1",
          "--classifier multinomial-nb --features n,b|--alpha 1",
          "--classifier complement-nb --text m|--normalize",
          "--classifier poisson-nb --features n --weight w|--alpha 1",
          "--classifier mixed-nb --drop m,w --missing NA --column n=count|--counts multinomial");

  static List<String> kinds() {
    return KINDS;
  }

  @ParameterizedTest
  @org.junit.jupiter.params.provider.MethodSource("kinds")
  void theModelOfStatisticsIsThatOfTheRows(String kind) throws IOException {
    String gathering = kind.substring(0, kind.indexOf('|'));
    String fitting = kind.substring(kind.indexOf('|') + 1);
    String classifier = gathering.replaceAll("^(--classifier [a-z-]+).*", "$1");
    Path data = table("data.csv", HEADER, rows(200, 1));
    assertArrayEquals(
        modelOfRows(data, gathering + " " + fitting),
        model(gather("stats", data, gathering), classifier + " " + fitting));
  }

  /// The parts know other classes, categories and words, and the columns of one lie elsewhere.
  @ParameterizedTest
  @org.junit.jupiter.params.provider.MethodSource("kinds")
  void theModelOfMergedPartsIsThatOfAllRows(String kind) throws IOException {
    String gathering = kind.substring(0, kind.indexOf('|')) + " --label y";
    String fitting =
        gathering.replaceAll("^(--classifier [a-z-]+).*", "$1")
            + " "
            + kind.substring(kind.indexOf('|') + 1);
    List<String> rows = rows(200, 1);
    Path data = table("data.csv", HEADER, rows);
    Path first = gather("a", table("a.csv", HEADER, rows.subList(0, 60)), gathering);
    int[] order = {6, 5, 4, 3, 2, 1, 0};
    Path second =
        gather(
            "b",
            table(
                "b.csv",
                permuted(List.of(HEADER), order).getFirst(),
                permuted(rows.subList(60, 130), order)),
            gathering);
    Path third = gather("c", table("c.csv", HEADER, rows.subList(130, 200)), gathering);
    byte[] merged = model(merge("all", first, second, third), fitting);
    byte[] whole = modelOfRows(data, gathering + " " + kind.substring(kind.indexOf('|') + 1));
    boolean isCounted =
        !gathering.contains("--weight") && !kind.matches(".*(lda|qda|rda|gaussian|mixed).*");
    if (isCounted) {
      assertArrayEquals(whole, merged);
      return;
    }
    List<String> expected = probabilities(whole, data);
    List<String> found = probabilities(merged, data);
    assertEquals(expected.size(), found.size());
    for (int row = 0; row < expected.size(); row++) {
      String[] cells = expected.get(row).split(",");
      String[] others = found.get(row).split(",");
      assertEquals(cells[1], others[1]);
      for (int cell = 2; row > 0 && cell < cells.length; cell++) {
        double p = Double.parseDouble(cells[cell]);
        assertEquals(p, Double.parseDouble(others[cell]), 1e-12 * Math.max(1, Math.abs(p)));
      }
    }
  }

  private List<String> probabilities(byte[] model, Path data) throws IOException {
    Path file = Files.write(folder.resolve("scored"), model);
    return CommandRun.lines("predict", "--model", file, "--data", data, "--posteriors");
  }

  @Test
  void mergedRangesAreTheBitsOfOnePass() throws IOException {
    Random random = new Random(4);
    String[] rows = new String[8192 + 3000];
    for (int row = 0; row < rows.length; row++) {
      int c = random.nextInt(2);
      rows[row] = "%s,%s,%d".formatted(c + random.nextGaussian(), random.nextGaussian(), c);
    }
    Path data = write("data.csv", rows);
    Path first = write("a.csv", Arrays.copyOf(rows, 8192));
    Path second = write("b.csv", Arrays.copyOfRange(rows, 8192, rows.length));
    String lda = "--classifier lda";
    assertArrayEquals(
        modelOfRows(data, lda),
        model(merge("all", gather("a", first, lda), gather("b", second, lda)), lda));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--classifier bernoulli-nb --text m",
        "--classifier bernoulli-nb --features b",
        "--classifier complement-nb --text m",
        "--classifier categorical-nb --features c,b",
        "--classifier poisson-nb --features n"
      })
  void subtractLeavesWhatTheOtherRowsGive(String gathering) throws IOException {
    List<String> rows = rows(90, 2);
    Path all = gather("all", table("all.csv", HEADER, rows), gathering);
    List<String> old = rows.stream().filter(row -> row.endsWith(",a")).toList();
    List<String> rest = rows.stream().filter(row -> !row.endsWith(",a")).toList();
    Path gone = gather("old", table("old.csv", HEADER, old), gathering);
    Path out = folder.resolve("rest");
    CommandRun.output("subtract", all, gone, "--out", out);
    assertArrayEquals(
        Files.readAllBytes(gather("expected", table("rest.csv", HEADER, rest), gathering)),
        Files.readAllBytes(out));
  }

  @Test
  void subtractsScattersAndFitsTheRest() throws IOException {
    Path all = gather("all", example("wine.csv"), "--classifier lda");
    List<String> lines = Files.readAllLines(example("wine.csv"));
    Path part = write("part", lines.subList(0, 60).toArray(String[]::new));
    Path old = gather("old", part, "--classifier lda");
    Path rest = folder.resolve("rest");
    CommandRun.output("subtract", all, old, "--out", rest);
    assertTrue(model(rest, "--classifier lda").length > 0);
    assertEquals(
        "cannot subtract %s: it contains 178 rows, and %s only 59.".formatted(all, old),
        CommandRun.refusal("subtract", old, all, "--out", rest));
    assertTrue(CommandRun.refusal("subtract", all, all, "--out", rest).contains("is given twice"));
  }

  @Test
  void sparseLinesMayHaveMoreFeaturesInOnePart() throws IOException {
    String[] lines = {"a 0:1 3:2", "b 1:1", "a 2:4 7:1", "b 0:2 1:1"};
    String kind = "--classifier multinomial-nb";
    Path whole = write("all.txt", lines);
    Path first = gather("a", write("a.txt", lines[0], lines[1]), kind);
    Path second = gather("b", write("b.txt", lines[2], lines[3]), kind);
    byte[] expected = modelOfRows(whole, kind);
    assertArrayEquals(expected, model(merge("ab", first, second), kind));
    assertArrayEquals(expected, model(merge("ba", second, first), kind));
  }

  @Test
  void partsWithoutNamesAreTakenByTheirPlaces() throws IOException {
    List<String> lines = Files.readAllLines(example("wine.csv"));
    Path named =
        table(
            "named",
            IntStream.range(0, 14)
                .mapToObj(j -> j == 13 ? "y" : "f" + j)
                .reduce("", (a, b) -> a.isEmpty() ? b : a + "," + b),
            lines.subList(1, 100));
    Path unnamed = write("unnamed", lines.subList(100, lines.size()).toArray(String[]::new));
    Path first = gather("a", named, "--classifier lda");
    Path second = gather("b", unnamed, "--classifier lda --no-header");
    JsonNode all = CommandRun.json("inspect", merge("all", first, second), "--json");
    assertEquals("f0", all.get("featureNames").get(0).asText());
    assertEquals(178, all.get("rows").asInt());
    int[] back = IntStream.range(0, 14).map(j -> j == 13 ? 13 : 12 - j).toArray();
    List<String> backwards = permuted(Files.readAllLines(named), back);
    Path turned =
        gather("t", write("turned", backwards.toArray(String[]::new)), "--classifier lda");
    Path three = merge("three", second, first, turned);
    assertEquals(
        "f0", CommandRun.json("inspect", three, "--json").get("featureNames").get(0).asText());
    // By their names the columns of the third are those of the first two.
    assertArrayEquals(
        model(merge("known", merge("two", second, first), first), "--classifier lda"),
        model(three, "--classifier lda"));
    Path elsewhere = gather("c", unnamed, "--classifier lda --no-header --label 0 --drop 13,2");
    Path out = folder.resolve("out");
    assertTrue(CommandRun.refusal("merge", first, elsewhere, "--out", out).contains("by position"));
    assertFalse(Files.exists(out));
  }

  @Test
  void rowsThatWereLeftOutAreCountedApart() throws IOException {
    String options = "--classifier lda --features x,n --missing NA --incomplete drop";
    Path first = gather("first", table("first.csv", HEADER, rows(50, 1)), options);
    Path second = gather("second", table("second.csv", HEADER, rows(30, 2)), options);
    int used = 0;
    for (Path statistics : List.of(first, second)) {
      used += CommandRun.json("inspect", statistics, "--json").get("usedRows").asInt();
    }
    assertTrue(used < 80, "some rows are left out");
    String read = "%n%d of 80 rows have missing values and were left out%n".formatted(80 - used);
    Path all = folder.resolve("all");
    String merged = CommandRun.output("merge", first, second, "--out", all);
    assertTrue(merged.contains("scatters, %d rows, ".formatted(used)), merged);
    assertTrue(merged.endsWith(read), merged);
    String inspected = CommandRun.output("inspect", all);
    assertTrue(inspected.contains("%d (table)\n".formatted(used)), inspected);
    Path model = folder.resolve("model");
    String fitted =
        CommandRun.output("fit", "--classifier", "lda", "--statistics", all, "--out", model);
    assertTrue(fitted.contains("lda of %d rows, ".formatted(used)), fitted);
    assertTrue(fitted.endsWith(read), fitted);
    assertTrue(CommandRun.output("inspect", model).contains(read.strip()), "the model knows");
    String rest = CommandRun.output("subtract", all, second, "--out", folder.resolve("rest"));
    assertTrue(
        rest.endsWith("%n7 of 50 rows have missing values and were left out%n".formatted()), rest);
    assertTrue(rest.contains(" 43 rows, "), rest);
  }

  @Test
  void inspectSaysWhatThereIs() throws IOException {
    Path data = table("data.csv", HEADER, rows(50, 1));
    Path statistics =
        gather("stats", data, "--classifier qda --features x,n --missing NA --incomplete drop");
    String text = CommandRun.output("inspect", statistics);
    assertTrue(text.contains("class means and scatters"), text);
    assertTrue(text.contains("lda, qda, rda"), text);
    assertTrue(text.contains("--missing NA --incomplete drop"), text);
    assertTrue(text.contains("7 of 50 rows have missing values and were left out"), text);
    JsonNode json = CommandRun.json("inspect", statistics, "--json");
    assertEquals(50, json.get("rows").asInt());
    assertEquals(43, json.get("usedRows").asInt());
    assertEquals("NA", json.get("options").get("missing").asText());
    assertEquals(3, json.get("classWeights").size());
    JsonNode gathered =
        CommandRun.json(
            "gather",
            "--classifier",
            "categorical-nb",
            "--features",
            "c",
            "--data",
            data,
            "--out",
            folder.resolve("c"),
            "--json");
    assertEquals(List.of("categorical-nb"), List.of(gathered.get("classifiers").get(0).asText()));
    assertTrue(CommandRun.output("help", "parts").contains("lanewise subtract"));
    assertFalse(CommandRun.output("help", "gather").contains("--alpha"));
  }

  @Test
  void refusesWhatStatisticsCannotTell() throws IOException {
    Path data = table("data.csv", HEADER, rows(60, 1));
    Path lda = gather("lda", data, "--classifier lda --features b,n");
    Path bits = gather("bits", data, "--classifier bernoulli-nb --features b");
    Path model = folder.resolve("model");
    Path out = folder.resolve("out");
    Object[] fit = {"fit", "--statistics", lda, "--out", out, "--classifier"};
    CommandRun.output(
        "fit", "--classifier", "lda", "--features", "b,n", "--data", data, "--out", model);
    assertEquals(
        "%s contains class means and scatters, gathered for lda; they fit lda, qda, rda, low-rank, not gaussian-nb."
            .formatted(lda),
        CommandRun.refusal(all(fit[0], Arrays.asList(fit).subList(1, 6), "gaussian-nb")));
    assertEquals(
        "--shrinkage lw reads the rows a second time, and statistics contain none; use a number,"
            + " oas or oas-sklearn.",
        CommandRun.refusal(
            all(fit[0], Arrays.asList(fit).subList(1, 6), "lda", "--shrinkage", "lw")));
    assertEquals(
        "--missing cannot be used with --statistics; it is an option of gather.",
        CommandRun.refusal(all(fit[0], Arrays.asList(fit).subList(1, 6), "lda", "--missing", "?")));
    assertEquals(
        "--statistics cannot be used with options for columns or file formats; they are options"
            + " of gather.",
        CommandRun.refusal(all(fit[0], Arrays.asList(fit).subList(1, 6), "lda", "--label", "0")));
    assertEquals(
        "--choose uses leave-one-out, which needs rows, and statistics contain none; use --data.",
        CommandRun.refusal(
            all(fit[0], Arrays.asList(fit).subList(1, 6), "lda", "--choose", "shrinkage")));
    assertEquals(
        "--data and --statistics cannot be used together.",
        CommandRun.refusal(all(fit[0], Arrays.asList(fit).subList(1, 6), "lda", "--data", data)));
    assertEquals(
        "missing --data or --statistics.",
        CommandRun.refusal("fit", "--classifier", "lda", "--out", out));
    assertEquals(
        "--priors is an option of lanewise fit --statistics; for lda, gather takes --transform,"
            + " --missing, --incomplete, --tokens.",
        CommandRun.refusal(
            "gather", "--classifier", "lda", "--priors", "uniform", "--data", data, "--out", out));
    assertTrue(
        CommandRun.refusal(
                "gather", "--classifier", "lda", "--missing", "NA", "--data", data, "--out", out)
            .contains("use --incomplete drop"));
    assertEquals(
        "%s contains class means and scatters, gathered for lda, but %s contains bit counts, gathered for bernoulli-nb; expected statistics of one kind."
            .formatted(lda, bits),
        CommandRun.refusal("merge", lda, bits, "--out", out));
    assertEquals(
        "'%s' holds a model; statistics are expected.".formatted(model),
        CommandRun.refusal("merge", lda, model, "--out", out));
    assertEquals(
        "'%s' contains statistics, not a model; to fit one, use lanewise fit --statistics."
            .formatted(lda),
        CommandRun.refusal("predict", "--model", lda, "--data", data));
    assertTrue(
        CommandRun.refusal("predict", "--model", model, "--data", lda)
            .contains("a model or statistics file of Lanewise"));
    assertEquals(
        "%s is given twice; its rows would count twice.".formatted(lda),
        CommandRun.refusal("merge", lda, lda, "--out", out));
    assertEquals(
        "%s is also an input; choose another output.".formatted(lda),
        CommandRun.refusal("merge", bits, lda, "--out", lda));
    byte[] bytes = Files.readAllBytes(lda);
    Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(bytes, bytes.length - 9));
    assertTrue(CommandRun.refusal("merge", cut, "--out", out).contains("is cut short"));
    bytes[bytes.length / 2] ^= 4;
    Path damaged = Files.write(folder.resolve("damaged"), bytes);
    assertTrue(CommandRun.refusal("inspect", damaged).contains("is damaged"));
    assertTrue(CommandRun.refusal("merge", write("empty"), "--out", out).contains("is empty"));
    Path others =
        gather("others", data, "--classifier lda --features b,x --missing NA --incomplete drop");
    assertTrue(CommandRun.refusal("merge", lda, others, "--out", out).contains("no --incomplete"));
    Path named = gather("named", data, "--classifier lda --features b,w");
    assertEquals(
        "%s and %s: column 'n' of the statistics to merge is 'w'; 'n' is expected."
            .formatted(lda, named),
        CommandRun.refusal("merge", lda, named, "--out", out));
    Path types = gather("types", data, "--classifier mixed-nb --features b,n");
    Path typed = gather("typed", data, "--classifier mixed-nb --features b,n --column n=count");
    assertTrue(
        CommandRun.refusal("merge", types, typed, "--out", out)
            .contains("gather both with --column n=TYPE"));
    assertFalse(Files.exists(out));
  }

  @Test
  void oneClassIsGatheredAndRefusedByTheFit() throws IOException {
    Path data = write("data.csv", "x,y", "1,a", "2,a", "4,a");
    Path other = write("other.csv", "x,y", "1,b", "3,b", "4,b");
    Path a = gather("a", data, "--classifier gaussian-nb");
    assertEquals(
        "%s has only one class, 'a', in the training rows; expected two or more.".formatted(a),
        CommandRun.refusal(
            "fit", "--classifier", "gaussian-nb", "--statistics", a, "--out", folder.resolve("m")));
    Path both = merge("both", a, gather("b", other, "--classifier gaussian-nb"));
    assertTrue(model(both, "--classifier gaussian-nb").length > 0);
    assertEquals(Files.readAllBytes(a).length, Files.readAllBytes(merge("alone", a)).length);
  }
}
