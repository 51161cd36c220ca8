package org.lanewise.report.figure;

import java.util.Optional;
import org.lanewise.data.MissingValues;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.UnseenCategory;
import org.lanewise.model.Classifier;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.transform.Indicators;

/// The normal distributions of a model's classes, or of the block of numbers of a mixed model.
public final class NormalClasses {

  /// The structure that the covariances of the classes share.
  public enum Shape {
    /// One covariance for all classes.
    SHARED("one covariance, shared by all classes"),

    /// Each class has its own.
    BY_CLASS("a covariance for each class"),

    /// Each class has its own variances; features are independent.
    DIAGONAL_BY_CLASS("independent features, with variances for each class"),

    /// All classes have the same variances; features are independent.
    DIAGONAL_SHARED("independent features, with variances shared by all classes");

    private final String words;

    Shape(String words) {
      this.words = words;
    }

    /// Whether each class has its own covariance.
    public boolean byClass() {
      return this == BY_CLASS || this == DIAGONAL_BY_CLASS;
    }

    /// Whether features are correlated within a class.
    public boolean isFull() {
      return this == SHARED || this == BY_CLASS;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /// Rows that may have missing values or unseen categories.
  private static final RowFormat<Object[], MixedColumns> ANY =
      RowFormat.BLOCKS.withMissing(MissingValues.ALLOW).withUnseen(UnseenCategory.IGNORE);

  private final ModelPart part;
  private final GaussianClassifier model;
  private final Optional<Indicators> indicators;
  private final Shape shape;
  private final double[][] means;
  private final double[][] variances;

  private NormalClasses(ModelPart part, GaussianClassifier model, Optional<Indicators> indicators) {
    this.part = part;
    this.model = model;
    this.indicators = indicators;
    if (model.isDiagonal()) {
      shape = model.sharesCovariance() ? Shape.DIAGONAL_SHARED : Shape.DIAGONAL_BY_CLASS;
    } else {
      shape = model.sharesCovariance() ? Shape.SHARED : Shape.BY_CLASS;
    }
    int k = model.classCount();
    means = new double[k][];
    variances = new double[k][];
    for (int c = 0; c < k; c++) {
      means[c] = model.mean(c);
      boolean same = c > 0 && !shape.byClass();
      variances[c] = same ? variances[0] : model.variances(c);
    }
  }

  /// The normal classes of a model; empty if it has none.
  public static Optional<NormalClasses> of(Classifier<?, ?> model) {
    Optional<Indicators> indicators =
        model.bare() instanceof IndicatorClassifier of
            ? Optional.of(of.indicators())
            : Optional.empty();
    return ModelPart.of(model).stream().flatMap(part -> of(part, indicators).stream()).findFirst();
  }

  /// The normal classes of a part of a model; empty if it has none.
  static Optional<NormalClasses> of(ModelPart part) {
    return of(part, Optional.empty());
  }

  private static Optional<NormalClasses> of(ModelPart part, Optional<Indicators> indicators) {
    return part.model() instanceof GaussianClassifier normal
        ? Optional.of(new NormalClasses(part, normal, indicators))
        : Optional.empty();
  }

  /// The numbers in a batch of the model's rows, with the features of this.
  public NumericColumns numbers(RowBatch rows) {
    if (indicators.isPresent()) {
      return indicators.get().columns((MixedColumns) rows, ANY);
    }
    return (NumericColumns) (rows instanceof MixedColumns mixed ? mixed.block(part.block()) : rows);
  }

  /// The number of leading features that are numbers, not indicators of categories.
  public int numberCount() {
    return indicators.map(Indicators::numberCount).orElse(featureCount());
  }

  /// Whether these classes cover only a part of the model's features.
  public boolean arePart() {
    return part.block() >= 0;
  }

  /// Returns the structure that the covariances share.
  public Shape shape() {
    return shape;
  }

  /// The number of classes.
  public int classCount() {
    return means.length;
  }

  /// The number of features.
  public int featureCount() {
    return model.featureCount();
  }

  /// The given name of a feature, or its index if it has no name.
  String givenName(int feature) {
    return part.givenName(feature);
  }

  /// The name of a feature.
  public String name(int feature) {
    return part.name(feature);
  }

  /// The prior of every class.
  public double[] priors() {
    return model.priors();
  }

  /// The mean of a feature in a class.
  public double mean(int label, int feature) {
    return means[label][feature];
  }

  /// The variance of a feature in a class.
  public double variance(int label, int feature) {
    return variances[label][feature];
  }

  /// Visits the covariances.
  public interface Visitor {

    /// Takes the covariance of a class, which is the same array for all classes that share it.
    void covariance(int label, double[][] covariance);
  }

  /// Passes the covariances of some features to a visitor, one class at a time: with very many
  /// classes, they do not all fit in memory.
  public void forEachCovariance(int[] features, Visitor visitor) {
    double[][] covariance = {};
    for (int c = 0; c < classCount(); c++) {
      covariance = c == 0 || shape.byClass() ? covariance(c, features) : covariance;
      visitor.covariance(c, covariance);
    }
  }

  private double[][] covariance(int label, int[] features) {
    double[][] full = shape.isFull() ? model.covariance(label) : null;
    double[][] some = new double[features.length][features.length];
    for (int i = 0; i < features.length; i++) {
      for (int j = 0; j < features.length; j++) {
        if (full != null) {
          some[i][j] = full[features[i]][features[j]];
        } else if (i == j) {
          some[i][i] = variances[label][features[i]];
        }
      }
    }
    return some;
  }

  /// For every feature, the variance of the class means divided by the mean variance within the
  /// classes, both weighted by the priors: Σ_c π_c (μ_cj − μ_j)² / Σ_c π_c σ²_cj.
  public double[] separations() {
    double[] priors = priors();
    double[] found = new double[featureCount()];
    for (int j = 0; j < found.length; j++) {
      double origin = means[0][j];
      double centre = 0;
      double within = 0;
      for (int c = 0; c < priors.length; c++) {
        centre += priors[c] * (means[c][j] - origin);
        within += priors[c] * variances[c][j];
      }
      double between = 0;
      for (int c = 0; c < priors.length; c++) {
        double difference = means[c][j] - origin - centre;
        between += priors[c] * difference * difference;
      }
      found[j] = between == 0 ? 0 : between / within;
    }
    return found;
  }
}
