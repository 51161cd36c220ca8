package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `lanewise drift`.
class DriftCommandTest {

  private static final int BEGIN = 1500;

  @TempDir Path folder;
  private Path model;
  private Path heldOut;

  @BeforeEach
  void fit() throws IOException {
    model = folder.resolve("model");
    heldOut = rows("held-out.csv", 2, 500, 0);
    CommandRun.output(
        words("fit --classifier qda --data", rows("old.csv", 1, 500, 0), "--out", model));
  }

  /// Rows whose second number shifts.
  private Path rows(String name, long seed, int count, double shift) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder text = new StringBuilder("a,b,kind\n");
    for (int row = 0; row < count; row++) {
      int label = random.nextInt(2);
      text.append(random.nextGaussian() + 2 * label)
          .append(',')
          .append(random.nextGaussian() + (row >= BEGIN ? shift : 0))
          .append(',')
          .append(label == 0 ? "u" : "v")
          .append('\n');
    }
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void driftIsFoundWithItsBeginningAndItsFeature() throws IOException {
    Path drifting = rows("new.csv", 4, 3000, 1);
    JsonNode json =
        CommandRun.json(
            words("drift --json --model", model, "--held-out", heldOut, "--data", drifting));
    assertTrue(json.get("drift").asBoolean());
    assertEquals(100, json.get("limit").asDouble());
    assertEquals(BEGIN, json.get("sinceRow").asInt(), 20);
    int alarm = json.get("alarmRow").asInt();
    assertTrue(alarm > BEGIN && alarm < BEGIN + 300, "row " + alarm);
    JsonNode first = json.get("bets").get(0);
    assertEquals("b", first.get("name").asText());
    assertEquals(1, first.get("shift").asDouble(), 0.2);
    assertTrue(json.get("tSquared").asDouble() > 100);
    assertEquals("b", json.get("tSquaredParts").get(0).get("name").asText());
    assertEquals(1, json.get("tSquaredParts").get(0).get("share").asDouble(), 0.1);
    double before = json.get("classSharesBefore").get(0).asDouble();
    assertEquals(before, json.get("classShares").get(0).asDouble(), 0.1);
    assertEquals("u", json.get("classes").get(0).asText());
    assertFalse(json.has("unknown"));
    assertEquals(20, json.get("windows").size());
    assertEquals(2999, json.get("windows").get(19).get("lastRow").asInt());
    assertEquals(20, json.get("windowClassShares").size());
    String text =
        CommandRun.output(words("drift --model", model, "--held-out", heldOut, "--data", drifting));
    assertTrue(
        text.contains("%nthese rows against the held-out rows:%nclass shares: u 0.".formatted()),
        text);
    assertTrue(text.contains("Hotelling's T² of the means: "), text);
    assertTrue(text.startsWith("drift in 3000 rows: since about row 1"), text);
    assertTrue(text.contains("sd  b  (drifted)\n"), text);
  }

  @Test
  void rowsWithoutDriftHaveNoBeginning() throws IOException {
    Path usual = rows("new.csv", 5, 3000, 0);
    JsonNode json =
        CommandRun.json(
            words(
                "drift --json --alpha 0.001 --model",
                model,
                "--held-out",
                heldOut,
                "--data",
                usual));
    assertFalse(json.get("drift").asBoolean());
    assertFalse(json.has("sinceRow"));
    assertEquals(3, json.get("bets").size());
    String text =
        CommandRun.output(words("drift --model", model, "--held-out", heldOut, "--data", usual));
    assertTrue(text.startsWith("no drift in 3000 rows: evidence "), text);
  }

  @Test
  void modelsOfOtherRowsAreMeasuredByTheirDensityAndMayLackValues() throws IOException {
    Path bits =
        Files.writeString(folder.resolve("bits.csv"), "x,y,c\n" + "1,0,p\n0,1,q\n".repeat(90));
    Path odd = Files.writeString(folder.resolve("odd.csv"), "x,y\n" + "1,1\n".repeat(400));
    CommandRun.output(words("fit --classifier bernoulli-nb --data", bits, "--out", model));
    JsonNode json =
        CommandRun.json(words("drift --json --model", model, "--held-out", bits, "--data", odd));
    assertTrue(json.get("drift").asBoolean());
    assertEquals(1, json.get("bets").size());

    Path lacking =
        Files.writeString(
            folder.resolve("lacking.csv"), "x,c\n" + "1,p\n,p\n2,q\n3,q\n1.5,p\n".repeat(40));
    CommandRun.output(
        words("fit --classifier gaussian-nb --missing NA --data", lacking, "--out", model));
    assertFalse(
        CommandRun.json(
                words("drift --json --model", model, "--held-out", lacking, "--data", lacking))
            .get("drift")
            .asBoolean());
  }

