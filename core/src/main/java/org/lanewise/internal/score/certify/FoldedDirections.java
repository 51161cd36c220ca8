package org.lanewise.internal.score.certify;

import java.util.Arrays;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.scratch.Workspace;

/// The scores of [FloatDirections] in floats, of rows that are sums of vectors of a table: images
/// are taken of the vectors, once, so that a row needs only additions.
///
/// **Scores.** With G_c = H_cP, the image of a row in its class is affine in the row:
///
/// ```
/// S_c = affine_c + ½‖h_c‖²,   h_c = G_c(x − o) − H_c y_c
/// ```
///
/// [FloatScores] of k classes have R·k images in k groups, σh_c. σ is a power of 2 such that
/// classes and images have about the same part in the bound.
///
/// **Bound.** Doubles take y first, then H_c(y − y_c). Let f be the largest ‖H_c‖ (Frobenius) and Y
/// the largest ‖y_c‖. Their h_c passes at most d/4 + 9 roundings of y and M/4 + 12 of the product
/// with H_c, and G_c and H_c y_c pass M each, of terms whose vectors are no longer than f·Σ_j |x_j
/// − o_j|·‖P_·j‖ + f·Y. So 4 + 4M/(d/4 + 8) times σf‖P_·j‖ and σfY are added to the W_j and b of
/// [FloatScores], whose E then bounds the differences of affine_c and of σh_c in floats and in
/// doubles. Let F be the largest ½‖ĥ_c‖² in floats, e = E/σ and u = 2⁻²⁴. Then
///
/// - ½‖ĥ_c‖² and that of doubles differ by at most e·√(2F) + ½e²;
/// - floats sum R squares, doubles do the same with roundings of 2⁻⁵³, and both add them to
///   affine_c: at most γ_(R + 4)·F, and u·|t̂_c| ≤ E/100, because |t̂_c| ≤ E/γ_133.
///
/// Every score in floats is within 1.02·(E + e·√(2F) + ½e² + γ_(R + 4)·F) of that in doubles, and
/// R·2⁻¹⁴⁹/σ² for squares below the range of floats. Squares above it make the bound infinite.
///
/// Immutable.
final class FoldedDirections extends FloatScores {

  /// Of σ: its square is in the range of floats.
  private static final int MAX_EXPONENT = 40;

  private final int rank;
  private final double scale;

  private FoldedDirections(
      AffineScores scores, double[] origin, int classCount, double[] more, int rank, double scale) {
    super(scores, origin, classCount, rank * classCount, classCount, more);
    this.rank = rank;
    this.scale = scale;
  }

  /// As [FloatDirections#of].
  static FloatScores of(
      AffineScores affine,
      double[] origin,
      double[][] projection,
      double[][] centres,
      double[][][] images,
      int rank) {
    int d = origin.length;
    int k = centres.length;
    double[][] rows = new double[(rank + 1) * k][d];
    double[] intercepts = Arrays.copyOf(Arrays.copyOf(affine.intercepts(), k), rows.length);
    double squared = 0;
    double longest = 0;
    double ofImages = 0;
    for (int c = 0; c < k; c++) {
      double[][] own = new double[images[c].length][];
      double sum = 0;
      for (int j = 0; j < d; j++) {
        rows[c][j] = affine.weight(c, j);
      }
      for (int r = 0; r < own.length; r++) {
        double[] direction = images[c][r];
        own[r] = rows[k + r * k + c];
        for (int m = 0; m < projection.length; m++) {
          FloatDirections.add(direction[m], projection[m], own[r]);
        }
        intercepts[k + r * k + c] = -FloatDirections.dot(direction, centres[c]);
        sum += FloatDirections.dot(direction, direction);
      }
      squared = Math.max(squared, sum);
      longest = Math.max(longest, FloatDirections.dot(centres[c], centres[c]));
      ofImages = Math.max(ofImages, FloatDirections.length(own, d));
    }
    double ratio = FloatDirections.spread(rows, k) / ofImages;
    int exponent = Math.clamp(Math.getExponent(ratio), -MAX_EXPONENT, MAX_EXPONENT);
    double scale = Math.scalb(1.0, exponent);
    for (int i = k; i < rows.length; i++) {
      rows[i] = FloatDirections.times(scale, rows[i]);
      intercepts[i] *= scale;
    }
    double frobenius = Math.sqrt(squared);
    double times = FloatDirections.times(projection.length, d) * scale * frobenius;
    double[] more = new double[d + 1];
    for (int j = 0; j < d; j++) {
      more[j] = times * FloatDirections.column(projection, j);
    }
    more[d] = times * Math.sqrt(longest);
    FoldedDirections made =
        new FoldedDirections(AffineScores.ofRows(intercepts, rows), origin, k, more, rank, scale);
    return made.isInRange() ? made : null;
  }

  @Override
  float complete(float constant, Workspace w) {
    float[] scores = w.floats.scores;
    int k = classCount();
    w.floats.makeRows(k);
    float[] squares = w.floats.rows;
    Arrays.fill(squares, 0, k, 0);
    for (int r = 1; r <= rank; r++) {
      FloatDirections.addSquares(scores, r * k, squares, k);
    }
    float half = (float) (0.5 / (scale * scale));
    float largest = 0;
    for (int c = 0; c < k; c++) {
      largest = Math.max(largest, half * squares[c]);
    }
    FloatDirections.add(half, squares, scores, 0, k);
    double e = w.floats.sums[0] + constant;
    double off = e / scale;
    double sum = e + (Math.sqrt(2.0 * largest) + 0.5 * off) * off + gamma(rank + 4) * largest;
    double under = rank * 0x1p-149 / (scale * scale);
    w.floats.sums[0] = Math.nextUp((float) (1.02 * sum + under));
    return 0;
  }
}
