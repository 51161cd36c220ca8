package org.lanewise.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;

/// Made rows of three classes, of every kind that the estimators take.
///
/// @param rows the values, zeros among them
record Samples(double[][] rows, double[] labels, double[] weights) {

  static final int CLASSES = 3;

  private interface Value {
    double of(Random random, int label, int feature);
  }

  private static Samples of(int count, int features, Value value) {
    Random random = new Random(20261122);
    double[][] rows = new double[count][features];
    double[] labels = new double[count];
    double[] weights = new double[count];
    for (int i = 0; i < count; i++) {
      int label = random.nextInt(CLASSES);
      labels[i] = label;
      weights[i] = random.nextInt(5) / 4.0;
      for (int j = 0; j < features; j++) {
        rows[i][j] = value.of(random, label, j);
      }
    }
    return new Samples(rows, labels, weights);
  }

  /// Normal numbers, of which some are 0.
  static Samples numbers(int count, int features) {
    return of(
        count,
        features,
        (random, label, j) ->
            random.nextInt(4) == 0 ? 0 : random.nextGaussian() * (1 + label) + 0.3 * label * j);
  }

  static Samples bits(int count, int features) {
    return of(
        count,
        features,
        (random, label, j) -> random.nextDouble() < 0.2 + 0.15 * ((label + j) % 4) ? 1 : 0);
  }

  static Samples counts(int count, int features) {
    return of(
        count,
        features,
        (random, label, j) -> Math.max(0, random.nextInt(4 + (label + j) % 3) - 2));
  }

  static Samples categories(int count, int features) {
    return of(count, features, (random, label, j) -> random.nextInt(3 + (label + j) % 3));
  }

  /// Dense and sparse vectors in turn, or all of one sort.
  List<Vector> vectors(Sort sort) {
    List<Vector> vectors = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      Vector dense = Vectors.dense(rows[i]);
      boolean sparse = sort == Sort.SPARSE || sort == Sort.MIXED && i % 3 != 1;
      vectors.add(sparse ? dense.toSparse() : dense);
    }
    return vectors;
  }

  int[] classIndices() {
    int[] indices = new int[labels.length];
    for (int i = 0; i < indices.length; i++) {
      indices[i] = (int) labels[i];
    }
    return indices;
  }

  enum Sort {
    DENSE,
    SPARSE,
    MIXED
  }
}
