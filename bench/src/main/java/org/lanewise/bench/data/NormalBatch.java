package org.lanewise.bench.data;

import java.util.function.Function;
import org.lanewise.data.NumericColumns;
import org.lanewise.score.Scorer;

/// A scorer, the rows it scores, and room for their labels.
public final class NormalBatch {

  private final NormalRows rows;
  private final Scorer<double[], NumericColumns> scorer;
  private final int[] labels;

  public NormalBatch(NormalRows rows, Scorer<double[], NumericColumns> scorer) {
    this.rows = rows;
    this.scorer = scorer;
    labels = new int[rows.columns().rowCount()];
  }

  /// A copy of one row.
  public static double[] row(NormalRows rows, int at) {
    double[] row = new double[rows.columns().featureCount()];
    rows.columns().row(at, row);
    return row;
  }

  /// Checks a scorer on its rows.
  public static void check(
      NormalRows rows,
      Scorer<double[], NumericColumns> scorer,
      Function<double[], double[]> logJoint) {
    Textbook.checkScores(scorer, rows.columns(), at -> row(rows, at), logJoint);
  }

  public int[] predict() {
    scorer.predict(rows.columns(), labels);
    return labels;
  }
}
