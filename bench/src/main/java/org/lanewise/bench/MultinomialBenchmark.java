package org.lanewise.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.lanewise.bench.data.Newsgroups;
import org.lanewise.bench.data.Shape;
import org.lanewise.bench.data.Textbook;
import org.lanewise.bench.machine.Tier;
import org.lanewise.bench.machine.TierState;
import org.lanewise.data.Labels;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.statistics.CountStatistics;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;

/// How long do word counts take to a model and then to the labels of further documents?
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MultinomialBenchmark extends TierState {

  /// Documents to fit, vocabulary, classes: those of 20 Newsgroups.
  @Param("15077x149501x20")
  public String shape;

  private SparseRows train;
  private Labels labels;
  private SparseRows test;
  private int[] out;

  @Override
  protected void prepare() {
    Newsgroups data;
    try {
      data = Newsgroups.read(Shape.parse(shape));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    train = data.trainRows();
    labels = data.trainLabels();
    test = data.testRows();
    out = new int[test.rowCount()];
    MultinomialNaiveBayes model =
        MultinomialNaiveBayes.recipe().fit(CountStatistics.of(train, labels));
    Tier.require(tier, model.scorer(RowFormat.SPARSE).kernels());
    Textbook.checkScores(
        model.scorer(RowFormat.SPARSE),
        test,
        at -> row(data.test(), at),
        row -> Textbook.logJoint(model, row));
  }

  private static SparseRow row(Newsgroups.Part part, int at) {
    int from = part.starts()[at];
    int to = part.starts()[at + 1];
    return SparseRow.of(
        Arrays.copyOfRange(part.indices(), from, to), Arrays.copyOfRange(part.values(), from, to));
  }

  /// The labels of the test documents by a model of the others.
  @Benchmark
  public int[] fitAndPredict() {
    MultinomialNaiveBayes.recipe()
        .fit(CountStatistics.of(train, labels))
        .scorer(RowFormat.SPARSE)
        .predict(test, out);
    return out;
  }
}
