package org.lanewise.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What a case expects of one quantity.
///
/// @param quantity its name
/// @param values the elements expected, by position
/// @param partial whether more elements may be found than are expected
/// @param tolerance the largest accepted error, relative to `scale`
/// @param scale to what errors are relative
/// @param magnitudes where errors are relative to other values than the expected ones: these
/// @param why why that tolerance
/// @param wrong values that known defects give and that have to be outside of the tolerance
record Expectation(
    String quantity,
    Map<String, String> values,
    boolean partial,
    BigDecimal tolerance,
    Scale scale,
    Map<String, String> magnitudes,
    String why,
    List<Wrong> wrong) {

  /// What errors are relative to.
  enum Scale {
    /// |expected|.
    VALUE,
    /// max(1, |expected|).
    ONE_OR_VALUE,
    /// Nothing: they are absolute.
    ABSOLUTE,
    /// Nothing: there are none, two texts are the same or not.
    TEXT
  }

  /// Quantities that are labels or whole numbers.
  private static final Set<String> EXACT =
      Set.of(
          "label",
          "labelDigits",
          "classes",
          "action",
          "top",
          "correct",
          "errors",
          "leaveOneOutErrors",
          "leftOutRows",
          "freeParameters",
          "fullJointParameters",
          "categoryCounts");

  /// What a library with a defect gives.
  record Wrong(String who, Map<String, String> values) {}

  static Expectation read(String quantity, JsonNode node, JsonNode testCase) {
    List<Wrong> wrong = new ArrayList<>();
    for (JsonNode other : node.path("wrong")) {
      wrong.add(new Wrong(Json.text(other, "who"), Values.of(other.get("values"))));
    }
    if (EXACT.contains(quantity)) {
      return new Expectation(
          quantity,
          Values.of(node.get("values")),
          hasNull(node.get("values")),
          BigDecimal.ZERO,
          Scale.TEXT,
          Map.of(),
          "labels and integers are equal or not",
          wrong);
    }
    JsonNode tolerance = node.has("tolerance") ? node.get("tolerance") : testCase.get("tolerance");
    JsonNode why = node.has("why") ? node.get("why") : testCase.get("why");
    if (tolerance == null || why == null) {
      throw new IllegalStateException(
          "the expected '%s' has no tolerance, or no reason for it".formatted(quantity));
    }
    return new Expectation(
        quantity,
        Values.of(node.get("values")),
        node.path("onlyFirst").asBoolean() || hasNull(node.get("values")),
        Json.decimal(tolerance),
        switch (node.path("relativeTo").asText("one or value")) {
          case "value" -> Scale.VALUE;
          case "one or value" -> Scale.ONE_OR_VALUE;
          case "nothing" -> Scale.ABSOLUTE;
          default -> throw new IllegalStateException("relative to what? " + node.get("relativeTo"));
        },
        node.has("magnitudes") ? Values.of(node.get("magnitudes")) : Map.of(),
        why.asText(),
        wrong);
  }

  private static boolean hasNull(JsonNode node) {
    boolean found = node.isNull();
    for (JsonNode element : node) {
      found |= hasNull(element);
    }
    return found;
  }

  /// The digits that have to agree.
  String asked() {
    return tolerance.signum() == 0
        ? "all"
        : Integer.toString((int) Math.floor(-StrictMath.log10(tolerance.doubleValue())));
  }

  /// The element that agrees least with what is expected, or one that should not be there.
  Agreement worst(Map<String, String> found) {
    Agreement worst = null;
    for (String at : values.keySet()) {
      Agreement agreement = agreement(at, found.get(at));
      worst = agreement.worseThan(worst) ? agreement : worst;
    }
    return partial || found.size() == values.size()
        ? worst
        : new Agreement(
            quantity, values.size() + " elements", found.size() + " elements", 0, false);
  }

  private Agreement agreement(String at, String found) {
    String expected = values.get(at);
    String what = quantity + at;
    if (found == null) {
      return new Agreement(what, expected, "nothing", 0, false);
    }
    BigDecimal exact = Values.finite(expected);
    BigDecimal got = Values.finite(found);
    if (scale == Scale.TEXT || exact == null || got == null) {
      boolean same = expected.equals(found);
      return new Agreement(what, expected, found, same ? Double.POSITIVE_INFINITY : 0, same);
    }
    BigDecimal error = got.subtract(exact).abs();
    BigDecimal size = scale(at);
    boolean accepted = error.compareTo(tolerance.multiply(size)) <= 0;
    boolean nearest = Double.parseDouble(expected) == Double.parseDouble(found);
    double digits =
        nearest || error.signum() == 0
            ? Double.POSITIVE_INFINITY
            : size.signum() == 0
                ? 0
                : -StrictMath.log10(error.divide(size, MathContext.DECIMAL64).doubleValue());
    // Half an ulp of the expected value is no error.
    return new Agreement(what, expected, found, digits, accepted || nearest);
  }

  private BigDecimal scale(String at) {
    BigDecimal size = new BigDecimal(magnitudes.getOrDefault(at, values.get(at))).abs();
    return switch (scale) {
      case VALUE -> size;
      case ONE_OR_VALUE -> size.max(BigDecimal.ONE);
      case ABSOLUTE, TEXT -> BigDecimal.ONE;
    };
  }

  /// This expectation with each of its elements wrong in turn: by 10 tolerances and no less than 4
  /// units in the last place, or with another text.
  List<Expectation> mutants() {
    List<Expectation> mutants = new ArrayList<>();
    for (String at : values.keySet()) {
      Map<String, String> changed = new LinkedHashMap<>(values);
      changed.put(at, wrong(at));
      Map<String, String> sizes = new LinkedHashMap<>(values);
      sizes.putAll(magnitudes);
      mutants.add(
          new Expectation(quantity, changed, partial, tolerance, scale, sizes, why, List.of()));
    }
    return mutants;
  }

  private String wrong(String at) {
    BigDecimal exact = Values.finite(values.get(at));
    if (scale == Scale.TEXT || exact == null) {
      return values.get(at) + "0";
    }
    BigDecimal ulps = new BigDecimal(4 * Math.ulp(exact.doubleValue()));
    return exact.add(tolerance.multiply(scale(at)).multiply(BigDecimal.TEN).max(ulps)).toString();
  }
}
