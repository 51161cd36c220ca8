package org.lanewise.report.figure;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import org.lanewise.data.Classes;

/// The figures that the shares of the classes alone give on the test rows: a model that ignores all
/// features. It predicts the class with the largest share; ties go to the lowest index.
public final class Baseline {

  /// The source of the shares.
  public enum Source {
    /// The class weights of the training rows.
    TRAINING_ROWS("training rows"),
    /// The class priors of a stored model.
    PRIORS("priors of the model");

    private final String text;

    Source(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  private final Classes classes;
  private Source source = Source.TRAINING_ROWS;
  private double[] weights = new double[0];
  private double total;
  private OptionalInt largest = OptionalInt.empty();
  private boolean severalLargest;
  private long rows;
  private long correct;
  private long unlearned;
  private double logLoss;

  Baseline(Classes classes) {
    this.classes = classes;
  }

  /// Sets the shares for the test rows that follow.
  ///
  /// @param newWeights the weight of each class, or its prior
  public void learn(Source newSource, double[] newWeights) {
    source = newSource;
    weights = newWeights.clone();
    total = Arrays.stream(weights).sum();
  }

  /// Adds a test row.
  ///
  /// @param truth its class
  /// @param own the weight of the row if it is a training row: its log loss leaves this out, but
  ///   the prediction does not, because otherwise classes with equal shares would always be
  ///   predicted wrongly
  public void add(int truth, double own) {
    if (weights.length == 0) {
      return;
    }
    int predicted = 0;
    for (int c = 1; c < weights.length; c++) {
      predicted = weights[c] > weights[predicted] ? c : predicted;
    }
    rows++;
    correct += predicted == truth ? 1 : 0;
    logLoss -= Math.log((weights[truth] - own) / (total - own));
    severalLargest |= largest.isPresent() && largest.getAsInt() != predicted;
    largest = OptionalInt.of(predicted);
  }

  /// Adds a row of a class that has no share yet, which counts as an error without a log loss.
  void addUnlearned() {
    if (weights.length > 0) {
      rows++;
      unlearned++;
    }
  }

  /// Whether there are figures: some test row is of a class that has a share.
  public boolean isKnown() {
    return rows > unlearned;
  }

  /// The share of test rows that belong to the predicted class.
  public double accuracy() {
    return (double) correct / rows;
  }

  /// The mean log loss of the test rows.
  public double logLoss() {
    // Adds 0 so that −0 is not written.
    return logLoss / (rows - unlearned) + 0.0;
  }

  /// Describes the prediction, such as `always 'no'`.
  public String prediction() {
    return predicted().map("always '%s'"::formatted).orElse("always the largest class");
  }

  /// The name of the predicted class; empty if it was not always the same.
  public Optional<String> predicted() {
    return severalLargest ? Optional.empty() : Optional.of(classes.name(largest.orElseThrow()));
  }

  /// Describes the shares.
  public String shares() {
    return "class shares of the " + source;
  }

  /// The source of the shares.
  public Source source() {
    return source;
  }
}
