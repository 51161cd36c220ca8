package org.lanewise.internal.score.mixed;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.internal.score.AffineForm;
import org.lanewise.internal.score.BatchScorer;
import org.lanewise.internal.score.LogSumExp;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.scratch.MixedScratch;
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
/// all classes share cancels. Numbers of impossible factors add up beside the finite parts, and
/// decide as in a model of one block. One block alone is scored by its own scorer.
public final class MixedScorer extends BatchScorer<Object[], MixedColumns> {

  private final BlockScorers[] blocks;

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
        in = blocks[b].known(block);
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
  public void range(
      MixedColumns rows, int from, int to, int outRow, Result result, int[] labels, double[] out) {
    // A block has another distance between its planes.
    boolean inPlanes = result.isInPlanes();
    if (blocks.length == 1 && !inPlanes) {
      blocks[0].range(rows.block(0), from, to, outRow, result, labels, out);
      return;
    }
    int rowsOfBlock = planeRows();
    Workspace w = Scratch.forRow();
    try {
      int most = Math.multiplyExact(Math.min(rowsOfBlock, to - from), classCount());
      // Planes hold discriminants and log joints.
      w.mixed.make(most, impossible != null && (inPlanes || !result.isOfJoints()));
      for (int row = from; row < to; row += rowsOfBlock) {
        int count = Math.min(rowsOfBlock, to - row);
        if (inPlanes) {
          planes(rows, row, count, row - outRow, result, out, w.mixed);
          continue;
        }
        sum(rows, row, count, result, w.mixed);
        for (int r = 0; r < count; r++) {
          MixedResults.store(
              w.mixed, classCount(), r, row + r, row + r - outRow, result, labels, out);
        }
      }
    } finally {
      Scratch.giveBack(w);
    }
  }

  /// Lays out the scores of some rows for several results.
  ///
  /// @param at the place of the first row in a plane
  private void planes(
      MixedColumns rows, int from, int count, int at, Result result, double[] out, MixedScratch w) {
    int k = classCount();
    sum(rows, from, count, Result.DISCRIMINANT, w);
    for (int r = 0; r < count; r++) {
      MixedResults.requireInRange(w, r * k, k, from + r);
    }
    toPlanes(w, count, 0, at, out);
    if (result == Result.JOINT_PLANES) {
      sum(rows, from, count, Result.LOG_JOINT, w);
      toPlanes(w, count, k, at, out);
      // What all classes share is in their joints; −0 changes no bit.
      int bases = 2 * k * planeStride() + at;
      Arrays.fill(out, bases, bases + count, -0.0);
    }
  }

  private void toPlanes(MixedScratch w, int count, int firstPlane, int at, double[] out) {
    int k = classCount();
    for (int c = 0; c < k; c++) {
      int to = (firstPlane + c) * planeStride() + at;
      for (int r = 0; r < count; r++) {
        out[to + r] = w.sums[r * k + c];
      }
    }
  }

  /// Sums the scores of all blocks.
  private void sum(MixedColumns rows, int from, int count, Result result, MixedScratch w) {
    boolean joint = result.isOfJoints();
    begin(count, joint, w);
    for (int b = 0; b < blocks.length; b++) {
      Result of = asked(b, joint);
      double[] to = b == 0 && of != Result.PARTS ? w.sums : w.terms;
      try {
        blocks[b].range(rows.block(b), from, from + count, from, of, null, to);
      } catch (IllegalArgumentException e) {
        throw refusal(e, b);
      }
      add(b, count, of, w);
    }
    end(count, joint, w);
  }

  private void sum(Object[] row, Result result, MixedScratch w) {
    w.make(classCount(), impossible != null);
    boolean joint = result.isOfJoints();
    begin(1, joint, w);
    for (int b = 0; b < blocks.length; b++) {
      Result of = asked(b, joint);
      double[] to = b == 0 && of != Result.PARTS ? w.sums : w.terms;
      try {
        blocks[b].row(row[b], of, to);
      } catch (IllegalArgumentException e) {
        throw refusal(e, b);
      }
      add(b, 1, of, w);
    }
    end(1, joint, w);
  }

