package org.lanewise.internal.score.gaussian;

import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.PanelScores;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.store.Stores;
import org.lanewise.internal.tier.Kernels;

/// Scores that are a sum over the features, for which a block of rows is read once, where it lies.
///
/// Blocks are as long as the chains of all classes stay in the second-level cache, for memory likes
/// long runs of a column.
abstract sealed class PanelScorer extends NumericScorer permits LinearScorer, ClassVarianceScorer {

  private static final int MAX_ROWS = 1024;
  private static final int MAX_SCORES = 1 << 14;

  private final int rowsOfBlock;

  /// @param origins one for all classes, or one for each
  PanelScorer(Naming naming, double[][] origins) {
    int classCount = naming.classes().count();
    super(naming, origins, rowsOfBlock(classCount));
    rowsOfBlock = rowsOfBlock(classCount);
    // Loaded here, and not while the first row waits.
    Kernels.requireTier();
  }

  private static int rowsOfBlock(int classCount) {
    return Math.clamp(Integer.highestOneBit(MAX_SCORES / classCount), ScoreKernels.BLOCK, MAX_ROWS);
  }

  @Override
  int blockRows(Result result) {
    return rowsOfBlock;
  }

  /// The parameters in the layout of panels.
  abstract PanelScores panels();

  /// The sums over the features of a block of rows, into `w.numeric.scores`.
  final void sumPanels(NumericColumns rows, int first, int count, Workspace w) {
    w.numeric.beginRows(Stores.of(rows), first, count);
    panels().sum(w.numeric, w.numeric.scores, scoreStride);
  }
}