  @Test
  void thePageDrawsTheCourseOfTheDrift() throws IOException {
    Path page = folder.resolve("page.html");
    Path old =
        Files.writeString(
            folder.resolve("named.csv"),
            Files.readString(folder.resolve("old.csv"))
                .replace("a,b,kind", "log density,<b>x</b>,kind"));
    CommandRun.output(words("fit --classifier lda --unknown --data", old, "--out", model));
    Path drifting =
        Files.writeString(
            folder.resolve("renamed.csv"),
            Files.readString(rows("new.csv", 4, 3000, 1))
                .replace("a,b,kind", "log density,<b>x</b>,kind"));
    Path known =
        Files.writeString(
            folder.resolve("known.csv"),
            Files.readString(heldOut).replace("a,b,kind", "log density,<b>x</b>,kind"));
    String plain =
        CommandRun.output(words("drift --model", model, "--held-out", known, "--data", drifting));
    assertEquals(
        plain,
        CommandRun.output(
            words(
                "drift --model",
                model,
                "--held-out",
                known,
                "--data",
                drifting,
                "--report",
                page)));
    String html = Files.readString(page);
    for (String title : List.of("Evidence", "Class shares", "Log density", "Rows of no class")) {
      assertTrue(html.contains("<h3>" + title + "</h3>"), title);
    }
    assertFalse(html.contains("<b>x</b>"), "names are escaped");
    assertFalse(html.contains("NaN"), html);
    Path few = rows("few.csv", 3, 20, 0);
    Files.delete(page);
    CommandRun.refusal(
        words("drift --model", model, "--held-out", few, "--data", drifting, "--report", page));
    assertFalse(Files.exists(page));
    assertEquals(
        known + " is also an input; choose another output.",
        CommandRun.of(
                words(
                    "drift --model",
                    model,
                    "--held-out",
                    known,
                    "--data",
                    drifting,
                    "--report",
                    known))
            .err()
            .replaceFirst("lanewise: ", "")
            .strip());
  }

  @Test
  void whatCannotBeMeasuredIsRefused() throws IOException {
    Path few = rows("few.csv", 3, 20, 0);
    assertEquals(
        few + ": 20 rows were held out; at least 64 are expected.",
        CommandRun.refusal(words("drift --model", model, "--held-out", few, "--data", heldOut)));
    Path bits =
        Files.writeString(folder.resolve("bits.csv"), "x,y,c\n" + "1,0,p\n0,1,q\n".repeat(90));
    Path colours =
        Files.writeString(
            folder.resolve("colours.csv"), "x,c\n" + "red,p\nblue,q\nred,q\n".repeat(60));
    Path green = Files.writeString(folder.resolve("green.csv"), "x\n" + "green\n".repeat(400));
    CommandRun.output(words("fit --classifier categorical-nb --data", colours, "--out", model));
    Object[] unseen = words("drift --model", model, "--held-out", colours, "--data", green);
    assertTrue(CommandRun.refusal(unseen).contains("'green' is an unseen category"));
    assertTrue(
        CommandRun.output(
                Stream.concat(Stream.of(unseen), Stream.of("--unseen", "smoothed")).toArray())
            .startsWith("drift in 400 rows: since about row 0"));
    CommandRun.output(words("fit --classifier complement-nb --data", bits, "--out", model));
    assertEquals(
        "drift does not apply to a model of complement-nb, which has no p(row).",
        CommandRun.refusal(words("drift --model", model, "--held-out", few, "--data", heldOut)));
    assertEquals(
        "invalid value '2' for --alpha; expected a probability between 0 and 1, such as 0.01.",
        CommandRun.refusal(
            words("drift --alpha 2 --model", model, "--held-out", few, "--data", heldOut)));
  }

  /// Arguments, text of several words being several.
  private static Object[] words(Object... parts) {
    return Stream.of(parts)
        .flatMap(part -> part instanceof String text ? Stream.of(text.split(" ")) : Stream.of(part))
        .toArray();
  }
}
