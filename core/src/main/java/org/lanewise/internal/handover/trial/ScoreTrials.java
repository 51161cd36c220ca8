package org.lanewise.internal.handover.trial;

import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.kernel.ScoreKernels;

/// Made calls of [ScoreKernels].
final class ScoreTrials {

  private static final int MAX_FEATURES = 512;
  private static final int MAX_CLASSES = 64;

  /// Of triangular images, whose time grows with the square.
  private static final int MAX_IMAGE = 128;

  private static final int STRIDE = ScoreKernels.STRIDE;

  /// Panels of so many features open quarters and close them.
  private static final int PANEL_FEATURES = 64;

  private ScoreTrials() {}

  static Trial of(String method, int a, int b, int c) {
    return switch (method) {
      case "affineRow" -> affineRow(a, b);
      case "affinePanelOf4" -> affinePanel(a, b, ColumnPanel.MIN);
      case "affinePanelOf8" -> affinePanel(a, b, ColumnPanel.MAX);
      case "diagonalRow" -> diagonalRow(a, b);
      case "diagonalPanelOf4" -> diagonalPanel(a, b, ColumnPanel.MIN);
      case "diagonalPanelOf8" -> diagonalPanel(a, b, ColumnPanel.MAX);
      case "triangularRow" -> triangularRow(a);
      case "triangularBlock" -> triangularBlock(a, b);
      case "seenPanelOf4" -> seenPanel(a, b, ColumnPanel.MIN);
      case "seenPanelOf8" -> seenPanel(a, b, ColumnPanel.MAX);
      case "findMissing" -> findMissing(a);
      case "classFill" -> classFill(a, b, c);
      case "sharedFills" -> sharedFills(a, b, c);
      case "shift" -> shift(a);
      case "finite" -> finite(a);
      case "argmax" -> argmax(a, b);
      default -> throw Trials.unknown(method);
    };
  }

  private static Trial affineRow(int features, int classes) {
    int d = Made.extent(features, MAX_FEATURES);
    int k = Made.extent(classes, MAX_CLASSES);
    int classStride = ScoreKernels.classStride(k);
    double[] x = Made.numbers(d);
    double[] weight = Made.numbers(d * classStride);
    double[] intercept = Made.numbers(classStride);
    double[] out = new double[classStride];
    return Trial.of(
        k, (kernels, count) -> kernels.score().affineRow(x, d, weight, intercept, count, out));
  }

  private static Trial diagonalRow(int features, int classes) {
    int d = Made.extent(features, MAX_FEATURES);
    int k = Made.extent(classes, MAX_CLASSES);
    int classStride = ScoreKernels.classStride(k);
    double[] x = Made.numbers(d);
    double[] mean = Made.numbers(d * classStride);
    double[] inverse = Made.numbers(d * classStride);
    double[] constant = Made.numbers(classStride);
    double[] out = new double[classStride];
    return Trial.of(
        k,
        (kernels, count) -> kernels.score().diagonalRow(x, d, mean, inverse, constant, count, out));
  }

  private static Trial affinePanel(int rowCount, int classes, int width) {
    int rows = Made.multiple(rowCount, ScoreKernels.ROW_STEP, STRIDE);
    int k = Made.extent(classes, MAX_CLASSES);
    Panels panels = new Panels(rows, width);
    double[] origin = Made.numbers(PANEL_FEATURES);
    double[] weight = Made.numbers(PANEL_FEATURES * k);
    double[] intercept = Made.numbers(k);
    double[] chain = new double[k * rows];
    double[] out = new double[k * rows];
    return Trial.of(
        rows,
        (kernels, most) ->
            kernels
                .score()
                .affinePanel(
                    panels.next(most), origin, weight, intercept, k, 0, k, chain, out, rows));
  }

  private static Trial diagonalPanel(int rowCount, int classes, int width) {
    int rows = Made.multiple(rowCount, ScoreKernels.ROW_STEP, STRIDE);
    int k = Made.extent(classes, MAX_CLASSES);
    Panels panels = new Panels(rows, width);
    double[] origin = Made.numbers(PANEL_FEATURES);
    double[] mean = Made.numbers(PANEL_FEATURES * k);
    double[] inverse = Made.numbers(PANEL_FEATURES * k);
    double[] chain = new double[k * rows];
    double[] out = new double[k * rows];
    return Trial.of(
        rows,
        (kernels, most) ->
            kernels
                .score()
                .diagonalPanel(
                    panels.next(most), origin, mean, inverse, k, 0, k, chain, out, rows));
  }

  private static Trial seenPanel(int rowCount, int classes, int width) {
    int rows = Made.multiple(rowCount, ScoreKernels.ROW_STEP, STRIDE);
    int k = Made.extent(classes, MAX_CLASSES);
    Panels panels = new Panels(rows, width);
    double[] origin = Made.numbers(PANEL_FEATURES);
    double[] mean = Made.numbers(PANEL_FEATURES * k);
    double[] inverse = Made.numbers(PANEL_FEATURES * k);
    double[] gap = Made.numbers(PANEL_FEATURES * k);
    double[] chain = new double[k * rows];
    double[] out = new double[k * rows];
    return Trial.of(
        rows,
        (kernels, most) ->
            kernels
                .score()
                .seenPanel(
                    panels.next(most), origin, mean, inverse, gap, k, 0, k, chain, out, rows));
  }

  private static Trial findMissing(int values) {
    int count = Made.extent(values, 4096);
    double[] x = Made.numbers(count);
    long[] bits = new long[count];
    return Trial.of(count, (kernels, most) -> kernels.score().findMissing(x, 0, most, 3, bits, 0));
  }

  /// Panels one after the other.
  private static final class Panels {

    private final ColumnPanel panel = new ColumnPanel();
    private final int d;

