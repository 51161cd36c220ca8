package org.lanewise.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Runs every case of `src/test/resources/conformance` and holds `CONFORMANCE.md` to what came of
/// them.
///
/// The system property `lanewise.case` names one case, or the beginning of some;
/// `lanewise.conformance.write` writes the page.
class ConformanceTest {

  private static final String ASKED = System.getProperty("lanewise.case", "");

  private static List<ConformanceCase> asked() throws IOException {
    List<ConformanceCase> cases =
        ConformanceSuite.all().stream().filter(c -> c.id().startsWith(ASKED)).toList();
    assertFalse(cases.isEmpty(), "no case is called " + ASKED);
    return cases;
  }

  private static DynamicTest test(ConformanceCase testCase, Check check) {
    return dynamicTest(
        testCase.id(),
        () -> {
          assumeTrue(testCase.missing() == null, () -> "needs " + testCase.missing());
          check.check(ConformanceSuite.run(testCase));
        });
  }

  /// Something to be true of a case that has run.
  private interface Check {
    void check(CaseRun run) throws IOException;
  }

  @TestFactory
  Stream<DynamicTest> everyCaseIsMet() throws IOException {
    return asked().stream().map(testCase -> test(testCase, CaseRun::check));
  }

  /// With any expected value wrong by 10 tolerances, or with the values of a known defect, a case
  /// fails.
  @TestFactory
  Stream<DynamicTest> everyCaseCanFail() throws IOException {
    return asked().stream().map(testCase -> test(testCase, CaseRun::checkThatItCanFail));
  }

  @Test
  void thePageSaysWhatTheCasesGive() throws IOException {
    assumeTrue(ASKED.isEmpty(), "only some cases run");
    String committed = ConformancePage.committed();
    String page = ConformancePage.of(ConformanceSuite.all(), committed);
    if (Boolean.getBoolean("lanewise.conformance.write")) {
      Files.writeString(ConformancePage.FILE, page, StandardCharsets.UTF_8);
    } else {
      assertEquals(
          committed,
          page,
          "CONFORMANCE.md is not what the cases give; -Dlanewise.conformance.write=true writes it");
    }
  }
}
