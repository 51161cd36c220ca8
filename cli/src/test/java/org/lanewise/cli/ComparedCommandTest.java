package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The command that `compare` prints fits the model that it recommends, for every kind of input.
class ComparedCommandTest {

  private static final String START = "To fit ";

  @TempDir Path folder;

  /// Runs `compare`, then what it prints as a shell reads it, and compares that model with the one
  /// of `compare --out`.
  private void assertPrintsWhatItRecommends(Object... arguments) throws Exception {
    List<Object> compare = new ArrayList<>(List.of("compare", "--folds", "4"));
    compare.addAll(List.of(arguments));
    Path page = folder.resolve("page.html");
    List<Object> paged = new ArrayList<>(compare);
    paged.addAll(List.of("--report", page));
    String printed = CommandRun.output(paged.toArray());
    String line = printed.lines().filter(each -> each.startsWith(START)).findFirst().orElse("");
    assertTrue(line.contains(": lanewise fit "), printed);
    String command = line.substring(line.indexOf(": lanewise ") + 2);
    Path best = folder.resolve("best of compare");
    compare.addAll(List.of("--out", best));
    CommandRun.output(compare.toArray());
    Path fitted = folder.resolve("fitted");
    String[] words = words(command.replace("--out best.model", "--out '" + fitted + "'"));
    CommandRun.output(Stream.of(words).skip(1).toArray());
    assertEquals(-1, Files.mismatch(best, fitted), command);
    String escaped =
        command
            .replace("&", "&amp;")
            .replace("<", "&lt;")
            .replace(">", "&gt;")
            .replace("'", "&#39;");
    String html = Files.readString(page).replace("&quot;", "\"");
    assertTrue(html.contains(escaped), escaped);
  }

