package org.lanewise.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.SparseRows;
import org.lanewise.data.Workers;

/// Statistics of rows in blocks ([MixedColumns]): those of each block, of the same rows.
///
/// They add, merge, subtract and are saved as a whole, and every block holds bit for bit what it
/// would hold alone; so what is said there of batches, workers, weights and missing values holds
/// here. A covariance is held within a block of numbers, never between two blocks: given the class
/// these are taken to be independent.
///
/// A batch is taken whole or, with an exception, not at all: no block has it before every block has
/// read it. Not safe for use by several threads at once.
public final class MixedStatistics extends Statistics {

  private static final double SAME_WEIGHT = 1e-9;

  private List<Statistics> blocks;

  /// Statistics of blocks that were gathered apart, or not at all yet.
  ///
  /// @param blocks statistics of one block each, which are copied: [GaussianStatistics] for numbers
  ///   with covariances, [VarianceStatistics] for independent ones, [BernoulliStatistics],
  ///   [CategoryStatistics], [CountStatistics]
  /// @throws IllegalArgumentException if there is none, one is itself of blocks, they hold other
  ///   numbers of rows, or other classes or weights of them, or their features cannot stand side by
  ///   side
  public MixedStatistics(Statistics... blocks) {
    this(List.of(blocks));
  }

  /// Statistics of blocks, as [#MixedStatistics(Statistics...)].
  ///
  /// @throws IllegalArgumentException likewise
  public MixedStatistics(List<? extends Statistics> blocks) {
    requireSameRows(blocks);
    super(featuresOf(blocks), blocks.getFirst().classes());
    this.blocks = blocks.stream().map(States::copy).toList();
  }

  private static void requireSameRows(List<? extends Statistics> blocks) {
    if (blocks.isEmpty()) {
      throw new IllegalArgumentException("no blocks were given; at least one is expected");
    }
    Statistics first = blocks.getFirst();
    for (int b = 0; b < blocks.size(); b++) {
      Statistics block = blocks.get(b);
      if (block instanceof MixedStatistics) {
        throw new IllegalArgumentException(
            "block %d is itself of blocks; statistics of one kind are expected".formatted(b));
      }
      if (block.rowCount() != first.rowCount()) {
        throw new IllegalArgumentException(
            "block %d holds %d rows; %d are expected, those of block 0"
                .formatted(b, block.rowCount(), first.rowCount()));
      }
      if (!block.classes().equals(first.classes())) {
        throw new IllegalArgumentException(
            "block %d has the classes %s; %s are expected, as in block 0"
                .formatted(b, block.classes(), first.classes()));
      }
      for (int c = 0; c < first.classCount(); c++) {
        double weight = weight(first, c);
        // Sums of fractions are rounded in the order of each kind.
        if (!(Math.abs(weight(block, c) - weight) <= SAME_WEIGHT * weight)) {
          throw new IllegalArgumentException(
              "block %d holds rows of %s of weight %s; %s is expected, as in block 0"
                  .formatted(b, first.classes().describe(c), weight(block, c), weight));
        }
      }
    }
  }

  private static Features featuresOf(List<? extends Statistics> blocks) {
    return MixedColumns.features(blocks.stream().map(Statistics::features).toList());
  }

  /// Statistics of one batch: variances of numbers, bits, categories, and counts of sparse rows.
  ///
  /// @throws IllegalArgumentException as [#add(MixedColumns, Labels)]
  public static MixedStatistics of(MixedColumns rows, Labels labels) {
    List<Statistics> empty = new ArrayList<>();
    for (RowBatch block : rows.blocks()) {
      empty.add(
          switch (block) {
            case NumericColumns _ -> new VarianceStatistics(block.features(), labels.classes());
            case BitColumns _ -> new BernoulliStatistics(block.features(), labels.classes());
            case CategoryColumns categories ->
                new CategoryStatistics(
                    block.features(), categories.dictionaries(), labels.classes());
            case SparseRows _ -> new CountStatistics(block.features(), labels.classes());
            case MixedColumns _ -> throw new IllegalStateException();
          });
    }
    return new MixedStatistics(empty).add(rows, labels);
  }

  /// Adds a batch of rows, each of the weight that its label has.
  ///
  /// @return this
  /// @throws IllegalArgumentException if there are other blocks, or one of them refuses its rows
  public MixedStatistics add(MixedColumns rows, Labels labels) {
    prepare(rows, labels).take();
    return this;
  }

