package org.lanewise.bench.study.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// A random split: a fifth of the rows for tests, the others for training, in an order in which the
/// first rows have the classes in about the shares that all rows have.
///
/// @param training rows to learn from; any number of the first ones is a training set
/// @param test rows to be judged by
public record Split(int[] training, int[] test) {

  private static final int TEST_SHARE = 5;

  /// Seeds of splits that only choose options are not those that errors are measured on.
  private static final long CHOOSING = 1L << 40;

  /// A split to measure on.
  ///
  /// @param number from 0: each number is another split
  public static Split of(Table table, int number) {
    return of(table.labels(), table.classCount(), number);
  }

  /// A split to choose options on.
  public static Split forChoice(Table table, int number) {
    return of(table.labels(), table.classCount(), CHOOSING + number);
  }

  /// A row of a class, and where between the first and the last of its class it is.
  private record Placed(int row, double place) {}

  static Split of(int[] labels, int classCount, long seed) {
    SplittableRandom random = Randoms.of(seed);
    int[] order = shuffled(labels.length, random);
    int[] sizes = new int[classCount];
    for (int label : labels) {
      sizes[label]++;
    }
    List<Placed> training = new ArrayList<>();
    List<Placed> test = new ArrayList<>();
    double[] shift = random.doubles(classCount).toArray();
    int[] seen = new int[classCount];
    for (int row : order) {
      int label = labels[row];
      int at = seen[label]++;
      int tests = sizes[label] / TEST_SHARE;
      if (at < tests) {
        test.add(new Placed(row, 0));
      } else {
        training.add(new Placed(row, (at - tests + shift[label]) / (sizes[label] - tests)));
      }
    }
    training.sort((a, b) -> Double.compare(a.place, b.place));
    return new Split(rows(training), rows(test));
  }

  private static int[] rows(List<Placed> placed) {
    return placed.stream().mapToInt(Placed::row).toArray();
  }

  /// The numbers below n in a random order.
  public static int[] shuffled(int n, SplittableRandom random) {
    int[] order = new int[n];
    for (int i = 0; i < n; i++) {
      int at = random.nextInt(i + 1);
      order[i] = order[at];
      order[at] = i;
    }
    return order;
  }

  /// The first training rows.
  public int[] first(int count) {
    return Arrays.copyOf(training, count);
  }

  /// Sizes of training sets on a log scale, up to all training rows.
  ///
  /// @param steps sizes for each doubling
  public static List<Integer> sizes(Table table, int steps) {
    int all = of(table, 0).training.length;
    int least = Math.max(10, 4 * table.classCount());
    List<Integer> sizes = new ArrayList<>();
    for (int i = 0; ; i++) {
      int size = (int) Math.round(least * Math.pow(2, (double) i / steps));
      // The last step is not much shorter than the others.
      if (size * Math.pow(2, 0.5 / steps) > all) {
        sizes.add(all);
        return sizes;
      }
      sizes.add(size);
    }
  }
}
