package org.lanewise.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Runs every case of `src/test/resources/conformance` and holds `CONFORMANCE.md`, and the pages
/// behind it, to what came of them.
///
/// The system property `lanewise.case` names one case, or the beginning of some;
/// `lanewise.conformance.write` writes the pages.
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
  /// fails. That is of the cases, so one execution tells.
  @Tag("once")
  @TestFactory
  Stream<DynamicTest> everyCaseCanFail() throws IOException {
    return asked().stream().map(testCase -> test(testCase, CaseRun::checkThatItCanFail));
  }

  @Test
  void thePagesSayWhatTheCasesGive() throws IOException {
    assumeTrue(ASKED.isEmpty(), "only some cases run");
    Map<String, String> committed = ConformancePages.committed();
    Map<String, String> pages = ConformancePages.of(ConformanceSuite.all(), committed);
    if (Boolean.getBoolean("lanewise.conformance.write")) {
      ConformancePages.write(pages);
      return;
    }
    assertEquals(committed.keySet(), pages.keySet(), "the pages that there are");
    pages.forEach((name, page) ->
        assertEquals(
            page,
            committed.get(name),
            name + " is not what the cases give; -Dlanewise.conformance.write=true writes it"));
  }
}
