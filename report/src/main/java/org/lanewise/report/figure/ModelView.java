package org.lanewise.report.figure;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.model.Classifier;

/// The drawn parts of a model and of the test rows: a plane with rows on it, and the densities of
/// the features that separate most. A sample of the rows is kept, see [RowSample].
public final class ModelView {

  /// The most classes that are drawn; more could not be told apart.
  private static final int MAX_CLASSES = 12;

  /// The most features whose densities are drawn.
  private static final int MAX_DENSITIES = 6;

  private final Classifier<?, ?> model;
  private final Optional<NormalClasses> normal;
  private final Optional<Plane> plane;
  private final int[] densities;
  private final int[] shown;
  private final Optional<RowSample> sample;

  private ModelView(
      Classifier<?, ?> model,
      Optional<NormalClasses> normal,
      Optional<Plane> plane,
      int[] densities) {
    this.model = model;
    this.normal = normal;
    this.plane = plane;
    this.densities = densities;
    shown = Arrays.stream(Separation.order(model.priors())).limit(MAX_CLASSES).sorted().toArray();
    sample = normal.map(_ -> new RowSample(shown));
  }

  /// The view of a model.
  ///
  /// @param axes the names of the two features of the plane; empty for the best discriminant axes
  /// @throws IllegalArgumentException if these are not two numeric features of the model
  public static ModelView of(Classifier<?, ?> model, List<String> axes) {
    Optional<NormalClasses> normal = NormalClasses.of(model);
    if (!axes.isEmpty() && normal.isEmpty()) {
      throw new IllegalArgumentException(
          "axes need a model with normal distributions; expected LDA, QDA, RDA or Gaussian Naive"
              + " Bayes");
    }
    Optional<Plane> plane =
        axes.isEmpty()
            ? normal.flatMap(Plane::best)
            : Optional.of(Plane.ofFeatures(normal.get(), find(normal.get(), axes)));
    int[] densities =
        normal
            .map(classes ->
                Arrays.stream(Separation.order(classes.separations()))
                    .filter(feature -> feature < classes.numberCount())
                    .limit(MAX_DENSITIES)
                    .toArray())
            .orElse(new int[0]);
    return new ModelView(model, normal, plane, densities);
  }

  private static int[] find(NormalClasses classes, List<String> axes) {
    if (axes.size() != 2 || axes.get(0).equals(axes.get(1))) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "the axes are %s; expected two different features", axes));
    }
    return axes.stream().mapToInt(name -> find(classes, name)).toArray();
  }

  private static int find(NormalClasses classes, String name) {
    for (int feature = 0; feature < classes.featureCount(); feature++) {
      if (classes.givenName(feature).equals(name)) {
        return feature;
      }
    }
    throw new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "the axis '%s' is not a numeric feature of the model; expected one of %s",
            name,
            some(classes)));
  }

  private static String some(NormalClasses classes) {
    int most = Math.min(classes.featureCount(), 10);
    StringBuilder names = new StringBuilder();
    for (int feature = 0; feature < most; feature++) {
      names.append(feature == 0 ? "" : ", ").append(classes.givenName(feature));
    }
    return names.append(most < classes.featureCount() ? ", …" : "").toString();
  }

  /// Offers a test row whose classes are known but whose values are not; if it is kept, it is in
  /// [#wanted()] until [#fill].
  ///
  /// @param index its index among all test rows
  /// @param truth its class in the model; −1 if it has none
  /// @param predicted the class that the model predicted
  public void offer(long index, int truth, int predicted) {
    if (truth >= 0) {
      sample.ifPresent(rows -> rows.offer(index, truth, predicted));
    }
  }

  /// The indices of the rows whose features are wanted, ascending.
  public long[] wanted() {
    return sample
        .map(rows -> rows.unknown().stream().mapToLong(RowSample.Row::index).toArray())
        .orElse(new long[0]);
  }

  /// Sets the features of the rows that are [#wanted()].
  ///
  /// @param rows these rows, in that order
  public void fill(RowBatch rows) {
    fill(rows, false);
  }

  /// Sets the features of the rows that are [#wanted()] from a batch of all test rows.
  public void fillFrom(RowBatch rows) {
    fill(rows, true);
  }

  private void fill(RowBatch rows, boolean byIndex) {
    if (wanted().length == 0) {
      return;
    }
    NumericColumns numbers = normal.orElseThrow().numbers(rows);
    List<RowSample.Row> unknown = sample.orElseThrow().unknown();
    for (int i = 0; i < unknown.size(); i++) {
      int at = byIndex ? (int) unknown.get(i).index() : i;
      double[] values = new double[densities.length];
      for (int j = 0; j < values.length; j++) {
        values[j] = numbers.value(at, densities[j]);
      }
      double[] place =
          plane.isPresent()
              ? plane.get().place(numbers, at)
              : new double[] {Double.NaN, Double.NaN};
      sample.get().fill(unknown.get(i), place, values);
    }
  }

  /// The model.
  public Classifier<?, ?> model() {
    return model;
  }

  /// Its normal distributions, if it has any.
  public Optional<NormalClasses> normal() {
    return normal;
  }

  /// The plane of its decision regions; empty if it has fewer than two features or no normal
  /// distributions.
  public Optional<Plane> plane() {
    return plane;
  }

  /// The features whose densities are drawn.
  public int[] densities() {
    return densities.clone();
  }

  /// The classes that are drawn, ascending: those with the largest priors if there are many.
  public int[] shown() {
    return shown.clone();
  }

  /// The rows of these classes that are drawn; empty if the model has no normal distributions.
  public Optional<RowSample> sample() {
    return sample;
  }
}