  @Override
  Addition prepare(RowBatch batch, Labels labels) {
    if (!(batch instanceof MixedColumns rows)) {
      throw otherKind(batch, "MixedColumns");
    }
    if (rows.blockCount() != blocks.size()) {
      throw new IllegalArgumentException(
          "the rows have %d blocks; %d are expected".formatted(rows.blockCount(), blocks.size()));
    }
    List<Addition> additions = new ArrayList<>();
    List<Features> joined = new ArrayList<>();
    int first = 0;
    for (int b = 0; b < blocks.size(); b++) {
      Statistics block = blocks.get(b);
      RowBatch part = rows.block(b);
      try {
        additions.add(block.prepare(part, labels));
        joined.add(
            Joining.features(block.features(), part.features(), rowCount() == 0, "the rows"));
      } catch (IllegalArgumentException e) {
        throw refusal(e, b, rows.features(), first);
      }
      first += part.featureCount();
    }
    Features features = MixedColumns.features(joined);
    return () -> {
      additions.forEach(Addition::take);
      take(features, blocks.getFirst().classes());
    };
  }

  /// What a block refuses, in terms of the whole.
  private static IllegalArgumentException refusal(
      IllegalArgumentException e, int block, Features all, int firstFeature) {
    return e instanceof LanewiseException refused
        ? refused.among(all, firstFeature)
        : new IllegalArgumentException("block %d: %s".formatted(block, e.getMessage()), e);
  }

  /// Shares batches that are added from now on out among workers; the results are the same bits.
  ///
  /// @return this
  public MixedStatistics on(Workers workers) {
    setWorkers(workers);
    blocks.forEach(block -> block.setWorkers(workers));
    return this;
  }

  /// Merges other statistics into these, block by block, as if their rows came after these rows.
  ///
  /// @return this
  /// @throws IllegalArgumentException if there are other blocks, one of them does not fit, or
  ///   `given` is this; these statistics are unchanged then
  public MixedStatistics merge(MixedStatistics given) {
    MixedStatistics other = Joining.other(given, this, "merge");
    combine(other, Statistics::merge);
    return this;
  }

  /// Subtracts other statistics, whose rows were added before, block by block: unlearns them.
  ///
  /// @return this
  /// @throws IllegalArgumentException if there are other blocks, one of them does not hold what is
  ///   to be subtracted, or `given` is this; these statistics are unchanged then
  public MixedStatistics subtract(MixedStatistics given) {
    MixedStatistics other = Joining.other(given, this, "subtract");
    combine(other, Statistics::subtract);
    return this;
  }

  private void combine(
      MixedStatistics other, BiFunction<Statistics, Statistics, Statistics> operation) {
    if (other.blocks.size() != blocks.size()) {
      throw new IllegalArgumentException(
          "the other statistics have %d blocks; %d are expected"
              .formatted(other.blocks.size(), blocks.size()));
    }
    List<Statistics> combined = new ArrayList<>();
    int first = 0;
    for (int b = 0; b < blocks.size(); b++) {
      Statistics block = States.copy(blocks.get(b));
      Statistics others = other.blocks.get(b);
      try {
        combined.add(operation.apply(block, others));
      } catch (IllegalArgumentException e) {
        throw refusal(e, b, features(), first);
      }
      first += block.featureCount();
    }
    if (other.rowCount() > 0) {
      Features features = featuresOf(combined);
      blocks = List.copyOf(combined);
      take(features, blocks.getFirst().classes());
    }
  }

  /// The number of blocks.
  public int blockCount() {
    return blocks.size();
  }

  /// A copy of the statistics of a block, from which models of it alone can be fitted.
  ///
  /// @throws IndexOutOfBoundsException if there is no such block
  public Statistics block(int index) {
    return States.copy(blocks.get(index));
  }

  @Override
  public long rowCount() {
    return blocks.getFirst().rowCount();
  }

  /// The sum of weights of the rows of a class, a row without a weight counting 1.
  public double classWeight(int label) {
    return weight(blocks.getFirst(), Objects.checkIndex(label, classCount()));
  }

  static double weight(Statistics block, int label) {
    return switch (block) {
      case GaussianStatistics gaussian -> gaussian.summary().classWeight(label);
      case VarianceStatistics diagonal -> diagonal.summary().classWeight(label);
      case CountedStatistics counted -> counted.classWeight(label);
      case MixedStatistics mixed -> mixed.classWeight(label);
      case RangedStatistics<?> _ -> throw new IllegalStateException();
    };
  }
}
