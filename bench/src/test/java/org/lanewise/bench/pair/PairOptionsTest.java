package org.lanewise.bench.pair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.bench.job.Arguments;
import org.lanewise.bench.job.Step;
import org.lanewise.bench.machine.Tier;

class PairOptionsTest {

  private static List<String> rows(String... arguments) throws Arguments.UsageException {
    return PairOptions.parse(List.of(arguments)).rows().stream()
        .map(row -> row.job().id() + " " + row.parameterText())
        .toList();
  }

  private static String refusal(String... arguments) {
    return assertThrows(Arguments.UsageException.class, () -> rows(arguments)).getMessage();
  }

  @Test
  void aPatternTakesJobsInTheirQuickShapesOrTheFirst() throws Arguments.UsageException {
    assertEquals(
        List.of("fit-lda 100000x64x10", "fit-qda 100000x64x10"), rows("fit-lda", "fit-qda"));
    assertEquals(List.of("row-qda-predict 1x4x3"), rows("row-qda-p"));
  }

  @Test
  void aShapeIsTakenThatHoldsThePattern() throws Arguments.UsageException {
    assertEquals(List.of("fit-lda 10000x784x10"), rows("fit-lda", "--shape", "x784x"));
    assertEquals(3, rows("fit-lda", "--shape", ".").size());
  }

  @Test
  void jobsOfSeveralThreadsAreTakenWithEachNumber() throws Arguments.UsageException {
    assertEquals(
        List.of(
            "workers-predict-lda 200000x64x10 workers=1",
            "workers-predict-lda 200000x64x10 workers=2"),
        rows("workers-predict-lda"));
  }

  @Test
  void withoutAPatternTheJobsOfAQuickRunAreTaken() throws Arguments.UsageException {
    List<String> rows = rows();
    assertTrue(rows.contains("fit-lda 100000x64x10"), rows::toString);
    assertTrue(rows.stream().noneMatch(row -> row.startsWith("row-qda")), rows::toString);
  }

  @Test
  void optionsGoToTheProcesses(@TempDir Path data) throws Arguments.UsageException {
    PairOptions options =
        PairOptions.parse(
            List.of("--avx2", "--tier", "scalar", "--rounds", "20", "--data", data.toString()));
    assertEquals(20, options.rounds());
    Step step = options.rows().getFirst().step(options.tier(), options.flags());
    assertEquals("scalar", step.parameters().get("tier"));
    assertTrue(step.jvmArguments().containsAll(Tier.SCALAR.jvmArguments()));
    assertTrue(step.jvmArguments().contains("-XX:UseAVX=2"));
    assertTrue(step.jvmArguments().contains("-Dlanewise.data=" + data));
  }

  @Test
  void whatDoesNotFitIsRefused() {
    assertEquals("no job fits [nothing]; bench/run --list names all", refusal("nothing"));
    assertEquals(
        "no job fits [fit-lda] with a shape that holds y; bench/run --list names all",
        refusal("fit-lda", "--shape", "y"));
    assertEquals(
        "fit-predict-multinomial-nb needs 20 Newsgroups: --data DIR names the folder of data sets",
        refusal("multinomial"));
    assertEquals(
        "--rounds is '5'; a number from 6 on is expected, for fewer have no interval",
        refusal("--rounds", "5"));
    assertEquals("--shape needs a value", refusal("--shape"));
    assertEquals("the tier is 'gpu'; vector or scalar is expected", refusal("--tier", "gpu"));
    assertEquals("--data is 'nowhere', which is no folder", refusal("--data", "nowhere"));
    assertEquals(
        "there is no option '--quick'; bench/compare --help names all", refusal("--quick"));
    assertTrue(refusal("(").startsWith("'(' is no regular expression: "));
  }
}
