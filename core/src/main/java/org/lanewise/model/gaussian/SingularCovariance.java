package org.lanewise.model.gaussian;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.lanewise.data.Fact;
import org.lanewise.internal.score.Naming;

/// Describes what is wrong with a covariance that has no factor, and what would help.
final class SingularCovariance {

  /// Components of a null direction below this are rounding.
  private static final double NULL_PART = 1e-6;

  private static final int MANY_FEATURES = 1000;

  private static final Fact MORE_ROWS = Fact.clause("take more rows");

  private SingularCovariance() {}

  /// For a covariance with features that do not vary.
  static SingularCovarianceException constant(
      CovarianceEstimate estimate, int[] features, Constancy constancy) {
    Map<Constancy.Kind, int[]> kinds = new EnumMap<>(Constancy.Kind.class);
    for (Constancy.Kind kind : Constancy.Kind.values()) {
      int[] ofKind = Arrays.stream(features).filter(j -> constancy.of(j) == kind).toArray();
      if (ofKind.length > 0) {
        kinds.put(kind, ofKind);
      }
    }
    List<Fact> findings = new ArrayList<>();
    Set<Fact> remedies = new LinkedHashSet<>();
    kinds.forEach((kind, ofKind) -> {
      findings.add(finding(kind, ofKind));
      Fact remedy = remedy(kind, ofKind, kinds.size() == 1, estimate.shortage() != null);
      if (remedy != null) {
        remedies.add(remedy);
      }
    });
    return exception(
        estimate,
        features,
        joined(findings),
        joined(remedies),
        Condition.INFINITE,
        constancy.naming(),
        null);
  }

  private static Fact finding(Constancy.Kind kind, int[] features) {
    boolean one = features.length == 1;
    String more =
        switch (kind) {
          case EVERYWHERE, UNDERFLOWS -> "";
          case WITHIN_CLASSES -> one ? " and differs between them" : " and differ between them";
          case HERE -> one ? " and varies in others" : " and vary in others";
        };
    return Fact.clause("%s %s %s%s", Fact.features(features), one ? "is" : "are", kind.words, more);
  }

  /// The remedy for the features, or null if only regularisation helps.
  private static Fact remedy(Constancy.Kind kind, int[] features, boolean alone, boolean fewRows) {
    Object those = alone ? features.length == 1 ? "it" : "them" : Fact.features(features);
    return switch (kind) {
      case EVERYWHERE -> Fact.clause("leave %s out", those);
      case UNDERFLOWS -> Fact.clause("scale %s to between 1e-150 and 1e150", those);
      case WITHIN_CLASSES ->
          fewRows ? MORE_ROWS : Fact.clause("tell the classes apart by a rule on %s", those);
      case HERE -> fewRows ? MORE_ROWS : null;
    };
  }

  private static Fact joined(Collection<Fact> clauses) {
    return clauses.isEmpty()
        ? null
        : Fact.clause(
            String.join(", ", Collections.nCopies(clauses.size(), "%s")), clauses.toArray());
  }

  /// For a covariance with linearly dependent features.
  ///
  /// @param direction the null direction in units of the standard deviations
  static SingularCovarianceException dependent(
      CovarianceEstimate estimate, double[] direction, Naming naming, Throwable cause) {
    int[] features = nullFeatures(direction);
    boolean fewRows = estimate.shortage() != null;
    Condition condition =
        isCertain(estimate)
            ? Condition.INFINITE
            : Condition.of(estimate.unregularized(), estimate.featureCount());
    return exception(
        estimate,
        features,
        Fact.clause(
            features.length == 1
                ? "%s depends on others linearly"
                : "%s depend on one another linearly",
            Fact.features(features)),
        fewRows ? MORE_ROWS : Fact.clause("leave one of them out"),
        fewRows && !condition.isTold() ? Condition.INFINITE : condition,
        naming,
        cause);
  }

