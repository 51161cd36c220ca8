package org.lanewise.internal.score.mixed;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.AffineForm;
import org.lanewise.internal.score.BatchScorer;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.scratch.ScorePlanes;
import org.lanewise.internal.score.scratch.Scratch;
import org.lanewise.internal.score.scratch.Workspace;

/// Scores rows in blocks that are independent given the class:
///
/// ```
/// score_c = ((s_c0 + s_c1) + s_c2) + …
/// ```
///
/// s_cb being what the scorer of block b says of class c, in the order of the blocks, whatever the
/// kernels. The model of block 0 has the class priors, the others equal ones u, so that each prior
/// counts once; a log joint ends with + (B − 1)·log(1/u). Labels and posteriors do without: what
/// all classes share cancels. Numbers of impossible factors add up next to the finite parts, and
/// decide as in a model of one block. One block alone is scored by its own scorer.
public final class MixedScorer extends BatchScorer<Object[], MixedColumns> {

  /// The scores of a block of rows, so that they stay in the cache, and its least rows.
  private static final int MAX_SCORES = 1 << 14;

  private static final int MIN_ROWS = 64;

  private final BlockScorers[] blocks;

  /// The most rows of a block, and the distance of two classes in their scores.
  private final int mostRows;

  private final int stride;

  /// The features of each block, and where they begin.
  private final int[] counts;

  private final int[] first;

  /// (B − 1)·log(1/u).
  private final double shift;

  /// How many factors the prior of each class counts for; null where none is ever counted.
  private final double[] impossible;

  /// @param counts the number of features of each block
  /// @param priors the k class priors, which the model of block 0 has
  /// @param equalPrior u, which those of the other blocks have
  public MixedScorer(
      Naming naming, List<BlockScorers> blocks, int[] counts, double[] priors, double equalPrior) {
    super(naming);
    this.blocks = blocks.toArray(BlockScorers[]::new);
    this.counts = counts.clone();
    mostRows = Math.clamp(MAX_SCORES / classCount() / MIN_ROWS * MIN_ROWS, MIN_ROWS, 16 * MIN_ROWS);
    stride = mostRows + Long.BYTES;
    first = new int[counts.length];
    for (int b = 1; b < first.length; b++) {
      first[b] = first[b - 1] + counts[b - 1];
    }
    shift = -(blocks.size() - 1) * StrictMath.log(equalPrior);
    impossible =
        blocks.stream().anyMatch(BlockScorers::mayBeImpossible)
            ? Arrays.stream(priors).map(prior -> prior == 0 ? AffineForm.PRIOR_ZERO : 0).toArray()
            : null;
  }

  @Override
  public boolean hasImpossible() {
    return impossible != null;
  }

  @Override
  public Object[] syntheticRow() {
    return Arrays.stream(blocks).map(block -> block.any().syntheticRow()).toArray();
  }

  @Override
  public MixedColumns known(MixedColumns rows) {
    boolean fits = rows.blockCount() == blocks.length;
    for (int b = 0; fits && b < blocks.length; b++) {
      fits = rows.block(b).featureCount() == counts[b];
    }
    if (!fits) {
      throw new IllegalArgumentException(
          "the rows have blocks of %s features; blocks of %s are expected, as in the model"
              .formatted(
                  rows.blocks().stream().map(RowBatch::featureCount).toList(),
                  Arrays.toString(counts)));
    }
    RowBatch[] known = null;
    for (int b = 0; b < blocks.length; b++) {
      RowBatch block = rows.block(b);
      RowBatch in;
      try {
        in = blocks[b].of(block).known(block);
      } catch (IllegalArgumentException e) {
        throw refusal(e, b);
      }
      if (in != block) {
        known = known == null ? rows.blocks().toArray(RowBatch[]::new) : known;
        known[b] = in;
      }
    }
    return known == null ? rows : MixedColumns.of(known);
  }

  /// The message of a block, in terms of the whole row.
  private IllegalArgumentException refusal(IllegalArgumentException e, int block) {
    return e instanceof LanewiseException refused
        ? refused.among(features(), first[block])
        : new IllegalArgumentException("block %d: %s".formatted(block, e.getMessage()), e);
  }

  @Override
  public boolean holdsRow(Workspace w) {
    return false;
  }

  @Override
  public void makeRow(Workspace w) {
    w.makeRow(0, ScoreKernels.classStride(classCount()));
  }

  @Override
  public void score(Object[] row, Wanted wanted, Workspace w) {
    Objects.requireNonNull(row, "row");
    if (row.length != blocks.length) {
      throw new IllegalArgumentException(
          "the row has %d blocks; %d are expected, as in the model"
              .formatted(row.length, blocks.length));
    }
    ScorePlanes sum = begin(1, wanted, w);
    for (int b = 0; b < blocks.length; b++) {
      try {
        BatchScorer<Object, RowBatch> scorer = blocks[b].ofRow(row[b]);
        scorer.makeRow(w);
        scorer.score(row[b], wanted, w);
      } catch (IllegalArgumentException e) {
        throw refusal(e, b);
      }
      if (blocks.length > 1) {
        add(b, w.row, 0, wanted, sum);
      }
    }
    if (blocks.length > 1) {
      end(-1, wanted, sum);
      copy(sum, w.row);
    }
  }

