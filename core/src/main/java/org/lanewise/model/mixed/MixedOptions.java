package org.lanewise.model.mixed;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.model.BadOptionException;
import org.lanewise.model.Priors;
import org.lanewise.statistics.MixedStatistics;
import org.lanewise.statistics.Statistics;

/// How to fit a [MixedNaiveBayes].
///
/// @param priors the class priors; empirical by default
/// @param blocks the options of each block; where there are none each is what its rows are: numbers
///   normal and independent, bits Bernoulli, categories categorical, sparse rows Poisson counts,
///   all with the default options of their models
public record MixedOptions(Priors priors, List<BlockOptions> blocks) {

  /// Empirical priors, and every block as its rows are.
  public static final MixedOptions DEFAULT = new MixedOptions(Priors.empirical(), List.of());

  /// Copies the blocks and checks that nothing is null.
  public MixedOptions {
    Objects.requireNonNull(priors, "priors");
    blocks = List.copyOf(blocks);
  }

  /// Empirical priors, and the options of each block.
  public static MixedOptions of(BlockOptions... blocks) {
    return DEFAULT.withBlocks(blocks);
  }

  /// These options with other priors.
  public MixedOptions withPriors(Priors priors) {
    return new MixedOptions(priors, blocks);
  }

  /// These options with others for the blocks, one for each.
  public MixedOptions withBlocks(BlockOptions... blocks) {
    return new MixedOptions(priors, List.of(blocks));
  }

  /// Statistics of no rows, such as a fit by these options needs, for rows of the same blocks and
  /// features as these.
  ///
  /// @throws IllegalArgumentException if there are options for another number of blocks, or for
  ///   another kind of rows
  public MixedStatistics statistics(MixedColumns like, Classes classes) {
    requireBlocks(like.blockCount());
    List<Statistics> empty = new ArrayList<>();
    for (int b = 0; b < like.blockCount(); b++) {
      RowBatch block = like.block(b);
      BlockOptions options = blocks.isEmpty() ? BlockFits.of(block) : blocks.get(b);
      empty.add(BlockFits.empty(options, block, classes));
    }
    return new MixedStatistics(empty);
  }

  /// The options of each block of statistics.
  List<BlockOptions> ofBlocks(MixedStatistics statistics) {
    requireBlocks(statistics.blockCount());
    if (!blocks.isEmpty()) {
      return blocks;
    }
    List<BlockOptions> all = new ArrayList<>();
    for (int b = 0; b < statistics.blockCount(); b++) {
      all.add(BlockFits.of(statistics.block(b)));
    }
    return all;
  }

  /// These options for these rows: with options of every block, and what is chosen from rows in a
  /// second pass, as an intensity of shrinkage by Ledoit and Wolf, in place of the way to choose
  /// it.
  ///
  /// @param statistics those of the rows
  /// @throws IllegalArgumentException if there are options of another number of blocks, or nothing
  ///   can be chosen
  public MixedOptions chosen(MixedStatistics statistics, MixedColumns rows, Labels labels) {
    List<BlockOptions> given = ofBlocks(statistics);
    List<BlockOptions> chosen = new ArrayList<>();
    for (int b = 0; b < given.size(); b++) {
      chosen.add(BlockFits.chosen(given.get(b), statistics.block(b), rows.block(b), labels));
    }
    return new MixedOptions(priors, chosen);
  }

  private void requireBlocks(int count) {
    if (!blocks.isEmpty() && blocks.size() != count) {
      throw new BadOptionException(
          "options of %d blocks were given; %d are expected", blocks.size(), count);
    }
  }
}
