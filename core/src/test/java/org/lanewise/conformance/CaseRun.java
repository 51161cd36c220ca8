package org.lanewise.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// A case that has run: all that the library gave for it.
final class CaseRun {

  /// What one fitted model gave.
  ///
  /// @param form the form of its rows, and the kind of its statistics
  /// @param subject which model it is, for messages
  /// @param values the elements of each quantity
  private record Found(
      String model, String form, String subject, Map<String, Map<String, String>> values) {}

  private static final String BATCH = "in a batch: ";

  private final ConformanceCase testCase;
  private final List<Found> found = new ArrayList<>();

  /// What it said where it refused, by model; null where it did not refuse.
  private final Map<String, List<String>> refusals = new LinkedHashMap<>();

  private CaseRun(ConformanceCase testCase) {
    this.testCase = testCase;
  }

  /// Runs a case; whether the results are right is not asked yet.
  static CaseRun of(ConformanceCase testCase) throws IOException {
    CaseRun run = new CaseRun(testCase);
    for (Way way : testCase.ways()) {
      run.add(way);
    }
    return run;
  }

  private void add(Way way) throws IOException {
    List<String> messages = refusals.computeIfAbsent(way.model(), model -> new ArrayList<>());
    try {
      for (Supplier<Subject<?, ?>> fit : Subjects.of(way)) {
        Subject<?, ?> subject = fitted(fit, way, messages);
        if (subject != null) {
          ask(subject, messages);
        }
      }
    } catch (IllegalArgumentException refused) {
      messages.add(trainingMessage(way, refused));
    }
  }

  /// A fitted model, or null if it was refused.
  private Subject<?, ?> fitted(Supplier<Subject<?, ?>> fit, Way way, List<String> messages) {
    try {
      return fit.get();
    } catch (IllegalArgumentException refused) {
      messages.add(trainingMessage(way, refused));
      return null;
    }
  }

  private String trainingMessage(Way way, IllegalArgumentException refused) {
    if (testCase.refusal() == null || testCase.refusal().atScoring()) {
      throw new AssertionError(way + " is refused: " + refused.getMessage(), refused);
    }
    return refused.getMessage();
  }

  private void ask(Subject<?, ?> subject, List<String> messages) {
    if (testCase.refusal() != null && testCase.refusal().atScoring()) {
      messages.addAll(subject.refusals(false));
      messages.addAll(subject.refusals(true).stream().map(CaseRun::inBatch).toList());
    } else if (testCase.refusal() != null) {
      messages.add(null);
    }
    Map<String, Map<String, String>> values = new LinkedHashMap<>();
    for (Expectation expectation : testCase.expected()) {
      values.put(expectation.quantity(), Values.of(subject.quantity(expectation.quantity())));
    }
    Way way = subject.way();
    found.add(new Found(way.model(), subject.form().name(), subject.toString(), values));
  }

  /// Marks a message about a batch.
  private static String inBatch(String message) {
    return message == null ? null : BATCH + message;
  }

  /// Throws an [AssertionError] if anything is not as the case expects it.
  void check() {
    String failure = failure(testCase.expected(), testCase.refusal());
    assertTrue(failure == null, () -> testCase.link() + ": " + failure);
    if (testCase.sameBits()) {
      for (Found other : found) {
        assertEquals(
            firstOf(other.model() + other.form()).values(),
            other.values(),
            "the same bits in all ways: " + other.subject());
      }
    }
  }

  /// What the first way gave, for one model and form.
  private Found firstOf(String modelAndForm) {
    return found.stream()
        .filter(one -> modelAndForm.equals(one.model() + one.form()))
        .findFirst()
        .orElseThrow();
  }

  /// What is not as expected, or null.
  private String failure(List<Expectation> expected, ConformanceCase.Refusal refusal) {
    for (Found one : found) {
      for (Expectation expectation : expected) {
        Agreement worst = expectation.worst(one.values().get(expectation.quantity()));
        if (!worst.accepted()) {
          return one.subject() + ": " + worst;
        }
      }
    }
    if (refusal != null) {
      for (List<String> messages : refusals.values()) {
        String failure = failure(refusal, messages);
        if (failure != null) {
          return failure;
        }
      }
    }
    return null;
  }

