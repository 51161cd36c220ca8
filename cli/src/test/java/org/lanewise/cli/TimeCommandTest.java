package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `lanewise gather --half-life TIME --time COLUMN`.
class TimeCommandTest {

  private static final int DAY = 86_400;
  private static final long BEGIN = 1_780_000_000L;

  @TempDir Path folder;

  private static Object[] words(Object... parts) {
    return Stream.of(parts)
        .flatMap(part -> part instanceof String text ? Stream.of(text.split(" ")) : Stream.of(part))
        .toArray();
  }

  /// Rows whose time comes last, in any order.
  private Path rows(String name, long seed, int days, LongFunction<String> time, boolean weights)
      throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    List<String> lines = new ArrayList<>(List.of("x,v,y," + (weights ? "w" : "t")));
    for (int row = 0; row < 60; row++) {
      int label = random.nextInt(2);
      long at = BEGIN + (long) days * DAY + random.nextInt(10 * DAY);
      lines.add(
          "%d,%d,%s,%s"
              .formatted(
                  random.nextInt(4) + label,
                  random.nextInt(5),
                  "ab".charAt(label),
                  time.apply(at)));
    }
    return Files.write(folder.resolve(name), lines);
  }

  private Path gather(Path data, String options) {
    Path out = folder.resolve(data.getFileName() + ".stats");
    CommandRun.output(
        words("gather", options, "--label y --time t --half-life 7d --data", data, "--out", out));
    return out;
  }

  private List<String> predictions(Path model) throws IOException {
    Path some = rows("some.csv", 9, 0, Long::toString, false);
    return CommandRun.lines(words("predict --probabilities --model", model, "--data", some));
  }

  private static void assertClose(List<String> expected, List<String> found, double tolerance) {
    for (int i = 1; i < expected.size(); i++) {
      String[] wanted = expected.get(i).split(",");
      String[] cells = found.get(i).split(",");
      for (int c = wanted.length - 2; c < wanted.length; c++) {
        assertEquals(Double.parseDouble(wanted[c]), Double.parseDouble(cells[c]), tolerance);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lda", "gaussian-nb", "multinomial-nb", "categorical-nb", "mixed-nb"})
  void partsOfAnyTimesMergeInAnyOrderToRowsWeighedByTheirAge(String classifier) throws IOException {
    String kind = "--classifier " + classifier;
    LongFunction<String> local =
        at -> LocalDateTime.ofEpochSecond(at, 0, ZoneOffset.UTC).toString();
    Path first = gather(rows("1.csv", 1, 0, Long::toString, false), kind);
    Path second = gather(rows("2.csv", 2, 45, at -> at + "000", false), kind);
    Path third = gather(rows("3.csv", 3, 20, local, false), kind);
    double[] latest = {0};
    for (int part = 1; part <= 3; part++) {
      rows(
          "t.csv",
          part,
          new int[] {0, 45, 20}[part - 1],
          at -> {
            latest[0] = Math.max(latest[0], at);
            return "";
          },
          true);
    }
    List<String> all = new ArrayList<>(List.of("x,v,y,w"));
    for (int part = 1; part <= 3; part++) {
      Path weighted =
          rows(
              "w.csv",
              part,
              new int[] {0, 45, 20}[part - 1],
              at -> "" + Math.pow(0.5, (latest[0] - at) / (7 * DAY)),
              true);
      all.addAll(Files.readAllLines(weighted).subList(1, 61));
    }
    Path whole = Files.write(folder.resolve("whole.csv"), all);
    Path expected = folder.resolve("expected.model");
    CommandRun.output(words("fit", kind, "--label y --weight w --data", whole, "--out", expected));
    List<String> wanted = predictions(expected);
    for (List<Path> order : List.of(List.of(first, second, third), List.of(second, third, first))) {
      Path merged = folder.resolve("merged.stats");
      CommandRun.output(words("merge", order.get(0), order.get(1), order.get(2), "--out", merged));
      Path model = folder.resolve("model");
      CommandRun.output(words("fit", kind, "--statistics", merged, "--out", model));
      assertClose(wanted, predictions(model), 1e-9);
      assertTrue(
          CommandRun.output(words("inspect", merged)).contains("half after 604800.0 seconds"));
    }
  }

  @Test
  void timesInOtherFormsAreTheSame() throws IOException {
    Path model = folder.resolve("model");
    List<String> known = null;
    for (LongFunction<String> form :
        List.<LongFunction<String>>of(
            Long::toString,
            at -> at + ".000",
            at -> at + "000",
            at -> Instant.ofEpochSecond(at).toString(),
            at ->
                Instant.ofEpochSecond(at)
                    .atOffset(ZoneOffset.ofHours(5))
                    .toString()
                    .replace('T', ' '))) {
      Path stats = gather(rows("some.csv", 4, 3, form, false), "--classifier gaussian-nb");
      CommandRun.output(words("fit --classifier gaussian-nb --statistics", stats, "--out", model));
      List<String> found = predictions(model);
      known = known == null ? found : known;
      assertEquals(known, found);
    }
  }

  @Test
  void datesOfDigitsAreNoSeconds() throws IOException {
    LongFunction<String> date = at -> Instant.ofEpochSecond(at).toString().substring(0, 10);
    LongFunction<String> digits = at -> date.apply(at).replace("-", "");
    Path expected = gather(rows("dates.csv", 4, 9, date, false), "--classifier gaussian-nb");
    byte[] bytes = Files.readAllBytes(expected);
    for (LongFunction<String> form :
        List.of(digits, at -> (at / DAY % 2 == 0 ? date : digits).apply(at))) {
      Path found = gather(rows("dates.csv", 4, 9, form, false), "--classifier gaussian-nb");
      assertArrayEquals(bytes, Files.readAllBytes(found));
    }
  }

  @Test
  void whatIsNoTimeIsRefusedWithItsLine() throws IOException {
    Path out = folder.resolve("out");
    for (String bad : List.of("yesterday", "2026-13-01", "2026-02-30", "10:30", "1e30", "NaN")) {
      Path data =
          Files.writeString(
              folder.resolve("bad.csv"),
              "x,t,y\n1,2026-01-01,a\n2," + bad + ",b\n3,2026-01-02,a\n");
      String refusal =
          CommandRun.refusal(
              words(
                  "gather --classifier lda --label y --time t --half-life 1d --data",
                  data,
                  "--out",
                  out));
      assertTrue(
          refusal.startsWith(data + ", line 3, column 't': '" + bad + "' is not a time; expected"),
          refusal);
    }
    Path empty =
        Files.writeString(
            folder.resolve("bad.csv"), "x,t,y\n1,2026-01-01,a\n2,,b\n3,2026-01-02,a\n");
    assertEquals(
        empty + ", line 3 has no time in column 't'; expected one in every row.",
        CommandRun.refusal(
            words(
                "gather --classifier lda --label y --time t --half-life 1d --data",
                empty,
                "--out",
                out)));
    assertFalse(Files.exists(out));
    String gather = "gather --classifier lda --label y --data " + empty + " --out " + out;
    assertEquals("--time needs --half-life TIME.", CommandRun.refusal(words(gather + " --time t")));
    assertEquals(
        "--half-life needs --time COLUMN.", CommandRun.refusal(words(gather + " --half-life 3d")));
    for (String bad : List.of("7", "d", "-1d", "0s", "1y", "NaNs", "1e-9s")) {
      assertEquals(
          "invalid value '%s' for --half-life; expected 0.001s or more: a number with s, m, h, d or w, such as 7d."
              .formatted(bad),
          CommandRun.refusal(words(gather + " --time t --half-life " + bad)));
    }
  }

  @Test
  void partsOfOtherHalfLivesDoNotMerge() throws IOException {
    Path data = rows("1.csv", 1, 0, Long::toString, false);
    Path week = gather(data, "--classifier lda");
    Path day = folder.resolve("day");
    Path plain = folder.resolve("plain");
    Path out = folder.resolve("out");
    String gather = "gather --classifier lda --label y --data " + data;
    CommandRun.output(words(gather, "--time t --half-life 1d --out", day));
    CommandRun.output(words(gather, "--drop t --out", plain));
    assertEquals(
        "%s was gathered with a half-life of 604800.0 seconds, but %s with a half-life of 86400.0 seconds; expected the same half-life."
            .formatted(week, day),
        CommandRun.refusal(words("merge", week, day, "--out", out)));
    assertTrue(
        CommandRun.refusal(words("merge", plain, day, "--out", out)).contains("no half-life"));
    assertTrue(
        CommandRun.refusal(words("subtract", week, day, "--out", out)).contains("fall with time"));
    assertTrue(
        CommandRun.refusal(words("merge --half-life 3", week, day, "--out", out))
            .contains("merge it without --half-life"));
    // Ten years later, nothing of the first part is left.
    Path late = folder.resolve("late");
    CommandRun.output(
        words(
            "gather --classifier lda --label y --time t --half-life 1d --data",
            rows("2.csv", 2, 3650, Long::toString, false),
            "--out",
            late));
    CommandRun run = CommandRun.of(words("merge", day, late, "--out", out));
    assertTrue(run.err().contains(day + " is so old that its rows have no weight"), run.err());
    assertEquals(
        CommandRun.output(words("inspect --json", late)),
        CommandRun.output(words("inspect --json", out)));
  }
}
