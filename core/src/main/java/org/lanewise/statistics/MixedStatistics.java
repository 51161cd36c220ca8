package org.lanewise.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.SparseRows;
import org.lanewise.data.Workers;
import org.lanewise.internal.gather.state.StatisticsState;

/// Statistics of rows in blocks ([MixedColumns]): the statistics of each block.
///
/// They are added to, merged, subtracted and saved as a whole. Every block is bit-identical to
/// separate statistics, with the same rules for batches, workers, weights and missing values.
/// Blocks are independent given the class, so there are covariances within a block of numbers but
/// not between blocks.
///
/// If adding a batch throws, nothing of it is added: every block reads it before any block adds it.
/// Not thread-safe.
public final class MixedStatistics extends Statistics {

  private static final double SAME_WEIGHT = 1e-9;

  private List<Statistics> blocks;

  /// Creates statistics from blocks that were gathered separately or are empty.
  ///
  /// @param blocks statistics of one block each, which are copied: [GaussianStatistics] for numbers
  ///   with covariances, [VarianceStatistics] for independent ones, [BernoulliStatistics],
  ///   [CategoryStatistics], [CountStatistics]
  /// @throws IllegalArgumentException if there is no block, if one is itself mixed, if their
  ///   numbers of rows, classes or class weights differ, or if feature names clash
  public MixedStatistics(Statistics... blocks) {
    this(List.of(blocks));
  }

  /// Creates statistics from blocks, like [#MixedStatistics(Statistics...)].
  ///
  /// @throws IllegalArgumentException for the same reasons
  public MixedStatistics(List<? extends Statistics> blocks) {
    requireSameRows(blocks);
    super(featuresOf(blocks), blocks.getFirst().classes());
    this.blocks = blocks.stream().<Statistics>map(Statistics::copy).toList();
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
        double weight = first.classWeight(c);
        // Sums of fractions are rounded in the order of each kind.
        if (!(Math.abs(block.classWeight(c) - weight) <= SAME_WEIGHT * weight)) {
          throw new IllegalArgumentException(
              "block %d holds rows of %s of weight %s; %s is expected, as in block 0"
                  .formatted(b, first.classes().describe(c), block.classWeight(c), weight));
        }
      }
    }
  }

  private static Features featuresOf(List<? extends Statistics> blocks) {
    return MixedColumns.features(blocks.stream().map(Statistics::features).toList());
  }

  /// Computes the statistics of one batch: variances of numbers, bits, categories, and counts of
  /// sparse rows.
  ///
  /// @throws IllegalArgumentException as [#add(RowBatch, Labels)]
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
    return new MixedStatistics(empty).add(rows, labels).as(MixedStatistics.class);
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

  /// Rewords the exception of a block in terms of the whole.
  private static IllegalArgumentException refusal(
      IllegalArgumentException e, int block, Features all, int firstFeature) {
    return e instanceof LanewiseException refused
        ? refused.among(all, firstFeature)
        : new IllegalArgumentException("block %d: %s".formatted(block, e.getMessage()), e);
  }

  @Override
  public Statistics on(Workers workers) {
    super.on(workers);
    blocks.forEach(block -> block.on(workers));
    return this;
  }

  @Override
  void mergeWith(Statistics other) {
    combine((MixedStatistics) other, Statistics::merge);
  }

  @Override
  void subtractAll(Statistics other) {
    combine((MixedStatistics) other, Statistics::subtract);
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
      Statistics block = blocks.get(b).copy();
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

  @Override
  public Statistics decayed(double factor) {
    return new MixedStatistics(blocks.stream().map(block -> block.decayed(factor)).toList())
        .on(workers());
  }

  @Override
  public Statistics opened() {
    return new MixedStatistics(blocks.stream().map(Statistics::opened).toList()).on(workers());
  }

  @Override
  Statistics copy() {
    return new MixedStatistics(blocks).on(workers());
  }

  /// The number of blocks.
  public int blockCount() {
    return blocks.size();
  }

  /// A copy of the statistics of a block, to which models can be fitted.
  ///
  /// @throws IndexOutOfBoundsException if there is no such block
  public Statistics block(int index) {
    return blocks.get(index).copy();
  }

  @Override
  public long rowCount() {
    return blocks.getFirst().rowCount();
  }

  @Override
  public double classWeight(int label) {
    return blocks.getFirst().classWeight(label);
  }

  /// Features are in the order of the blocks.
  @Override
  MixedStatistics reordered(Features ordered, int[] from) {
    return this;
  }

  @Override
  MixedStatistics ofClasses(Classes some, int[] kept) {
    return new MixedStatistics(blocks.stream().map(block -> block.ofClasses(some, kept)).toList());
  }

  @Override
  public Statistics empty() {
    return new MixedStatistics(blocks.stream().map(Statistics::empty).toList());
  }

  @Override
  StatisticsState state() {
    throw new IllegalStateException("of blocks; those of each are expected");
  }

  @Override
  Statistics restored(StatisticsState state) {
    throw new IllegalStateException("of blocks; those of each are expected");
  }
}
