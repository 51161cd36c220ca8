package org.lanewise.golden;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Labels;
import org.lanewise.data.MissingValues;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.MixedStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.TransformedStatistics;
import org.lanewise.statistics.VarianceStatistics;
import org.lanewise.transform.Indicators;

/// The rows behind the golden files, from a seed. They are part of what is golden: made of integers
/// by SplitMix64, so that they are the same everywhere and in every version.
///
/// Numbers have few bits, so that files of rows that wait stay small; their sums have all.
final class GoldenData {

  /// What is unusual about rows.
  enum Form {
    PLAIN,

    /// With weights, some of them 0.
    WEIGHTED,

    /// With missing bits and categories, and fractions of counts; numbers have nothing of the kind.
    SPECIAL
  }

  private long state;

  GoldenData(long seed) {
    state = seed;
  }

  /// 0 … bound − 1.
  private int below(int bound) {
    state += 0x9E3779B97F4A7C15L;
    long z = (state ^ state >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return (int) Long.remainderUnsigned(z ^ z >>> 31, bound);
  }

  /// Adds rows. The first k are of one class each, the others of the first classes only, up to 40.
  static void add(Statistics statistics, long seed, int rowCount, Form form) {
    GoldenData data = new GoldenData(seed);
    int d = statistics.featureCount();
    int k = statistics.classCount();
    int[] indices = data.labels(rowCount, k);
    double[] weights = form == Form.WEIGHTED ? data.weights(rowCount) : null;
    Labels labels = Labels.ofIndices(indices, statistics.classes()).withWeights(weights);
    switch (statistics) {
      case GaussianStatistics gaussian -> {
        NumericColumns rows = data.numbers(indices, d);
        gaussian.add(rows, labels);
      }
      case VarianceStatistics diagonal -> {
        NumericColumns rows = data.numbers(indices, d);
        if (form == Form.SPECIAL || diagonal.hasMissing()) {
          diagonal.withMissing(MissingValues.ALLOW).add(data.withGaps(rows), labels);
        } else {
          diagonal.add(rows, labels);
        }
      }
      case BernoulliStatistics bernoulli -> {
        if (form == Form.SPECIAL) {
          bernoulli.add(data.bitsWithGaps(indices, d), labels);
        } else {
          bernoulli.add(data.bits(indices, d), labels);
        }
      }
      case CountStatistics counts -> {
        NumericColumns rows = data.counts(indices, d, form == Form.SPECIAL);
        counts.add(rows, labels);
      }
      case CategoryStatistics categories -> {
        CategoryColumns rows =
            data.categories(indices, categories.dictionaries(), form == Form.SPECIAL ? 1 : 0);
        categories.add(rows, labels);
      }
      case MixedStatistics mixed -> {
        List<RowBatch> blocks = new ArrayList<>();
        for (int b = 0; b < mixed.blockCount(); b++) {
          Statistics block = mixed.block(b);
          int width = block.featureCount();
          blocks.add(
              switch (block) {
                case GaussianStatistics _, VarianceStatistics _ -> data.numbers(indices, width);
                case BernoulliStatistics _ ->
                    form == Form.SPECIAL
                        ? data.bitsWithGaps(indices, width)
                        : data.bits(indices, width);
                case CategoryStatistics categories ->
                    data.categories(
                        indices, categories.dictionaries(), form == Form.SPECIAL ? 1 : 0);
                default -> data.counts(indices, width, false);
              });
        }
        mixed.add(MixedColumns.of(blocks), labels);
      }
      case TransformedStatistics transformed -> transformed.add(data.numbers(indices, d), labels);
    }
  }

  /// The same with an eighth of the values missing.
  private NumericColumns withGaps(NumericColumns rows) {
    double[][] columns = new double[rows.featureCount()][rows.rowCount()];
    for (int i = 0; i < rows.rowCount(); i++) {
      for (int j = 0; j < columns.length; j++) {
        columns[j][i] = below(8) == 0 ? Double.NaN : rows.value(i, j);
      }
    }
    return NumericColumns.of(columns);
  }

  private int[] labels(int rowCount, int k) {
    // Beyond 40 classes most have one row, which waits: so large files stay small.
    int busy = k <= 40 ? k : 6;
    int[] labels = new int[rowCount];
    for (int i = 0; i < rowCount; i++) {
      labels[i] = i < k ? i : below(busy);
    }
    return labels;
  }

  private double[] weights(int rowCount) {
    double[] weights = new double[rowCount];
    for (int i = 0; i < rowCount; i++) {
      weights[i] = below(9) / 4.0;
    }
    return weights;
  }

  /// Correlated features about a mean of their class.
  NumericColumns numbers(int[] labels, int d) {
    double[][] columns = new double[d][labels.length];
    for (int i = 0; i < labels.length; i++) {
      double shared = 0;
      for (int j = 0; j < d; j++) {
        double sum = 0;
        for (int term = 0; term < 3; term++) {
          sum += (below(128) - 63) / 64.0;
        }
        shared += sum;
        double mean = (labels[i] * 5 + j * 3) % 7 / 2.0;
        columns[j][i] = 1000 * j + (j % 3 + 1) * (sum + shared / 8 + mean);
      }
    }
    return NumericColumns.of(columns);
  }

  private boolean isSet(int label, int feature) {
    return below(8) < 1 + (label + feature) % 5;
  }

  BitColumns bits(int[] labels, int d) {
    boolean[][] columns = new boolean[d][labels.length];
    for (int i = 0; i < labels.length; i++) {
      for (int j = 0; j < d; j++) {
        columns[j][i] = isSet(labels[i], j);
      }
    }
    return BitColumns.copyOfColumns(columns);
  }

  private CategoryColumns bitsWithGaps(int[] labels, int d) {
    int[][] columns = new int[d][labels.length];
    for (int i = 0; i < labels.length; i++) {
      for (int j = 0; j < d; j++) {
        int bit = isSet(labels[i], j) ? 1 : 0;
        columns[j][i] = below(8) == 0 ? CategoryColumns.MISSING : bit;
      }
    }
    return CategoryColumns.withMissing(
        CategoryColumns.MISSING, Collections.nCopies(d, CategoryDictionary.BINARY), columns);
  }

  /// @param fractions whether tenths are added, which no double holds exactly
  NumericColumns counts(int[] labels, int d, boolean fractions) {
    double[][] columns = new double[d][labels.length];
    for (int i = 0; i < labels.length; i++) {
      for (int j = 0; j < d; j++) {
        int count = below(1 + (labels[i] * 3 + j) % 5);
        columns[j][i] = count + (fractions ? below(4) / 10.0 : 0);
      }
    }
    return NumericColumns.of(columns);
  }

  /// @param unusual how many codes are unusual, in turn: −1, for a missing category, and the first
  ///   that the dictionary does not hold
  CategoryColumns categories(int[] labels, List<CategoryDictionary> dictionaries, int unusual) {
    int[][] columns = new int[dictionaries.size()][labels.length];
    for (int i = 0; i < labels.length; i++) {
      for (int j = 0; j < columns.length; j++) {
        int size = dictionaries.get(j).size();
        int code = (below(size) + below(2) * (labels[i] + j)) % size;
        int pick = below(16);
        columns[j][i] = pick >= unusual ? code : pick == 0 ? CategoryColumns.MISSING : size;
      }
    }
    return CategoryColumns.withMissing(CategoryColumns.MISSING, dictionaries, columns);
  }

  /// Numbers, if there are any, then categories.
  MixedColumns blocks(int[] labels, Indicators indicators) {
    int numbers = indicators.numberCount();
    CategoryColumns categories = categories(labels, indicators.dictionaries(), 0);
    return numbers == 0
        ? MixedColumns.of(categories)
        : MixedColumns.of(numbers(labels, numbers), categories);
  }
}
