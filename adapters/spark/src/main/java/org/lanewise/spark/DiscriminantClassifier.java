package org.lanewise.spark;

import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.Param;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.Shrinkage;

/// The base of linear and quadratic discriminants: the estimation of covariances.
///
/// @param <E> the estimator itself
public abstract sealed class DiscriminantClassifier<E extends DiscriminantClassifier<E>>
    extends GenerativeClassifier<E>
    permits LinearDiscriminantClassifier, QuadraticDiscriminantClassifier {

  private static final long serialVersionUID = 1L;

  private static final String TO_SCALE = "toScale";
  private static final String TO_IDENTITY = "toIdentity";
  private static final String RIDGE = "ridge";
  private static final String ORACLE_APPROXIMATING = "oracleApproximating";

  private final Param<String> divisor;
  private final Param<String> shrinkageType;
  private final DoubleParam shrinkage;

  DiscriminantClassifier(String uid) {
    super(uid);
    divisor = Options.divisor(this);
    shrinkageType =
        Options.choice(
            this,
            "shrinkageType",
            "what covariances S are drawn towards",
            TO_SCALE,
            TO_IDENTITY,
            RIDGE,
            ORACLE_APPROXIMATING);
    shrinkage =
        Options.number(
            this,
            "shrinkage",
            "how far: from 0 (default) to 1, or of a ridge any number of at least 0",
            Options.Range.NOT_NEGATIVE);
    setDefault(divisor, Options.MAXIMUM_LIKELIHOOD);
    setDefault(shrinkageType, TO_SCALE);
    setDefault(shrinkage, 0.0);
  }

  /// The divisor of scatters.
  public final Param<String> divisor() {
    return divisor;
  }

  /// Sets the divisor of scatters: `maximumLikelihood`, the number of rows (default), or
  /// `unbiased`, the degrees of freedom.
  public final E setDivisor(String value) {
    set(divisor, value);
    return self();
  }

  /// The divisor of scatters.
  public final String getDivisor() {
    return getOrDefault(divisor);
  }

  /// The kind of shrinkage.
  public final Param<String> shrinkageType() {
    return shrinkageType;
  }

  /// Sets the kind of shrinkage of covariances S, with the intensity r of [#setShrinkage]:
  /// `toScale`, (1−r)S + r·tr(S)/d·I (default); `toIdentity`, (1−r)S + r·I; `ridge`, S + r·I; or
  /// `oracleApproximating`, as `toScale` with the r of Chen, Wiesel, Eldar and Hero (2010),
  /// equation 23; a fit then rejects a given intensity.
  public final E setShrinkageType(String value) {
    set(shrinkageType, value);
    return self();
  }

  /// The kind of shrinkage.
  public final String getShrinkageType() {
    return getOrDefault(shrinkageType);
  }

  /// The intensity of shrinkage.
  public final DoubleParam shrinkage() {
    return shrinkage;
  }

  /// Sets the intensity of shrinkage, from 0 (default) to 1; for a ridge any number of at least 0.
  public final E setShrinkage(double value) {
    set(shrinkage, value);
    return self();
  }

  /// The intensity of shrinkage.
  public final double getShrinkage() {
    return (double) getOrDefault(shrinkage);
  }

  /// @throws IllegalArgumentException if an intensity is not from 0 to 1, or is not used
  final DiscriminantOptions options() {
    if (getShrinkageType().equals(ORACLE_APPROXIMATING) && isSet(shrinkage)) {
      throw new IllegalArgumentException(
          "shrinkage is %s where shrinkageType is %s, which finds its own; no shrinkage is expected"
              .formatted(getShrinkage(), ORACLE_APPROXIMATING));
    }
    return DiscriminantOptions.DEFAULT
        .withDivisor(Options.divisor(getDivisor()))
        .withShrinkage(
            switch (getShrinkageType()) {
              case TO_IDENTITY -> Shrinkage.toIdentity(getShrinkage());
              case RIDGE -> Shrinkage.ridge(getShrinkage());
              case ORACLE_APPROXIMATING -> Shrinkage.oracleApproximating();
              default -> Shrinkage.fixed(getShrinkage());
            });
  }
}