  /// What a block is asked for: log joints that are −∞ stay so in a sum.
  private Result asked(int block, boolean joint) {
    if (joint) {
      return Result.LOG_JOINT;
    }
    return impossible != null && blocks[block].mayBeImpossible()
        ? Result.PARTS
        : Result.DISCRIMINANT;
  }

  private void begin(int count, boolean joint, MixedScratch w) {
    if (impossible != null && !joint) {
      for (int r = 0; r < count; r++) {
        System.arraycopy(impossible, 0, w.counts, r * classCount(), classCount());
      }
    }
  }

  /// Adds the terms of a block, which of block 0 are the sums.
  private void add(int block, int count, Result of, MixedScratch w) {
    int k = classCount();
    double[] sums = w.sums;
    double[] terms = w.terms;
    if (of == Result.PARTS) {
      for (int r = 0; r < count; r++) {
        int at = r * k;
        for (int c = 0; c < k; c++) {
          double term = terms[2 * at + c];
          sums[at + c] = block == 0 ? term : sums[at + c] + term;
          w.counts[at + c] += terms[2 * at + k + c];
        }
      }
    } else if (block > 0) {
      int size = count * k;
      for (int i = 0; i < size; i++) {
        sums[i] += terms[i];
      }
    }
  }

  private void end(int count, boolean joint, MixedScratch w) {
    int k = classCount();
    if (joint) {
      for (int i = 0; i < count * k; i++) {
        w.sums[i] += shift;
      }
    } else if (impossible != null) {
      for (int at = 0; at < count * k; at += k) {
        preferPossible(w, at);
      }
    }
  }

  /// Makes the score of every class −∞ that has more impossible factors than another.
  private void preferPossible(MixedScratch w, int from) {
    double fewest = w.counts[from];
    for (int c = 1; c < classCount(); c++) {
      fewest = Math.min(fewest, w.counts[from + c]);
    }
    for (int c = from; c < from + classCount(); c++) {
      if (w.counts[c] > fewest) {
        w.sums[c] = Double.NEGATIVE_INFINITY;
      }
    }
  }

  @Override
  public void row(Object[] row, Result result, double[] out) {
    requireBlocks(row);
    if (blocks.length == 1) {
      try {
        blocks[0].row(row[0], result, out);
      } catch (IllegalArgumentException e) {
        throw refusal(e, 0);
      }
      return;
    }
    Workspace w = Scratch.forRow();
    try {
      sum(row, result, w.mixed);
      MixedResults.store(w.mixed, classCount(), 0, -1, 0, result, null, out);
    } finally {
      Scratch.giveBack(w);
    }
  }

  private void requireBlocks(Object[] row) {
    Objects.requireNonNull(row, "row");
    if (row.length != blocks.length) {
      throw new IllegalArgumentException(
          "the row has %d blocks; %d are expected, as in the model"
              .formatted(row.length, blocks.length));
    }
  }

  @Override
  public int predict(Object[] row) {
    requireBlocks(row);
    Workspace w = Scratch.forRow();
    try {
      sum(row, Result.LABEL, w.mixed);
      MixedResults.requireInRange(w.mixed, 0, classCount(), -1);
      return LogSumExp.argmax(w.mixed.sums, 0, 1, classCount());
    } finally {
      Scratch.giveBack(w);
    }
  }

  @Override
  public double logDensity(Object[] row) {
    requireBlocks(row);
    Workspace w = Scratch.forRow();
    try {
      sum(row, Result.LOG_DENSITY, w.mixed);
      return LogSumExp.logDensity(w.mixed.sums, 0, 1, classCount());
    } finally {
      Scratch.giveBack(w);
    }
  }
}