  private static String failure(ConformanceCase.Refusal refusal, List<String> messages) {
    for (String message : messages) {
      if (message == null) {
        return "not refused";
      }
      boolean batch = message.startsWith(BATCH);
      for (String words : batch ? refusal.saysInBatch() : refusal.says()) {
        if (!message.contains(words)) {
          return "the refusal does not say '%s': %s".formatted(words, message);
        }
      }
      if (message.length() < 30 || message.contains("\n")) {
        return "the refusal is no clear sentence: " + message;
      }
    }
    return null;
  }

  /// Throws an [AssertionError] if the case would have passed with other results: with any one
  /// expected element wrong by 10 tolerances, with the values that a known defect gives, without a
  /// refusal or with other words in it; or if it asks for the same bits of one way only.
  void checkThatItCanFail() {
    for (Expectation expectation : testCase.expected()) {
      if (found.isEmpty()) {
        continue;
      }
      assertFalse(expectation.values().isEmpty(), "nothing is expected of " + expectation);
      for (Expectation mutant : expectation.mutants()) {
        assertNotNull(
            failure(List.of(mutant), null), () -> testCase.id() + " would pass with " + mutant);
      }
      for (Expectation.Wrong wrong : expectation.wrong()) {
        // Wrong by its numbers, not by their number; a list of errors may be longer.
        if (expectation.scale() != Expectation.Scale.TEXT) {
          assertEquals(expectation.values().keySet(), wrong.values().keySet(), wrong.who());
        }
        assertFalse(
            expectation.worst(wrong.values()).accepted(),
            () -> testCase.id() + " would pass with the values of " + wrong.who());
      }
    }
    ConformanceCase.Refusal refusal = testCase.refusal();
    if (refusal != null) {
      List<String> other = List.of("words that no message holds");
      assertNotNull(
          failure(List.of(), new ConformanceCase.Refusal(refusal.atScoring(), other, other)));
      List<String> silent = new ArrayList<>();
      silent.add(null);
      assertNotNull(failure(refusal, silent), testCase.id() + " would pass without a refusal");
      for (List<String> messages : refusals.values()) {
        assertFalse(messages.isEmpty(), testCase.id() + " never asked for a refusal");
      }
    }
    if (testCase.sameBits()) {
      long forms = found.stream().map(one -> one.model() + one.form()).distinct().count();
      assertTrue(found.size() > forms, testCase.id() + " has no two ways to compare bits of");
    }
  }

  /// Models, expected, found, digits: one line for all models that have the same there.
  List<String> lines() {
    Map<String, List<String>> models = new LinkedHashMap<>();
    for (String model : refusals.keySet()) {
      models.computeIfAbsent(line(model), line -> new ArrayList<>()).add(model);
    }
    List<String> lines = new ArrayList<>();
    models.forEach((line, names) -> lines.add(String.join(", ", names) + " | " + line));
    return lines;
  }

  private String line(String model) {
    Agreement worst = null;
    Expectation of = null;
    int elements = 0;
    for (Found one : found) {
      if (one.model().equals(model)) {
        for (Expectation expectation : testCase.expected()) {
          Map<String, String> values = one.values().get(expectation.quantity());
          elements += expectation.values().size();
          Agreement agreement = expectation.worst(values);
          if (agreement.worseThan(worst)) {
            worst = agreement;
            of = expectation;
          }
        }
      }
    }
    if (worst == null || testCase.expected().isEmpty()) {
      String message = refusals.get(model).getFirst();
      return "refusal: “%s” | “%s” | refused"
          .formatted(
              Markdown.text(String.join("”, “", testCase.refusal().says())),
              Markdown.text(message == null ? "accepted" : Markdown.shortened(message, 160)));
    }
    return "%s = %s | %s | %s of %s (%d values)"
        .formatted(
            worst.what(),
            Markdown.text(Values.rounded(worst.expected())),
            Markdown.text(Values.rounded(worst.found())),
            digits(worst),
            of.asked(),
            elements);
  }

  private static String digits(Agreement worst) {
    return worst.digits() == Double.POSITIVE_INFINITY
        ? "all"
        : Integer.toString((int) Math.max(0, Math.floor(worst.digits())));
  }
}