  private static String[] words(String command) throws Exception {
    Process shell =
        new ProcessBuilder("sh", "-c", "printf '%s\\037' " + command)
            .redirectErrorStream(true)
            .start();
    String all = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, shell.waitFor(), all);
    return all.split("\u001f", -1).length == 0
        ? new String[0]
        : Stream.of(all.substring(0, all.length() - 1).split("\u001f", -1)).toArray(String[]::new);
  }

  private static String class_(int row) {
    return row % 3 == 0 ? "no" : "yes";
  }

  /// Rows whose numbers tell the classes apart, mostly.
  private static List<String[]> cells(int rows) {
    Random random = new Random(5);
    return IntStream.range(0, rows)
        .mapToObj(row -> {
          double shift = row % 3 == 0 ? 1.5 : 0;
          return new String[] {
            "id" + row / 2,
            String.format((java.util.Locale) null, "%.3f", random.nextGaussian() + shift),
            String.format((java.util.Locale) null, "%.3f", 2 * random.nextGaussian() - shift),
            random.nextInt(3) == 0 ? "red" : row % 3 == 0 ? "blue" : "green",
            class_(row)
          };
        })
        .toList();
  }

  private Path write(String name, String content) {
    return CommandRun.write(folder, name, content);
  }

  private static String table(String header, String delimiter, int... columns) {
    return header
        + cells(80).stream()
            .map(row ->
                IntStream.of(columns)
                    .mapToObj(column -> row[column])
                    .collect(Collectors.joining(delimiter, "", "\n")))
            .collect(Collectors.joining());
  }

  @Test
  void ofATableWithTheLabelInTheMiddle() throws Exception {
    assertPrintsWhatItRecommends(
        "--data",
        write("rows.csv", table("x,class of row,y,name\n", ",", 1, 4, 2, 0)),
        "--label",
        "class of row",
        "--drop",
        "name");
  }

  @Test
  void ofAnotherDelimiterWithoutAHeader() throws Exception {
    assertPrintsWhatItRecommends(
        "--data",
        write("rows.txt", table("", ";", 4, 1, 2)),
        "--no-header",
        "--delimiter",
        ";",
        "--label",
        "0");
  }

  @Test
  void ofColumnsThatAreListedInAFileWithAnOddName() throws Exception {
    assertPrintsWhatItRecommends(
        "--data",
        write("it's $HOME & more.csv", table("it's x,y,colour,c\n", ",", 1, 2, 3, 4)),
        "--features",
        "it's x,y",
        "--features",
        "colour");
  }

  @Test
  void ofNumbersAndCategories() throws Exception {
    assertPrintsWhatItRecommends(
        "--data", write("rows.csv", table("x,y,colour,c\n", ",", 1, 2, 3, 4)), "--rank", "errors");
  }

  @Test
  void ofEmptyCells() throws Exception {
    String rows = table("x,y,colour,c\n", ",", 1, 2, 3, 4);
    assertPrintsWhatItRecommends(
        "--data",
        write("rows.csv", rows.replaceAll("\n-?0[^,]*,", "\n,")),
        "--missing",
        "",
        "--classifiers",
        "lda,mixed-nb");
  }

  @Test
  void ofIdentifiersAndEmptyCellsThatNoOptionNames() throws Exception {
    String rows = table("x,y,colour,c\n", ",", 1, 2, 3, 4).replaceAll("\n-?0[^,]*,", "\n,");
    Path data =
        write(
            "rows.csv",
            "\"row, counted\",name,"
                + IntStream.rangeClosed(0, 80)
                    .mapToObj(row ->
                        (row == 0 ? "" : row + ",n-" + row + ",") + rows.lines().toList().get(row))
                    .collect(Collectors.joining("\n", "", "\n")));
    assertPrintsWhatItRecommends("--data", data, "--classifiers", "lda,mixed-nb");
    CommandRun run = CommandRun.of("compare", "--data", data, "--classifiers", "lda,mixed-nb");
    assertTrue(
        run.err()
            .contains(
                "left out, because they look like identifiers of rows or are empty: column 'row,"
                    + " counted', column 'name'; to keep them, use --features.\n"),
        run.err());
    assertTrue(
        run.err().contains("empty cells are read as missing values, as with --missing '': "),
        run.err());
    assertFalse(run.err().contains("counts the rows"), run.err());
  }

  @Test
  void ofDecimalCommasAndEmptyColumns() throws Exception {
    String rows = table("x;y;colour;c;;\n", ";", 1, 2, 3, 4).replace('.', ',');
    Path data = write("rows.csv", rows.replaceAll("(?m)(yes|no)$", "$1;;"));
    assertPrintsWhatItRecommends("--data", data, "--decimal", ",", "--label", "c");
    String thousands = rows.replaceFirst("\n[^;]*;", "\n1.234,5;");
    assertTrue(
        CommandRun.refusal(
                "compare",
                "--data",
                write("thousands.csv", thousands.replace(";;", "")),
                "--decimal",
                ",",
                "--drop",
                "colour",
                "--classifiers",
                "gaussian-nb")
            .contains("'1.234,5' is not a finite number; thousands separators are not read"));
  }

  @Test
  void ofNumbersWithSigns() {
    StringBuilder rows = new StringBuilder("share,price,x,class\n");
    for (int row = 0; row < 40; row++) {
      rows.append("%d.5 %%,\"$%d,050.00\",%d,%s\n".formatted(row, row + 1, row * 7 % 11, row % 2));
    }
    Path data = write("rows.csv", rows.toString());
    String notes =
        CommandRun.of("compare", "--data", data, "--folds", 2, "--classifiers", "lda,mixed-nb")
            .err();
    assertTrue(
        notes.contains("column 'share' looks like numbers with signs, such as '0.5 %', which"),
        notes);
    assertTrue(
        notes.contains("column 'price' looks like numbers with signs, such as '$1,050.00'"), notes);
    Path comma = write("comma.csv", "x;c\n-0,123;a\n1,5;b\n0,250;a\n2,5;b\n");
    assertTrue(
        CommandRun.refusal(
                "fit", "--classifier", "lda", "--data", comma, "--out", folder.resolve("m"))
            .contains("'-0,123' is not a finite number; use --decimal , to read decimal commas"));
  }

  @Test
  void ofEmptyCellsWithoutAChoice() throws Exception {
    String rows = table("x,y,c\n", ",", 1, 2, 4);
    assertPrintsWhatItRecommends(
        "--data",
        write("rows.csv", rows.replaceAll("\n-?0[^,]*,", "\n-,")),
        "--missing=-",
        "--classifiers",
        "gaussian-nb");
  }

  @Test
  void ofMessages() throws Exception {
    Random random = new Random(2);
    StringBuilder rows = new StringBuilder();
    for (int row = 0; row < 80; row++) {
      rows.append(row % 2 == 0 ? "ham\t" : "spam\t");
      for (int word = 0; word < 6; word++) {
        rows.append(random.nextInt(3) == 0 ? "the " : row % 2 == 0 ? "meeting " : "offer ");
      }
      rows.append('\n');
    }
    assertPrintsWhatItRecommends(
        "--data", write("mail.tsv", rows.toString()), "--label", "0", "--text", "1");
  }

  @Test
  void ofMessagesNextToOtherColumns() throws Exception {
    Random random = new Random(2);
    StringBuilder rows = new StringBuilder("who,age,\"a, text\",from,class\n");
    for (int row = 0; row < 80; row++) {
      boolean spam = row % 2 > 0;
      rows.append(row / 4).append(',').append(random.nextInt(9) + (spam ? 4 : 0)).append(',');
      rows.append(random.nextInt(3) == 0 ? "the " : spam ? "offer" : "meeting age");
      rows.append(random.nextInt(3) == 0 ? ",x," : spam ? ",y," : ",z,");
      rows.append(spam ? "spam\n" : "ham\n");
    }
    assertPrintsWhatItRecommends(
        "--data",
        write("mail.csv", rows.toString()),
        "--groups",
        "who",
        "--text",
        "a, text",
        "--classifiers",
        "mixed-nb,multinomial-nb");
  }

  @Test
  void ofSparseLines() throws Exception {
    String lines =
        cells(80).stream()
            .map(row -> "%s 1:%s 3:%s\n".formatted(row[4].equals("yes") ? 1 : 0, row[1], row[2]))
            .collect(Collectors.joining());
    assertPrintsWhatItRecommends("--data", write("rows.libsvm", lines.replace(":-", ":")));
  }

  @Test
  void ofCompressedRowsWithWeights() throws Exception {
    Path data = folder.resolve("rows.csv.gz");
    StringBuilder rows = new StringBuilder("w,x,y,c\n");
    cells(80)
        .forEach(row ->
            rows.append(row[3].equals("red") ? "2," : "1,")
                .append(row[1] + "," + row[2] + "," + row[4] + "\n"));
    try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(data))) {
      out.write(rows.toString().getBytes(StandardCharsets.UTF_8));
    }
    assertPrintsWhatItRecommends("--data", data, "--weight", "w", "--classifiers", "lda,qda");
  }

  @Test
  void ofGroupsOfRows() throws Exception {
    assertPrintsWhatItRecommends(
        "--data",
        write("rows.csv", table("\"patient, id\",x,y,c\n", ",", 0, 1, 2, 4)),
        "--groups",
        "patient, id");
  }

  @Test
  void ofCopiesAndAClassWithOneRow() throws Exception {
    String rows = table("x,y,c\n", ",", 1, 2, 4);
    assertPrintsWhatItRecommends(
        "--data",
        write("rows.csv", rows + rows.substring(6) + "9,9,once\n"),
        "--copies",
        "together",
        "--rank",
        "errors",
        "--classifiers",
        "lda");
  }

  @Test
  void ofQuotedCells() throws Exception {
    assertPrintsWhatItRecommends(
        "--data",
        write("rows.csv", table("'x,1',y,'c'\n", ",", 1, 2, 4)),
        "--quote",
        "'",
        "--header",
        "--drop",
        "\"x,1\"");
  }

  @Test
  void ofEmbeddings() throws Exception {
    ByteBuffer values = ByteBuffer.allocate(80 * 2 * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    cells(80)
        .forEach(
            row -> values.putFloat(Float.parseFloat(row[1])).putFloat(Float.parseFloat(row[2])));
    Path raw = folder.resolve("rows.f32");
    Files.write(raw, values.array());
    Path labels =
        write("labels", cells(80).stream().map(row -> row[4] + "\n").collect(Collectors.joining()));
    assertPrintsWhatItRecommends(
        "--data", raw, "--width", "2", "--labels", labels, "--classifiers", "lda,gaussian-nb");
    Path npy = folder.resolve("rows.npy");
    Files.write(npy, npy(values.array()));
    assertPrintsWhatItRecommends(
        "--data", npy, "--labels", labels, "--classifiers", "lda,gaussian-nb");
  }

  private static byte[] npy(byte[] values) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String header = "{'descr': '<f4', 'fortran_order': False, 'shape': (80, 2), }";
    String padded = header + " ".repeat(118 - header.length() - 1) + "\n";
    out.write(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 118, 0});
    out.write(padded.getBytes(StandardCharsets.US_ASCII));
    out.write(values);
    return out.toByteArray();
  }

  @Test
  void ofMoreColumnsThanRows() throws Exception {
    Random random = new Random(4);
    StringBuilder rows = new StringBuilder();
    for (int row = 0; row < 30; row++) {
      for (int j = 0; j < 90; j++) {
        rows.append("%.4f,".formatted(random.nextGaussian() + (j < 20 ? 2 * (row % 2) : 0)));
      }
      rows.append(row % 2).append('\n');
    }
    assertPrintsWhatItRecommends(
        "--data", write("wide.csv", rows.toString()), "--classifiers", "lda,gaussian-nb");
  }
}