  /// Copies the scores of one row.
  private void copy(ScorePlanes from, ScorePlanes to) {
    to.joints = from.joints;
    to.counted = false;
    to.bases[0] = from.bases[0];
    for (int plane = 0; plane < from.joints + classCount(); plane++) {
      to.scores[plane] = from.scores[plane * from.stride];
    }
  }

  @Override
  public void label(MixedColumns rows, int from, int to, int[] labels, Workspace w) {
    if (blocks.length == 1) {
      blocks[0].of(rows.block(0)).label(rows.block(0), from, to, labels, w);
    } else {
      labelByScores(rows, from, to, labels, w);
    }
  }

  @Override
  public ScorePlanes score(MixedColumns rows, int first, int end, Wanted wanted, Workspace w) {
    if (blocks.length == 1) {
      return blocks[0].of(rows.block(0)).score(rows.block(0), first, end, wanted, w);
    }
    int behind = Math.min(end, first + mostRows);
    ScorePlanes sum = begin(behind - first, wanted, w);
    Workspace ofBlocks = Scratch.forRow();
    try {
      for (int b = 0; b < blocks.length; b++) {
        RowBatch block = rows.block(b);
        BatchScorer<Object, RowBatch> scorer = blocks[b].of(block);
        for (int row = first; row < behind; ) {
          ScorePlanes terms = score(b, scorer, block, row, behind, wanted, ofBlocks);
          int count = terms.count;
          add(b, terms, row - first, wanted, sum);
          row += count;
        }
      }
    } finally {
      Scratch.giveBack(ofBlocks);
    }
    end(first, wanted, sum);
    return sum;
  }

  private ScorePlanes score(
      int b,
      BatchScorer<Object, RowBatch> scorer,
      RowBatch rows,
      int first,
      int end,
      Wanted wanted,
      Workspace w) {
    try {
      return scorer.score(rows, first, end, wanted, w);
    } catch (IllegalArgumentException e) {
      throw refusal(e, b);
    }
  }

  /// Begins the sums of some rows.
  private ScorePlanes begin(int count, Wanted wanted, Workspace w) {
    int k = classCount();
    ScorePlanes sum = w.block;
    sum.make(mostRows, stride, wanted == Wanted.BOTH ? 2 * k : k);
    sum.count = count;
    sum.joints = wanted == Wanted.BOTH ? k : 0;
    Arrays.fill(sum.bases, 0, count, ScorePlanes.NOTHING);
    if (impossible != null) {
      sum.makeCounts(k);
      for (int c = 0; c < k; c++) {
        Arrays.fill(sum.impossible, c * stride, c * stride + count, impossible[c]);
      }
    }
    return sum;
  }

  /// Adds the scores of a block to the sums of rows from `at` on; those of block 0 are the sums.
  private void add(int block, ScorePlanes terms, int at, Wanted wanted, ScorePlanes sum) {
    int k = classCount();
    if (wanted != Wanted.JOINTS) {
      add(block, terms, 0, at, sum, 0);
      for (int c = 0; terms.counted && c < k; c++) {
        for (int r = 0; r < terms.count; r++) {
          sum.impossible[c * stride + at + r] += terms.impossible[c * terms.stride + r];
        }
      }
    }
    if (wanted != Wanted.DISCRIMINANTS) {
      terms.dropImpossible(k);
      for (int c = terms.joints; c < terms.joints + k; c++) {
        for (int r = 0; r < terms.count; r++) {
          terms.scores[c * terms.stride + r] += terms.bases[r];
        }
      }
      add(block, terms, terms.joints, at, sum, sum.joints);
    }
  }

  private void add(int block, ScorePlanes terms, int plane, int at, ScorePlanes sum, int to) {
    for (int c = 0; c < classCount(); c++) {
      int from = (plane + c) * terms.stride;
      int in = (to + c) * stride + at;
      for (int r = 0; r < terms.count; r++) {
        double term = terms.scores[from + r];
        sum.scores[in + r] = block == 0 ? term : sum.scores[in + r] + term;
      }
    }
  }

  /// Ends the sums of rows.
  ///
  /// @param first the row of the batch that they begin with, or −1 for a row alone
  private void end(int first, Wanted wanted, ScorePlanes sum) {
    int k = classCount();
    if (wanted != Wanted.DISCRIMINANTS) {
      for (int c = sum.joints; c < sum.joints + k; c++) {
        for (int r = c * stride; r < c * stride + sum.count; r++) {
          sum.scores[r] += shift;
        }
      }
    }
    if (wanted != Wanted.JOINTS) {
      sum.preferPossible(k);
      for (int r = 0; r < sum.count; r++) {
        requireInRange(sum, r, first);
      }
    }
    // Log joints are without impossible factors.
    sum.counted = false;
  }

  /// Refuses a row whose sums have overflowed for all classes.
  private void requireInRange(ScorePlanes sum, int r, int first) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < classCount(); c++) {
      largest = Math.max(largest, sum.scores[c * stride + r]);
    }
    if (largest == Double.NEGATIVE_INFINITY) {
      throw new BadDataException(
          "%s is so far from the means of the classes that its scores are out of the range of"
              + " doubles; values nearer to those of the training data are expected",
          first < 0 ? "the row" : Fact.row(first + r));
    }
  }
}
