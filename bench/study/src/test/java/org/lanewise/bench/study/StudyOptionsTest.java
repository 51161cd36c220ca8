package org.lanewise.bench.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lanewise.bench.job.Arguments.UsageException;

class StudyOptionsTest {

  private static final Path ROOT = Path.of("checkout");

  private static String refused(String... arguments) {
    return assertThrows(UsageException.class, () -> StudyOptions.parse(ROOT, List.of(arguments)))
        .getMessage();
  }

  @Test
  void aRunThatIsQuickOrWithoutDataLeavesTheCommittedPageAlone() throws UsageException {
    assertEquals(
        Path.of("checkout", "docs", "generative-or-discriminative.md"),
        StudyOptions.parse(ROOT, List.of("--data", ".")).page());
    assertEquals(
        Path.of("checkout", "bench", "study", "target", "page", "generative-or-discriminative.md"),
        StudyOptions.parse(ROOT, List.of()).page());
    assertEquals(
        Path.of("checkout", "bench", "study", "target", "page", "generative-or-discriminative.md"),
        StudyOptions.parse(ROOT, List.of("--data", ".", "--quick")).page());
  }

  @Test
  void whatDoesNotExistIsNamed() {
    assertEquals(
        "there is no experiment 'curve'; efficiency, robustness, curves, dimensions, unregularized,"
            + " theta, confidence, smoothing, values, cost are expected",
        refused("curve"));
    assertEquals(
        "there is no option '--fast'; those of bench/study/run --help are expected",
        refused("--fast"));
    assertEquals("--threads is '0'; 1 to 999 is expected", refused("--threads", "0"));
    assertEquals("--data is 'nowhere', which is no folder", refused("--data", "nowhere"));
    assertEquals("--data needs a value", refused("--data"));
  }
}
