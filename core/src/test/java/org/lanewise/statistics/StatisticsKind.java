package org.lanewise.statistics;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.function.Supplier;
import java.util.function.ToDoubleBiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.MissingValues;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.io.StatisticsFile;
import org.lanewise.transform.Transform;

/// The kinds of statistics, behind one interface, for what holds of all of them.
enum StatisticsKind {
  GAUSSIAN {
    @Override
    Gatherer make(Workers workers) {
      return ofGaussian(new GaussianStatistics(D).on(workers).as(GaussianStatistics.class));
    }
  },
  POOLED {
    @Override
    Gatherer make(Workers workers) {
      return ofGaussian(
          GaussianStatistics.pooled(Features.unnamed(D), Classes.sorted(List.of()))
              .on(workers)
              .as(GaussianStatistics.class));
    }
  },
  DIAGONAL {
    @Override
    Gatherer make(Workers workers) {
      return ofDiagonal(
          new VarianceStatistics(D).on(workers).as(VarianceStatistics.class), rows -> rows);
    }
  },
  HOLES {
    @Override
    Gatherer make(Workers workers) {
      return ofDiagonal(
          new VarianceStatistics(D)
              .withMissing(MissingValues.ALLOW)
              .on(workers)
              .as(VarianceStatistics.class),
          StatisticsKind::withHoles);
    }
  },
  TRANSFORMED {
    @Override
    Gatherer make(Workers workers) {
      return ofTransformed(
          new TransformedStatistics(
                  Features.unnamed(D),
                  Transform.centering(0.5, -1, 2)
                      .then(
                          Transform.linear(new double[][] {{1, 2, 0}, {0, -1, 3}}, new double[2])),
                  new GaussianStatistics(2))
              .on(workers)
              .as(TransformedStatistics.class));
    }
  },
  MIXED {
    @Override
    Gatherer make(Workers workers) {
      return ofBlocks(
          new MixedStatistics(
                  new GaussianStatistics(D),
                  new VarianceStatistics(D).withMissing(MissingValues.ALLOW),
                  new BernoulliStatistics(D),
                  new CategoryStatistics(
                      IntStream.range(0, D).mapToObj(j -> CategoryDictionary.BINARY).toList()),
                  new CountStatistics(D))
              .on(workers)
              .as(MixedStatistics.class));
    }
  },
  BERNOULLI {
    @Override
    Gatherer make(Workers workers) {
      return ofBernoulli(new BernoulliStatistics(D).on(workers).as(BernoulliStatistics.class));
    }
  },
  COUNTS {
    @Override
    Gatherer make(Workers workers) {
      return ofCounts(new CountStatistics(D).on(workers).as(CountStatistics.class));
    }
  },
  CATEGORIES {
    @Override
    Gatherer make(Workers workers) {
      return ofCategories(workers);
    }
  };

  /// Statistics of [#D] features that are 0 or 1, without rows.
  abstract Gatherer make(Workers workers);

  /// Whether they are whole numbers, so that subtracting is exact.
  boolean counts() {
    return ordinal() >= BERNOULLI.ordinal();
  }

  /// The number of features.
  static final int D = 3;

  /// Statistics behind one interface.
  interface Gatherer {
    /// The rows as these statistics accept them.
    RowBatch batch(double[][] rows);

    Statistics statistics();

    default void add(double[][] rows, Labels labels) {
      statistics().add(batch(rows), labels);
    }

    default void merge(Gatherer other) {
      statistics().merge(other.statistics());
    }

    default void subtract(Gatherer other) {
      statistics().subtract(other.statistics());
    }

    /// The bytes of their file: all that they hold.
    default byte[] bytes() {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try {
        new StatisticsFile(statistics()).write(out);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return out.toByteArray();
    }

    /// Every number, class by class in the order of the classes.
    double[] numbers();
  }

  /// The numbers of statistics.
  static double[] numbers(Statistics statistics) {
    Gatherer of =
        switch (statistics) {
          case GaussianStatistics gaussian -> ofGaussian(gaussian);
          case VarianceStatistics diagonal -> ofDiagonal(diagonal, rows -> rows);
          case TransformedStatistics transformed -> ofTransformed(transformed);
          case MixedStatistics mixed -> ofBlocks(mixed);
          case BernoulliStatistics bits -> ofBernoulli(bits);
          case CountStatistics counts -> ofCounts(counts);
          case CategoryStatistics categories -> ofCategories(categories);
        };
    return of.numbers();
  }

  private record Simple(
      Statistics statistics, Function<double[][], RowBatch> batches, Supplier<DoubleStream> values)
      implements Gatherer {
    @Override
    public RowBatch batch(double[][] rows) {
      return batches.apply(rows);
    }

    @Override
    public double[] numbers() {
      return values.get().toArray();
    }
  }

