package org.lanewise.bench.data;

import org.lanewise.data.BitColumns;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.score.Scorer;

/// A scorer of binary rows, the rows it scores, and room for their labels.
public final class BinaryBatch {

  private final BinaryRows rows;
  private final Scorer<long[], BitColumns> scorer;
  private final int[] labels;
  private double[] scores;

  public BinaryBatch(BinaryRows rows, Scorer<long[], BitColumns> scorer) {
    this.rows = rows;
    this.scorer = scorer;
    labels = new int[rows.columns().rowCount()];
  }

  /// A packed copy of one row.
  public static long[] row(BinaryRows rows, int at) {
    long[] row = new long[BitColumns.rowWords(rows.columns().featureCount())];
    rows.columns().row(at, row);
    return row;
  }

  /// Checks a model's scorer on its rows.
  public static void check(BinaryRows rows, BernoulliNaiveBayes model) {
    Textbook.checkScores(
        model.scorer(), rows.columns(), at -> row(rows, at), Textbook.logJoint(model));
  }

  public int[] predict() {
    scorer.predict(rows.columns(), labels);
    return labels;
  }

  /// The labels as the largest of all scores, without a certificate; of equals the lowest index.
  public int[] predictExact() {
    int classCount = scorer.classCount();
    if (scores == null) {
      scores = new double[Math.multiplyExact(labels.length, classCount)];
    }
    scorer.logJoint(rows.columns(), scores);
    for (int row = 0; row < labels.length; row++) {
      int best = 0;
      for (int c = 1; c < classCount; c++) {
        if (scores[row * classCount + c] > scores[row * classCount + best]) {
          best = c;
        }
      }
      labels[row] = best;
    }
    return labels;
  }
}
