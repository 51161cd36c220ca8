package org.lanewise.io;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.MissingValues;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.SparseRows;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.MixedStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.VarianceStatistics;

/// Small statistics of every kind, and their way into a file and back.
final class SmallStatistics {

  private static final Classes TWO = Classes.sorted(List.of("0", "1"));
  private static final Classes THREE = Classes.sorted(List.of("0", "1", "2"));

  private SmallStatistics() {}

  /// Class 0: (1,10), (2,20), (3,60) of weight 1; class 1: (4,0) of weight 3, (8,4) of weight 2,
  /// and a row of weight 0; no row of class 2.
  static GaussianStatistics gaussian() {
    return new GaussianStatistics(Features.unnamed(2), THREE)
        .add(
            NumericColumns.fromRows(
                new double[][] {{1, 10}, {4, 0}, {2, 20}, {7, 7}, {8, 4}, {3, 60}}),
            Labels.ofIndices(new int[] {0, 1, 0, 1, 1, 0}, THREE)
                .withWeights(new double[] {1, 3, 1, 0, 2, 1}))
        .as(GaussianStatistics.class);
  }

  /// The rows of [#gaussian()].
  static VarianceStatistics diagonal() {
    return new VarianceStatistics(Features.unnamed(2), THREE)
        .add(
            NumericColumns.fromRows(
                new double[][] {{1, 10}, {4, 0}, {2, 20}, {7, 7}, {8, 4}, {3, 60}}),
            Labels.ofIndices(new int[] {0, 1, 0, 1, 1, 0}, THREE)
                .withWeights(new double[] {1, 3, 1, 0, 2, 1}))
        .as(VarianceStatistics.class);
  }

  /// The rows of [#diagonal()], and class 2: (−1, missing) of weight 1.
  static VarianceStatistics missingNumbers() {
    return diagonal()
        .withMissing(MissingValues.ALLOW)
        .add(
            NumericColumns.fromRows(new double[][] {{-1, Double.NaN}}),
            Labels.ofIndices(new int[] {2}, THREE))
        .as(VarianceStatistics.class);
  }

  static BernoulliStatistics bernoulli() {
    return new BernoulliStatistics(Features.unnamed(2), TWO)
        .add(
            BitColumns.copyOfColumns(new boolean[] {true, true}, new boolean[] {false, true}),
            Labels.ofIndices(new int[] {0, 0}, TWO))
        .add(
            BitColumns.copyOfColumns(
                new boolean[] {true, false, true}, new boolean[] {true, false, false}),
            Labels.ofIndices(new int[] {1, 1, 1}, TWO).withWeights(new double[] {1.25, 0.25, 0.25}))
        .as(BernoulliStatistics.class);
  }

  /// Class 0: (3, 0); class 1: (0.5, 0), (0, 2), and (0.5, 2) of weight 2.5.
  static CountStatistics counts() {
    return new CountStatistics(Features.unnamed(2), TWO)
        .add(
            NumericColumns.fromRows(new double[][] {{3, 0}, {0.5, 0}, {0, 2}}),
            Labels.ofIndices(new int[] {0, 1, 1}, TWO))
        .add(
            SparseRows.of(new int[] {0, 2}, new int[] {0, 1}, new double[] {0.5, 2}, 2),
            Labels.ofIndices(new int[] {1}, TWO).withWeights(new double[] {2.5}))
        .as(CountStatistics.class);
  }

  /// Class 0: (rød, 2), (missing, 2); class 1: (blå, missing) of weight 1.5, (missing, 0) of 0.25.
  static CategoryStatistics categories() {
    List<CategoryDictionary> dictionaries =
        List.of(CategoryDictionary.of(List.of("rød", "blå")), CategoryDictionary.ofSize(3));
    return new CategoryStatistics(Features.unnamed(2), dictionaries, TWO)
        .add(
            CategoryColumns.withMissing(-1, dictionaries, new int[] {0, -1}, new int[] {2, 2}),
            Labels.ofIndices(new int[] {0, 0}, TWO))
        .add(
            CategoryColumns.withMissing(-1, dictionaries, new int[] {1, -1}, new int[] {-1, 0}),
            Labels.ofIndices(new int[] {1, 1}, TWO).withWeights(new double[] {1.5, 0.25}))
        .as(CategoryStatistics.class);
  }

  /// Those of [#bernoulli()], and class 0: (1, missing), (missing, missing); class 1: (0, 1) of
  /// weight 0.5.
  static BernoulliStatistics missing() {
    List<CategoryDictionary> binary = List.of(CategoryDictionary.BINARY, CategoryDictionary.BINARY);
    return bernoulli()
        .add(
            CategoryColumns.withMissing(-1, binary, new int[] {1, -1}, new int[] {-1, -1}),
            Labels.ofIndices(new int[] {0, 0}, TWO))
        .add(
            CategoryColumns.withMissing(-1, binary, new int[] {0}, new int[] {1}),
            Labels.ofIndices(new int[] {1}, TWO).withWeights(new double[] {0.5}))
        .as(BernoulliStatistics.class);
  }

  static List<Statistics> all() {
    return List.of(
        gaussian(),
        diagonal(),
        missingNumbers(),
        bernoulli(),
        missing(),
        counts(),
        categories(),
        mixed());
  }

  /// Class 0: (1, −2), blå, ja twice; class 1: (3, 4), rød, nothing, of weight 0.5.
  static MixedStatistics mixed() {
    List<CategoryDictionary> dictionaries = List.of(CategoryDictionary.of(List.of("rød", "blå")));
    return new MixedStatistics(
            new VarianceStatistics(Features.of("a", "b"), TWO),
            new CategoryStatistics(Features.of("colour"), dictionaries, TWO),
            new CountStatistics(Features.words(List.of("nein", "ja")), TWO))
        .add(
            MixedColumns.of(
                NumericColumns.fromRows(new double[][] {{1, -2}, {3, 4}}).withFeatures("a", "b"),
                CategoryColumns.of(dictionaries, new int[] {1, 0}).withFeatures("colour"),
                SparseRows.of(new int[] {0, 1, 1}, new int[] {0}, new double[] {2}, 2)
                    .withFeatures(Features.words(List.of("ja", "nein")))),
            Labels.ofIndices(new int[] {0, 1}, TWO).withWeights(new double[] {1, 0.5}))
        .as(MixedStatistics.class);
  }

  static StatisticsFile file(Statistics statistics) {
    return new StatisticsFile(statistics, new TreeMap<>(Map.of("label", "class")));
  }

  static byte[] bytes(Statistics statistics) throws IOException {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    file(statistics).write(stream);
    return stream.toByteArray();
  }

  static Statistics read(byte[] bytes) throws IOException {
    return StatisticsFile.read(new ByteArrayInputStream(bytes)).statistics();
  }

  static String refusal(byte[] bytes) {
    return assertThrows(UnusableFileException.class, () -> read(bytes)).getMessage();
  }
}
