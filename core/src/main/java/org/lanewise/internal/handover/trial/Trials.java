package org.lanewise.internal.handover.trial;

import java.util.ArrayList;
import java.util.List;

/// A trial of every kernel.
public final class Trials {

  /// Enough to go through every loop of a kernel a few times.
  private static final int SMALL = 24;

  /// A row is short, so most are rehearsed as they are: the compiler unrolls loops as often as it
  /// has seen them turn, and rows of 32 features were a fifth slower by what it saw of 24.
  private static final int SMALL_ROW = 64;

  /// Values that are packed: some words.
  private static final int SMALL_BITS = 256;

  /// Features, classes and, of those that fill, missing features that go through every loop of a
  /// kernel of rows: one block and several, with every rest and without.
  private static final int[][] OTHER_ROWS = {
    {1, 8, 1},
    {2, 16, 1},
    {3, 24, 2},
    {5, 40, 4},
    {6, 8, 5},
    {7, 16, 6},
    {9, 24, 8},
    {12, 64, 7},
    {32, 16, 11},
    {33, 24, 16},
    {70, 40, 10},
    {100, 16, 3}
  };

  /// Panels and their rows, for kernels that gather: their time grows with the square of panels.
  private static final int[][] OTHER_PANELS = {{1, 16}, {2, 5}, {3, 24}, {4, 9}, {5, 33}, {9, 8}};

  /// Rows and classes for the other kernels of batches, or whatever else their extents are: small,
  /// odd and large ones in every place.
  private static final int[][] OTHER_BLOCKS = {
    {8, 1, 8},
    {16, 3, 16},
    {24, 4, 8},
    {32, 10, 24},
    {40, 7, 8},
    {64, 12, 32},
    {13, 20, 16},
    {9, 33, 40}
  };

  private Trials() {}

  /// The trial of a kernel.
  ///
  /// @param kernel the component of [org.lanewise.internal.kernel.KernelSet], a dot and the method
  /// @param a the extents of its call, as the kernel's hand-over was told; they are capped
  public static Trial of(String kernel, int a, int b, int c) {
    int dot = kernel.indexOf('.');
    String method = kernel.substring(dot + 1);
    return switch (kernel.substring(0, dot)) {
      case "score" -> ScoreTrials.of(method, a, b, c);
      case "gaussian" -> GaussianTrials.of(method, a, b);
      case "diagonal" -> DiagonalTrials.of(method, a, b);
      case "pack" -> PackTrials.of(method, a);
      case "count" -> CountTrials.of(method, a, b);
      case "discrete" -> DiscreteTrials.of(method, a, b, c);
      case "tables" -> TableTrials.of(method, a, b);
      case "factor" -> FactorTrials.of(method, a, b);
      case "elementary" -> ElementaryTrials.of(method, a, b);
      default -> throw unknown(kernel);
    };
  }

  /// A call of the same kind with extents that are small.
  public static Trial small(String kernel, int a, int b, int c) {
    int first = kernel.startsWith("pack.") ? SMALL_BITS : SMALL;
    int small = kernel.endsWith("Row") ? SMALL_ROW : SMALL;
    return of(kernel, Math.min(a, Math.max(first, small)), Math.min(b, small), Math.min(c, small));
  }

  /// Calls of a kernel in other shapes.
  ///
  /// @param ofRows whether its calls are of single rows
  public static List<Trial> others(String kernel, boolean ofRows) {
    boolean gathers =
        kernel.startsWith("gaussian.")
            || kernel.startsWith("diagonal.")
            || kernel.startsWith("factor.");
    int[][] shapes = ofRows ? OTHER_ROWS : gathers ? OTHER_PANELS : OTHER_BLOCKS;
    List<Trial> others = new ArrayList<>();
    for (int[] shape : shapes) {
      others.add(of(kernel, shape[0], shape[1], shape.length > 2 ? shape[2] : 0));
    }
    return others;
  }

  static IllegalArgumentException unknown(String kernel) {
    return new IllegalArgumentException("no trial is made for the kernel '" + kernel + "'");
  }
}