  private static DoubleStream moments(VarianceSummary summary) {
    return DoubleStream.concat(
        DoubleStream.of(summary.classWeights()),
        IntStream.range(0, summary.classCount())
            .mapToObj(summary::residualMean)
            .flatMapToDouble(DoubleStream::of));
  }

  private static Gatherer ofGaussian(GaussianStatistics statistics) {
    return new Simple(
        statistics,
        NumericColumns::fromRows,
        () ->
            DoubleStream.concat(
                moments(statistics.summary()),
                statistics.summary().pooled()
                    ? Stream.of(statistics.summary().withinScatter())
                        .flatMapToDouble(DoubleStream::of)
                    : IntStream.range(0, statistics.classCount())
                        .mapToObj(c -> statistics.summary().scatter(c))
                        .flatMap(Stream::of)
                        .flatMapToDouble(DoubleStream::of)));
  }

  private static Gatherer ofTransformed(TransformedStatistics statistics) {
    return new Simple(
        statistics,
        NumericColumns::fromRows,
        () -> DoubleStream.of(ofGaussian((GaussianStatistics) statistics.transformed()).numbers()));
  }

  /// Rows of which some values are missing, those of equal rows alike.
  private static double[][] withHoles(double[][] rows) {
    double[][] holes = new double[rows.length][];
    for (int i = 0; i < rows.length; i++) {
      holes[i] = rows[i].clone();
      for (int j = 0; j < rows[i].length; j++) {
        if (rows[i][j] == 1 && rows[i][(j + 1) % rows[i].length] == 0) {
          holes[i][j] = Double.NaN;
        }
      }
    }
    return holes;
  }

  private static Gatherer ofDiagonal(
      VarianceStatistics statistics, UnaryOperator<double[][]> values) {
    return new Simple(
        statistics,
        rows -> NumericColumns.fromRows(values.apply(rows)),
        () ->
            DoubleStream.concat(
                moments(statistics.summary()),
                IntStream.range(0, statistics.classCount())
                    .boxed()
                    .flatMap(c ->
                        Stream.of(
                            statistics.summary().sumsOfSquares(c),
                            statistics.summary().featureWeights(c)))
                    .flatMapToDouble(DoubleStream::of)));
  }

  private static DoubleStream cells(
      Statistics of, IntToDoubleFunction weight, ToDoubleBiFunction<Integer, Integer> cell) {
    return IntStream.range(0, of.classCount())
        .boxed()
        .flatMapToDouble(c ->
            DoubleStream.concat(
                DoubleStream.of(weight.applyAsDouble(c)),
                IntStream.range(0, D).mapToDouble(j -> cell.applyAsDouble(c, j))));
  }

  private static Gatherer ofBernoulli(BernoulliStatistics statistics) {
    return new Simple(
        statistics,
        rows -> BitColumns.copyOf(NumericColumns.fromRows(rows)),
        () -> cells(statistics, statistics::classWeight, statistics::count));
  }

  private static Gatherer ofCounts(CountStatistics statistics) {
    return new Simple(
        statistics,
        NumericColumns::fromRows,
        () -> cells(statistics, statistics::classWeight, statistics::count));
  }

  /// Every feature in every block.
  private static Gatherer ofBlocks(MixedStatistics statistics) {
    return new Simple(
        statistics,
        rows -> {
          NumericColumns numbers = NumericColumns.fromRows(rows);
          return MixedColumns.of(
              numbers,
              NumericColumns.fromRows(withHoles(rows)),
              BitColumns.copyOf(numbers),
              CategoryColumns.copyOfBinary(numbers),
              numbers);
        },
        () ->
            Stream.of(
                    ofGaussian((GaussianStatistics) statistics.block(0)),
                    ofDiagonal((VarianceStatistics) statistics.block(1), rows -> rows),
                    ofBernoulli((BernoulliStatistics) statistics.block(2)),
                    ofCategories((CategoryStatistics) statistics.block(3)),
                    ofCounts((CountStatistics) statistics.block(4)))
                .flatMapToDouble(block -> DoubleStream.of(block.numbers())));
  }

  private static Gatherer ofCategories(Workers workers) {
    CategoryStatistics statistics =
        new CategoryStatistics(
                IntStream.range(0, D).mapToObj(j -> CategoryDictionary.BINARY).toList())
            .on(workers)
            .as(CategoryStatistics.class);
    return ofCategories(statistics);
  }

  private static Gatherer ofCategories(CategoryStatistics statistics) {
    return new Simple(
        statistics,
        rows -> CategoryColumns.copyOfBinary(NumericColumns.fromRows(rows)),
        () -> cells(statistics, statistics::classWeight, (c, j) -> statistics.count(c, j, 1)));
  }
}