    Panels(int rows, int width) {
      d = width == ColumnPanel.MAX ? PANEL_FEATURES : ColumnPanel.MIN;
      double[] column = Made.numbers(rows);
      for (int l = 0; l < ColumnPanel.MAX; l++) {
        panel.columns[l] = column;
      }
    }

    ColumnPanel next(int rows) {
      panel.rows = rows;
      if (!panel.next(d)) {
        panel.reset();
        panel.next(d);
      }
      return panel;
    }
  }

  private static Trial triangularRow(int features) {
    int d = Made.extent(features, MAX_IMAGE);
    int padded = ScoreKernels.width(d);
    double[] x = Made.numbers(padded);
    double[] factor = Made.numbers(PackedTriangle.size(d));
    double[] z = new double[padded];
    return Trial.of(d, (kernels, most) -> kernels.score().triangularRow(x, most, factor, 0, z));
  }

  private static Trial triangularBlock(int rowCount, int features) {
    int d = Made.extent(features, MAX_IMAGE);
    int rows = Made.multiple(rowCount, 32, ScoreKernels.BLOCK / 4);
    double[] block = Made.numbers(d * STRIDE);
    double[] mean = Made.numbers(d);
    double[] factor = Made.numbers(PackedTriangle.size(d));
    double[] strip = new double[ScoreKernels.stripSize(d)];
    double[] out = new double[rows];
    return kernels ->
        kernels.score().triangularBlock(block, rows, d, mean, factor, 0, strip, out, 0);
  }

  private static Trial shift(int values) {
    int count = Made.extent(values, 4096);
    double[] x = Made.numbers(count);
    double[] out = new double[count];
    return Trial.of(count, (kernels, most) -> kernels.score().shift(x, 0, most, 1, out, 0));
  }

  private static Trial finite(int values) {
    int count = Made.extent(values, 4096);
    double[] x = Made.numbers(count);
    return Trial.of(count, (kernels, most) -> kernels.score().finite(x, 0, most));
  }

  private static Trial argmax(int rowCount, int classes) {
    int rows = Made.multiple(rowCount, ScoreKernels.ROW_STEP, 1024);
    int k = Made.extent(classes, MAX_CLASSES);
    double[] score = Made.numbers(k * rows);
    int[] label = new int[rows];
    double[] scratch = new double[rows];
    return Trial.of(
        rows, (kernels, most) -> kernels.score().argmax(score, rows, most, k, label, 0, scratch));
  }

  /// What is missing in a made row.
  ///
  /// @param count how many features; 0 for three, as calls do not note it
  private static int[] missing(int d, int count) {
    int some = Math.min(d, count == 0 ? 3 : count);
    return Made.steps(some, d / some);
  }

  private static Trial classFill(int features, int classes, int lacking) {
    int d = Made.extent(features, MAX_IMAGE);
    int k = Made.extent(classes, MAX_CLASSES);
    int classStride = ScoreKernels.classStride(k);
    int width = ScoreKernels.width(d);
    int[] missing = missing(d, lacking);
    int count = missing.length;
    double[] x = Made.numbers(d);
    double[] mean = Made.numbers(d * classStride);
    double[] begin = Made.numbers(d * classStride);
    double[] scale = Made.all(d * classStride, 1);
    double[] precision = Made.all(d * width * classStride, 1.0 / 4);
    for (int c = 0; c < classStride; c++) {
      for (int j : missing) {
        precision[(c - c % 8) * d * width + (j * width + j) * 8 + c % 8] = 1.5;
      }
    }
    double[] scratch = new double[ScoreKernels.fillScratch(count)];
    double[] fill = new double[count * classStride];
    double[] determinant = new double[classStride];
    double[] diagonal = new double[classStride];
    return kernels ->
        kernels
            .score()
            .classFill(
                x,
                d,
                missing,
                count,
                mean,
                begin,
                precision,
                scale,
                k,
                scratch,
                fill,
                0,
                determinant,
                diagonal,
                0);
  }

  /// @param call 0 of a row alone; else 32 times the rows, and how many features they lack: where
  ///   rows are not named a vector of them, and one that is left over
  private static Trial sharedFills(int features, int classes, int call) {
    int d = Made.extent(features, MAX_IMAGE);
    int k = Made.extent(classes, MAX_CLASSES);
    int classStride = ScoreKernels.classStride(k);
    int width = ScoreKernels.width(d);
    int[] one = missing(d, Math.min(call % 32, ScoreKernels.MOST_MISSING));
    int count = one.length;
    int rows = call == 0 ? 1 : call < 32 ? 9 : Math.min(call / 32, 64);
    double[] x = new double[rows * width];
    int[] picks = new int[rows];
    int[] missing = new int[rows * ScoreKernels.MOST_MISSING];
    for (int r = 0; r < rows; r++) {
      picks[r] = r;
      System.arraycopy(Made.numbers(d), 0, x, r * width, d);
      System.arraycopy(one, 0, missing, r * ScoreKernels.MOST_MISSING, count);
    }
    double[] scale = Made.all(d, 1);
    double[] weight = Made.numbers(d * classStride);
    double[] precision = Made.all(d * width, 1.0 / 4);
    for (int j = 0; j < d; j++) {
      precision[j * width + j] = 1.5;
    }
    double[] scratch = new double[ScoreKernels.fillScratch(count)];
    double[] fill = new double[rows * ScoreKernels.MOST_MISSING];
    double[] products = new double[rows * classStride];
    double[] determinant = new double[2 * rows];
    return kernels ->
        kernels
            .score()
            .sharedFills(
                x,
                d,
                picks,
                0,
                rows,
                missing,
                count,
                precision,
                scale,
                weight,
                k,
                scratch,
                fill,
                products,
                determinant);
  }
}
