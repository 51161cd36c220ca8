package org.lanewise.bench.study.data;

import de.bwaldvogel.liblinear.Feature;
import de.bwaldvogel.liblinear.FeatureNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.SparseRows;

/// Rows in the forms that both libraries take.
public sealed interface Rows {

  /// The number of rows.
  int count();

  /// Some of the rows, in the order of their indices given.
  Rows select(int... rows);

  /// As Lanewise takes them.
  RowBatch batch();

  /// As liblinear takes them: `nodes()[row]`, its features that are not 0, numbered from 1.
  Feature[][] nodes();

  /// The number of features that [#nodes()] numbers.
  int nodeFeatureCount();

  /// Real features.
  ///
  /// @param columns `columns[j][row]`
  record Numbers(double[][] columns) implements Rows {

    @Override
    public int count() {
      return columns[0].length;
    }

    @Override
    public Numbers select(int... rows) {
      double[][] selected = new double[columns.length][rows.length];
      for (int j = 0; j < selected.length; j++) {
        for (int i = 0; i < rows.length; i++) {
          selected[j][i] = columns[j][rows[i]];
        }
      }
      return new Numbers(selected);
    }

    @Override
    public NumericColumns batch() {
      return NumericColumns.of(columns);
    }

    @Override
    public Feature[][] nodes() {
      Feature[][] nodes = new Feature[count()][];
      for (int row = 0; row < nodes.length; row++) {
        List<Feature> list = new ArrayList<>(columns.length);
        for (int j = 0; j < columns.length; j++) {
          if (columns[j][row] != 0) {
            list.add(new FeatureNode(j + 1, columns[j][row]));
          }
        }
        nodes[row] = list.toArray(Feature[]::new);
      }
      return nodes;
    }

    @Override
    public int nodeFeatureCount() {
      return columns.length;
    }

    /// These features less the means of some rows, by the standard deviations of these (by 1 where
    /// that is 0).
    ///
    /// @param training the rows whose means and deviations are taken
    public Numbers standardizedBy(Numbers training) {
      double[][] scaled = new double[columns.length][];
      for (int j = 0; j < columns.length; j++) {
        double[] known = training.columns[j];
        double mean = Arrays.stream(known).sum() / known.length;
        double squares = 0;
        for (double value : known) {
          squares += (value - mean) * (value - mean);
        }
        double deviation = Math.sqrt(squares / known.length);
        // What is left of a constant by rounding is no deviation.
        double scale = deviation > 1e-10 * Math.abs(mean) ? 1 / deviation : 1;
        scaled[j] = Arrays.stream(columns[j]).map(value -> (value - mean) * scale).toArray();
      }
      return new Numbers(scaled);
    }
  }

  /// Counts, or bits, of which most are 0.
  ///
  /// @param starts row i has the entries from `starts[i]` to `starts[i + 1]`
  /// @param values null for bits
  record Sparse(int[] starts, int[] indices, double[] values, int featureCount) implements Rows {

    @Override
    public int count() {
      return starts.length - 1;
    }

    /// The features that are not 0 in some row, in their order.
    public int[] seen() {
      return Arrays.stream(indices).sorted().distinct().toArray();
    }

    /// The features that are not 0 in at least so many rows, numbered anew in their order.
    public Sparse withFeaturesIn(int rows) {
      int[] counts = new int[featureCount];
      for (int index : indices) {
        counts[index]++;
      }
      int[] numbers = new int[featureCount];
      int kept = 0;
      for (int j = 0; j < featureCount; j++) {
        numbers[j] = counts[j] >= rows ? kept++ : -1;
      }
      int[] to = new int[starts.length];
      int[] renumbered = new int[indices.length];
      double[] chosen = values == null ? null : new double[indices.length];
      int end = 0;
      for (int row = 0; row < count(); row++) {
        for (int at = starts[row]; at < starts[row + 1]; at++) {
          if (numbers[indices[at]] >= 0) {
            renumbered[end] = numbers[indices[at]];
            if (values != null) {
              chosen[end] = values[at];
            }
            end++;
          }
        }
        to[row + 1] = end;
      }
      return new Sparse(
          to,
          Arrays.copyOf(renumbered, end),
          values == null ? null : Arrays.copyOf(chosen, end),
          kept);
    }

    /// The same features, 1 where they are not 0.
    public Sparse bits() {
      return new Sparse(starts, indices, null, featureCount);
    }

    @Override
    public Sparse select(int... rows) {
      int[] to = new int[rows.length + 1];
      for (int i = 0; i < rows.length; i++) {
        to[i + 1] = to[i] + starts[rows[i] + 1] - starts[rows[i]];
      }
      int[] selected = new int[to[rows.length]];
      double[] chosen = values == null ? null : new double[selected.length];
      for (int i = 0; i < rows.length; i++) {
        System.arraycopy(indices, starts[rows[i]], selected, to[i], to[i + 1] - to[i]);
        if (values != null) {
          System.arraycopy(values, starts[rows[i]], chosen, to[i], to[i + 1] - to[i]);
        }
      }
      return new Sparse(to, selected, chosen, featureCount);
    }

    @Override
    public SparseRows batch() {
      return values == null
          ? SparseRows.of(starts, indices, featureCount)
          : SparseRows.of(starts, indices, values, featureCount);
    }

    @Override
    public Feature[][] nodes() {
      Feature[][] nodes = new Feature[count()][];
      for (int row = 0; row < nodes.length; row++) {
        nodes[row] = new Feature[starts[row + 1] - starts[row]];
        for (int at = starts[row]; at < starts[row + 1]; at++) {
          nodes[row][at - starts[row]] =
              new FeatureNode(indices[at] + 1, values == null ? 1 : values[at]);
        }
      }
      return nodes;
    }

    @Override
    public int nodeFeatureCount() {
      return featureCount;
    }
  }

  /// Categories; a bit for each of a feature's for liblinear.
  ///
  /// @param columns `columns[j][row]`
  /// @param sizes the number of categories of each feature
  record Codes(int[][] columns, int[] sizes) implements Rows {

    @Override
    public int count() {
      return columns[0].length;
    }

    @Override
    public Codes select(int... rows) {
      int[][] selected = new int[columns.length][rows.length];
      for (int j = 0; j < selected.length; j++) {
        for (int i = 0; i < rows.length; i++) {
          selected[j][i] = columns[j][rows[i]];
        }
      }
      return new Codes(selected, sizes);
    }

    @Override
    public CategoryColumns batch() {
      return CategoryColumns.of(
          Arrays.stream(sizes).mapToObj(CategoryDictionary::ofSize).toList(), columns);
    }

    @Override
    public Feature[][] nodes() {
      Feature[][] nodes = new Feature[count()][columns.length];
      int first = 1;
      for (int j = 0; j < columns.length; j++) {
        for (int row = 0; row < nodes.length; row++) {
          nodes[row][j] = new FeatureNode(first + columns[j][row], 1);
        }
        first += sizes[j];
      }
      return nodes;
    }

    @Override
    public int nodeFeatureCount() {
      return Arrays.stream(sizes).sum();
    }
  }
}
