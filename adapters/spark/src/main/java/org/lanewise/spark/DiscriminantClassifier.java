package org.lanewise.spark;

import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.Param;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.Shrinkage;

/// What linear and quadratic discriminants share: how their covariances are estimated.
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

  /// What scatters are divided by.
  public final Param<String> divisor() {
    return divisor;
  }

  /// Sets what scatters are divided by: `maximumLikelihood`, the number of rows (default), or
  /// `unbiased`, the degrees of freedom.
  public final E setDivisor(String value) {
    set(divisor, value);
    return self();
  }

  /// What scatters are divided by.
  public final String getDivisor() {
    return getOrDefault(divisor);
  }

  /// What covariances are drawn towards.
  public final Param<String> shrinkageType() {
    return shrinkageType;
  }

  /// Sets what covariances S are drawn towards, by an intensity r of [#setShrinkage]: `toScale`,
  /// (1−r)S + r·tr(S)/d·I (default); `toIdentity`, (1−r)S + r·I; `ridge`, S + r·I; or
  /// `oracleApproximating`, as `toScale` with the r of Chen, Wiesel, Eldar and Hero (2010),
  /// equation 23, beside which a fit refuses an intensity that was set.
  public final E setShrinkageType(String value) {
    set(shrinkageType, value);
    return self();
  }

  /// What covariances are drawn towards.
  public final String getShrinkageType() {
    return getOrDefault(shrinkageType);
  }

  /// How far covariances are drawn.
  public final DoubleParam shrinkage() {
    return shrinkage;
  }

  /// Sets how far covariances are drawn: from 0, not at all (default), to 1; as a ridge any number
  /// of at least 0.
  public final E setShrinkage(double value) {
    set(shrinkage, value);
    return self();
  }

  /// How far covariances are drawn.
  public final double getShrinkage() {
    return (double) getOrDefault(shrinkage);
  }

  /// @throws IllegalArgumentException if an intensity is not from 0 to 1, or nobody asks for it
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
