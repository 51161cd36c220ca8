package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Commands advise only options that they take.
class AdvisedOptionsTest {

  private static final Pattern ADVICE = Pattern.compile("use (--[a-z-]+)( ''| [^ ;.]+)?");

  private static final String ROWS =
      "x,col,y,c\n1.5,red,1,a\n2,blue,2.5,a\n3,red,5,b\n4,blue,6,b\n";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gaussian-nb --drop col | NA,red,1,a   | --missing",
        "gaussian-nb --drop col | '1;red;1,5'  | --decimal",
        "gaussian-nb --drop col | '\"1,red,1'  | --quote",
        "categorical-nb         | 1.5,red,7,a  | --unseen",
        "mixed-nb               | NA,red,1,a   | --missing",
        "mixed-nb               | 1,green,1,a  | --unseen",
      })
  void everyCommandTakesTheOptionsThatItAdvises(String fit, String row, String option) {
    Path model = folder.resolve("model");
    Path data = CommandRun.write(folder, "data.csv", ROWS);
    CommandRun.output(
        Stream.concat(
                Stream.of("fit", "--data", data, "--out", model, "--classifier"),
                Stream.of((Object[]) fit.split(" ")))
            .toArray());
    String head = row.contains(";") ? "x;col;y\n" : "x,col,y,c\n";
    Path bad = CommandRun.write(folder, "bad.csv", head + row + "\n");
    for (List<Object> command :
        List.<List<Object>>of(
            List.of("predict", "--model", model, "--data", bad),
            List.of("diff", model, model, "--data", bad),
            List.of("evaluate", "--model", model, "--data", bad))) {
      if (row.contains(";") && command.contains("evaluate")) {
        continue;
      }
      String refusal = CommandRun.refusal(command.toArray());
      assertTrue(refusal.contains(option), refusal);
      Matcher advice = ADVICE.matcher(refusal);
      while (advice.find()) {
        List<Object> advised = new ArrayList<>(command);
        advised.add(advice.group(1));
        String value = advice.group(2) == null ? "" : advice.group(2).strip();
        advised.add(value.replace("''", ""));
        String second = CommandRun.of(advised.toArray()).errors();
        assertNotEquals(refusal, second);
        assertFalse(second.contains("unknown option"), second);
        assertFalse(second.contains("cannot be used with options"), second);
      }
    }
  }

  @Test
  void optionsOfOtherCommandsAreAdvisedWithTheirCommand() {
    Path data =
        CommandRun.write(
            folder, "data.csv", "k,x,c\n" + "1,1.5,a\n1,2.25,a\n1,4,b\n1,3.5,b\n".repeat(5));
    String ridge = "--ridge 0.0001 --scales standard to regularise every class";
    String compared =
        CommandRun.output("compare", "--data", data, "--classifiers", "lda,gaussian-nb");
    assertTrue(
        compared.contains("; use --drop to leave columns out, or fit or evaluate with " + ridge),
        compared);
    Path statistics = folder.resolve("statistics");
    CommandRun.output("gather", "--classifier", "lda", "--data", data, "--out", statistics);
    String refusal =
        CommandRun.refusal(
            "fit", "--classifier", "lda", "--statistics", statistics, "--out", folder + "/m");
    assertTrue(
        refusal.endsWith("; use gather with --drop to leave columns out, or " + ridge + "."),
        refusal);
  }

  @Test
  void modelsThatTransformRowsDoNotAdviseMissing() {
    String rows = "x,y,c\n1.5,2,a\n2,1,a\n3,5,b\n4,7,b\n0.5,2.5,a\n3,6,b\n";
    Path data = CommandRun.write(folder, "data.csv", rows);
    Path bad = CommandRun.write(folder, "bad.csv", rows + "NA,1,a\n");
    Path model = folder.resolve("model");
    String fit = "fit --classifier lda --transform standard --data %s --out %s";
    CommandRun.output((Object[]) fit.formatted(data, model).split(" "));
    for (String command :
        List.of(
            fit.formatted(bad, model),
            "predict --model %s --data %s".formatted(model, bad),
            "evaluate --model %s --data %s".formatted(model, bad))) {
      String refusal = CommandRun.refusal((Object[]) command.split(" "));
      assertTrue(refusal.contains("'NA' is not a finite number"), refusal);
      assertFalse(refusal.contains("--missing"), refusal);
    }
  }
}