  private static SingularCovarianceException exception(
      CovarianceEstimate estimate,
      int[] features,
      Fact finding,
      Fact remedy,
      Condition condition,
      Naming naming,
      Throwable cause) {
    double[] covariance = estimate.unregularized();
    int d = estimate.featureCount();
    double ridge =
        isCertain(estimate) ? sufficientRidge(covariance, d) : smallestRidge(covariance, d);
    Fact who =
        estimate.shortage() == null
            ? Fact.clause("%s is singular", estimate.whose())
            : Fact.clause("%s, so %s is singular", estimate.shortage(), estimate.whose());
    List<Object> remedies = new ArrayList<>();
    if (remedy != null) {
      remedies.add(remedy);
    }
    if (ridge < Double.POSITIVE_INFINITY) {
      // No number: the smallest ridge for this class is too small for others, and for good
      // densities.
      remedies.add("regularise, such as by shrinkage");
    }
    return new SingularCovarianceException(
        features,
        ridge,
        cause,
        "%s: %s (condition number %s)"
            + (remedies.isEmpty() ? "" : "; %s")
            + (remedies.size() > 1 ? ", or %s" : ""),
        Stream.concat(Stream.of(who, finding, condition), remedies.stream())
            .map(part ->
                part instanceof Fact fact ? fact.named(naming.features(), naming.classes()) : part)
            .toArray());
  }

  /// Whether a covariance is known to be singular without more work, which grows with the cube of
  /// the features and so takes minutes if there are many.
  private static boolean isCertain(CovarianceEstimate estimate) {
    return estimate.shortage() != null && estimate.featureCount() > MANY_FEATURES;
  }

  /// A ridge r that makes a scatter of few rows regular: d·2⁻⁴⁴ of the largest variance σ². It is
  /// 64 times what [org.lanewise.internal.linalg.Cholesky] takes for rounding, and by the bound of
  /// [CovarianceEstimate] with ρτ = r, rounding is amplified by at most dσ²/r = 2⁴⁴.
  private static double sufficientRidge(double[] covariance, int d) {
    double largest = Arrays.stream(Covariances.variances(covariance, d)).max().orElse(0);
    return Math.max(Double.MIN_NORMAL, largest * d * 0x1p-44);
  }

  private static int[] nullFeatures(double[] direction) {
    double largest = 0;
    for (double part : direction) {
      largest = Math.max(largest, Math.abs(part));
    }
    double least = largest * NULL_PART;
    return IntStream.range(0, direction.length)
        .filter(j -> Math.abs(direction[j]) > least)
        .boxed()
        .sorted((a, b) -> Double.compare(Math.abs(direction[b]), Math.abs(direction[a])))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /// The smallest r for which S + r·I is regular, overestimated by a factor of two to eight: found
  /// among the powers of two, doubled, and rounded up to one decimal digit.
  static double smallestRidge(double[] covariance, int d) {
    double[] variances = Covariances.variances(covariance, d);
    int high = highExponent(covariance);
    while (high < Double.MAX_EXPONENT && !isRegular(covariance, d, variances, high)) {
      high++;
    }
    if (high == Double.MAX_EXPONENT) {
      return Double.POSITIVE_INFINITY;
    }
    int low = Double.MIN_EXPONENT - 1;
    while (high - low > 1) {
      int middle = Math.floorDiv(low + high, 2);
      if (isRegular(covariance, d, variances, middle)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return new BigDecimal(Math.scalb(2.0, high))
        .round(new MathContext(1, RoundingMode.CEILING))
        .doubleValue();
  }

  /// The exponent of the largest entry, which suffices unless the matrix is far from being a
  /// covariance.
  private static int highExponent(double[] covariance) {
    double largest = Double.MIN_NORMAL;
    for (double value : covariance) {
      largest = Math.max(largest, Math.abs(value));
    }
    return Math.getExponent(largest);
  }

  private static boolean isRegular(
      double[] covariance, int d, double[] variances, int ridgeExponent) {
    double[] ridged = covariance.clone();
    Covariances.scaleAndAdd(ridged, d, 1, Math.scalb(1.0, ridgeExponent));
    return CovarianceEstimate.isRegular(ridged, variances);
  }
}
