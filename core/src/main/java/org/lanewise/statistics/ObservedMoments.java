package org.lanewise.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.MissingValues;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.internal.gather.RangeAccumulator;
import org.lanewise.internal.gather.VarianceMoments;
import org.lanewise.internal.gather.VarianceRange;
import org.lanewise.internal.gather.state.ObservedState;
import org.lanewise.internal.gather.state.VarianceState;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.store.Stores;

/// Moments of features with missing values: each feature is gathered separately, from the rows in
/// which it is observed, with the same guarantees for bits as statistics of this feature alone.
final class ObservedMoments {

  /// All rows, with one feature that is always 0, for the weights of the classes.
  private final ClassSlots<VarianceMoments, VarianceRange> rows;

  private final List<ClassSlots<VarianceMoments, VarianceRange>> features = new ArrayList<>();

  /// No rows.
  ObservedMoments(int featureCount, Classes classes) {
    rows = VarianceStatistics.gathering(1, classes, subtraction(0));
    for (int j = 0; j < featureCount; j++) {
      features.add(VarianceStatistics.gathering(1, classes, subtraction(j)));
    }
  }

  /// The contents of a state.
  ObservedMoments(ObservedState state, Classes classes) {
    rows = VarianceStatistics.gathering(state.rows(), classes, subtraction(0));
    for (VarianceState feature : state.features()) {
      features.add(VarianceStatistics.gathering(feature, classes, subtraction(features.size())));
    }
  }

  private ObservedMoments(ClassSlots<VarianceMoments, VarianceRange> rows) {
    this.rows = rows;
  }

  private static ClassSlots.Subtraction<VarianceMoments> subtraction(int feature) {
    return (rest, other, roundings, names, classes) ->
        VarianceStatistics.subtract(rest, other, roundings, names, classes, feature);
  }

  /// A copy of all this.
  ObservedState state() {
    return new ObservedState(
        VarianceStatistics.state(rows), features.stream().map(VarianceStatistics::state).toList());
  }

  long rowCount() {
    return rows.ranges().rowCount();
  }

  /// Reads a batch to be added; nothing changes before it is added.
  ///
  /// @throws BadDataException if a value is infinite, or NaN and that is rejected
  RangeAccumulator.Addition prepare(
      NumericColumns batch, Labels labels, Classes joined, Workers workers, MissingValues missing) {
    int n = batch.rowCount();
    List<RangeAccumulator.Addition> additions = new ArrayList<>();
    additions.add(rows.prepare(NumericColumns.of(new double[n]), labels, joined, workers));
    NumericStore store = Stores.of(batch);
    double[][] columns = new double[Math.min(store.together(), features.size())][n];
    for (int first = 0; first < features.size(); first += columns.length) {
      int width = Math.min(columns.length, features.size() - first);
      store.fill(first, width, 0, n, columns, 0);
      for (int l = 0; l < width; l++) {
        int feature = first + l;
        int[] kept = observed(columns[l], batch, feature, missing);
        additions.add(
            kept.length == n
                ? features
                    .get(feature)
                    .prepare(NumericColumns.of(columns[l]), labels, joined, workers)
                : features
                    .get(feature)
                    .prepare(selected(columns[l], kept), labels.select(kept), joined, workers));
      }
    }
    return () -> additions.forEach(RangeAccumulator.Addition::take);
  }

  /// The rows in which a feature is observed.
  private static int[] observed(
      double[] column, NumericColumns batch, int feature, MissingValues missing) {
    int[] kept = new int[column.length];
    int count = 0;
    for (int row = 0; row < column.length; row++) {
      if (Double.isFinite(column[row])) {
        kept[count++] = row;
      } else if (!Double.isNaN(column[row]) || missing == MissingValues.REFUSE) {
        throw new BadDataException(
            "%s, %s is %s; a finite number is expected",
            Fact.row(row), Fact.feature(feature, batch.features()), Fact.value(column[row]));
      }
    }
    return Arrays.copyOf(kept, count);
  }

  private static NumericColumns selected(double[] column, int[] kept) {
    return NumericColumns.of(IntStream.of(kept).mapToDouble(row -> column[row]).toArray());
  }

  /// Merges others, as if their rows came after these.
  void merge(ObservedMoments other, Classes joined) {
    rows.merge(other.rows, joined);
    for (int j = 0; j < features.size(); j++) {
      features.get(j).merge(other.features.get(j), joined);
    }
  }

  /// Subtracts others; after an exception these are unusable.
  void subtract(ObservedMoments other, Features names, Classes joined) {
    rows.subtract(other.rows, names, joined);
    for (int j = 0; j < features.size(); j++) {
      features.get(j).subtract(other.features.get(j), names, joined);
    }
  }

  double subtractionError() {
    return features.stream()
        .mapToDouble(feature -> VarianceStatistics.subtractionError(feature.settled()))
        .max()
        .orElse(0);
  }

  /// The moments of some features, in the given order.
  ObservedMoments select(int[] indices, Classes classes) {
    ObservedMoments selected = new ObservedMoments(copy(rows, classes, 0));
    for (int j = 0; j < indices.length; j++) {
      selected.features.add(copy(features.get(indices[j]), classes, j));
    }
    return selected;
  }

  /// The moments of some classes.
  ///
  /// @param from the class of each of them
  ObservedMoments ofClasses(Classes classes, int... from) {
    ObservedMoments arranged = new ObservedMoments(features.size(), classes);
    settle(arranged.rows, rows, classes, from);
    for (int j = 0; j < features.size(); j++) {
      settle(arranged.features.get(j), features.get(j), classes, from);
    }
    return arranged;
  }

  private static void settle(
      ClassSlots<VarianceMoments, VarianceRange> empty,
      ClassSlots<VarianceMoments, VarianceRange> held,
      Classes classes,
      int... from) {
    empty.settle(held.settled().arranged(from), held.ranges().rowCount(), classes);
  }

  private static ClassSlots<VarianceMoments, VarianceRange> copy(
      ClassSlots<VarianceMoments, VarianceRange> gathering, Classes classes, int feature) {
    return VarianceStatistics.gathering(
        VarianceStatistics.state(gathering), classes, subtraction(feature));
  }

  VarianceSummary summary() {
    return new VarianceSummary(rows.settled(), features.stream().map(ClassSlots::settled).toList());
  }
}
