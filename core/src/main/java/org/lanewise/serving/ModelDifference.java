package org.lanewise.serving;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.lanewise.data.RowBatch;
import org.lanewise.model.Classifier;
import org.lanewise.score.Scorer;

/// What differs between two models: classes, features and parameters, by their names.
///
/// Parameters are compared where both models have them, as their users know them: priors of all;
/// means and covariances, or variances, of Gaussian models; probabilities, rates or weights of
/// discrete ones; of blocks those of each block; a temperature. A parameter has moved if its bits
/// are others. Immutable.
///
/// @param classesBefore the classes of the first model that the second lacks
/// @param classesAfter the classes of the second model that the first lacks
/// @param featuresBefore the features of the first model that the second lacks
/// @param featuresAfter the features of the second model that the first lacks
/// @param parameters for each kind of parameter that both have, how much of it moved
public record ModelDifference(
    List<String> classesBefore,
    List<String> classesAfter,
    List<String> featuresBefore,
    List<String> featuresAfter,
    List<Parameter> parameters) {

  /// The most moves of a kind of parameter that are named.
  public static final int MOST_MOVES = 1000;

  /// A number that moved.
  ///
  /// @param of what it is of: its class, features and category, as far as it has them
  public record Move(List<String> of, double before, double after) {

    /// By how much, after − before.
    public double by() {
      return after - before;
    }
  }

  /// A kind of parameter.
  ///
  /// @param name what it is called, such as `mean`
  /// @param compared how many numbers both models have of it
  /// @param moved how many of them moved
  /// @param largest those that moved most, the largest |after − before| first; up to 1,000
  public record Parameter(String name, long compared, long moved, List<Move> largest) {}

  /// A row that two models give different classes.
  ///
  /// @param row its index in the batch
  public record ChangedLabel(int row, String before, String after) {}

  /// What differs between two models, of one kind or of two.
  public static ModelDifference of(Classifier<?, ?> before, Classifier<?, ?> after) {
    List<String> classes = before.classes().names();
    List<String> others = after.classes().names();
    List<String> features = Numbers.featuresOf(before);
    List<String> otherFeatures = Numbers.featuresOf(after);
    List<Parameter> parameters = new ArrayList<>();
    List<Numbers> later = Numbers.of(after);
    for (Numbers first : Numbers.of(before)) {
      for (Numbers second : later) {
        if (first.name().equals(second.name()) && first.axes().size() == second.axes().size()) {
          parameters.add(compared(first, second));
        }
      }
    }
    return new ModelDifference(
        without(classes, others),
        without(others, classes),
        without(features, otherFeatures),
        without(otherFeatures, features),
        List.copyOf(parameters));
  }

  /// The rows of a batch that two models give different classes, by name.
  ///
  /// @throws IllegalArgumentException if a model refuses a row
  public static <R, B extends RowBatch> List<ChangedLabel> changedLabels(
      Classifier<R, B> before, Classifier<R, B> after, B rows) {
    Scorer<R, B> first = before.scorer();
    Scorer<R, B> second = after.scorer();
    int[] labels = first.predict(rows);
    int[] others = second.predict(rows);
    List<ChangedLabel> changed = new ArrayList<>();
    for (int row = 0; row < labels.length; row++) {
      String label = first.classes().name(labels[row]);
      String other = second.classes().name(others[row]);
      if (!label.equals(other)) {
        changed.add(new ChangedLabel(row, label, other));
      }
    }
    return List.copyOf(changed);
  }

  /// Whether nothing differs.
  public boolean isEmpty() {
    return classesBefore.isEmpty()
        && classesAfter.isEmpty()
        && featuresBefore.isEmpty()
        && featuresAfter.isEmpty()
        && parameters.stream().allMatch(parameter -> parameter.moved == 0);
  }

  private static List<String> without(List<String> names, List<String> others) {
    var known = others.stream().collect(Collectors.toSet());
    return names.stream().filter(name -> !known.contains(name)).toList();
  }

  private static Parameter compared(Numbers before, Numbers after) {
    Comparison comparison = new Comparison(before, after);
    comparison.compare();
    Comparator<Move> largest = Comparator.comparingDouble(move -> -Math.abs(move.by()));
    List<Move> moves = new ArrayList<>(comparison.largest);
    moves.sort(largest);
    return new Parameter(before.name(), comparison.compared, comparison.moved, List.copyOf(moves));
  }
}
