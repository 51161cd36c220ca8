package org.lanewise.model.gaussian;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.lanewise.data.Fact;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.linalg.Cholesky;
import org.lanewise.internal.linalg.InverseFactor;
import org.lanewise.internal.linalg.LeadingEigen;
import org.lanewise.internal.linalg.NotPositiveDefiniteException;
import org.lanewise.model.BadOptionException;

/// The directions of a [LowRankDiscriminant]: with B the rows of the subspace and W_c the loadings
/// of a class, its covariance is that of all classes plus BᵀW_cᵀW_cB.
///
/// @param subspace B, M rows of d; empty if no class has a direction
/// @param loadings W_c of each class, R rows of M; a row of zeros is no direction
record ClassDirections(double[][] subspace, double[][][] loadings) {

  /// The number of rows of loadings of a class.
  int rank() {
    return loadings[0].length;
  }

  /// Copies given directions.
  ///
  /// @throws IllegalArgumentException if shapes do not match, or if a number is not finite
  static ClassDirections given(double[][] subspace, double[][][] loadings, int k, int d) {
    if (loadings.length != k) {
      throw new IllegalArgumentException(
          "there are loadings of %d classes; those of %d are expected"
              .formatted(loadings.length, k));
    }
    double[][] basis = copy(subspace, subspace.length, d, "row %d of the subspace");
    double[][][] copies = new double[k][][];
    for (int c = 0; c < k; c++) {
      copies[c] =
          copy(
              loadings[c],
              loadings[0].length,
              subspace.length,
              "row %d of the loadings of class " + c);
    }
    return new ClassDirections(basis, copies);
  }

  private static double[][] copy(double[][] rows, int rowCount, int columnCount, String which) {
    if (rows.length != rowCount) {
      throw new IllegalArgumentException(
          "a class has %d rows of loadings; %d are expected, as of the first class"
              .formatted(rows.length, rowCount));
    }
    double[][] copies = new double[rowCount][];
    for (int row = 0; row < rowCount; row++) {
      if (rows[row].length != columnCount) {
        throw new IllegalArgumentException(
            (which + " has %d numbers; %d are expected")
                .formatted(row, rows[row].length, columnCount));
      }
      for (double value : rows[row]) {
        if (!Double.isFinite(value)) {
          throw new BadOptionException(
              "%s has the value %s; finite numbers are expected",
              Fact.clause(which, row), Fact.value(value));
        }
      }
      copies[row] = rows[row].clone();
    }
    return copies;
  }

  /// The directions of some classes.
  ClassDirections select(int... kept) {
    return new ClassDirections(
        subspace, IntStream.of(kept).mapToObj(c -> loadings[c]).toArray(double[][][]::new));
  }

  /// The same with loadings times a factor.
  ClassDirections scaled(double factor) {
    double[][][] scaled = new double[loadings.length][rank()][subspace.length];
    for (int c = 0; c < scaled.length; c++) {
      for (int r = 0; r < scaled[c].length; r++) {
        LeadingEigen.add(factor, loadings[c][r], scaled[c][r]);
      }
    }
    return new ClassDirections(subspace, scaled);
  }

  /// W_cB, R rows of d.
  double[][] of(int label) {
    double[][] directions = new double[rank()][];
    for (int r = 0; r < directions.length; r++) {
      directions[r] = new double[subspace[0].length];
      multiply(subspace, loadings[label][r], directions[r]);
    }
    return directions;
  }

  /// The parts of a class's scores that its directions add.
  ///
  /// @param rows H_c = C⁻¹W_c with CCᵀ = I + W_cBA⁻¹BᵀW_cᵀ; empty if the class has no direction
  /// @param logDeterminant log|CCᵀ|
  record Images(double[][] rows, double logDeterminant) {}

  /// @param projection BA⁻¹, M rows of d
  Images images(int label, double[][] projection) {
    double[][] present =
        Arrays.stream(loadings[label])
            .filter(row -> Arrays.stream(row).anyMatch(value -> value != 0))
            .toArray(double[][]::new);
    int rank = present.length;
    if (rank == 0) {
      return new Images(present, 0);
    }
    double[] packed = Covariances.unit(rank);
    double[][] solved = new double[rank][projection[0].length];
    for (int j = 0; j < rank; j++) {
      double[] direction = new double[projection[0].length];
      multiply(subspace, present[j], direction);
      multiply(projection, present[j], solved[j]);
      for (int i = 0; i <= j; i++) {
        packed[PackedTriangle.index(i, j)] += LeadingEigen.dot(solved[i], direction);
      }
    }
    try {
      Cholesky cholesky = Cholesky.of(packed, 0, rank);
      double[] inverse = new InverseFactor(cholesky).get();
      double[][] rows = new double[rank][present[0].length];
      for (int j = 0; j < rank; j++) {
        for (int i = 0; i <= j; i++) {
          LeadingEigen.add(inverse[PackedTriangle.index(i, j)], present[i], rows[j]);
        }
      }
      return new Images(rows, cholesky.logDeterminant());
    } catch (NotPositiveDefiniteException e) {
      throw new BadOptionException(
          "the loadings of %s are so large that their squares have no digits; smaller ones are"
              + " expected",
          Fact.label(label));
    }
  }

  /// Fits directions.
  ///
  /// @param shared the factor of the covariance of all classes, A = LLᵀ
  /// @param covariances the covariance of a class without shrinkage, d rows of d; it is asked for
  ///   twice
  static ClassDirections of(
      int k,
      CovarianceEstimate.Factored shared,
      IntFunction<double[][]> covariances,
      LowRankOptions options) {
    int d = shared.cholesky().dimension();
    double scale = (1 - options.gamma()) * options.kappa();
    int rank = scale > 0 ? Math.min(options.rank(), d) : 0;
    if (rank == 0) {
      return new ClassDirections(new double[0][], new double[k][0][]);
    }
    double[][] whitening = new double[d][];
    double[] inverse = shared.inverse().get();
    for (int j = 0; j < d; j++) {
      whitening[j] = new double[j + 1];
      for (int i = 0; i <= j; i++) {
        whitening[j][i] = inverse[PackedTriangle.index(i, j)];
      }
    }
    double[][] basis = basis(k, whitening, covariances, rank, options.subspace());
    double[][] projection = new double[basis.length][d];
    double[][] subspace = new double[basis.length][d];
    double[] factor = new double[inverse.length];
    shared.cholesky().factor(factor, 0);
    for (int m = 0; m < basis.length; m++) {
      multiply(whitening, basis[m], projection[m]);
      for (int j = 0; j < d; j++) {
        for (int i = 0; i <= j; i++) {
          subspace[m][j] =
              Math.fma(factor[PackedTriangle.index(i, j)], basis[m][i], subspace[m][j]);
        }
      }
    }
    double[][][] loadings = new double[k][Math.min(rank, basis.length)][basis.length];
    double[][] columns = transposed(projection, d);
    for (int c = 0; c < k && basis.length > 0; c++) {
      LeadingEigen kept = leading(covariances.apply(c), projection, columns, rank);
      for (int r = 0; r < kept.values().length; r++) {
        LeadingEigen.add(Math.sqrt(scale * kept.values()[r]), kept.vectors()[r], loadings[c][r]);
      }
    }
    return new ClassDirections(subspace, loadings);
  }

  /// The leading directions of the sum over the classes of λ·vvᵀ, with λ and v the leading
  /// eigenvalues and eigenvectors of a class after whitening.
  private static double[][] basis(
      int k, double[][] whitening, IntFunction<double[][]> covariances, int rank, int subspace) {
    int d = whitening.length;
    double[][] sum = new double[d][d];
    double[][] columns = transposed(whitening, d);
    for (int c = 0; c < k; c++) {
      LeadingEigen own = leading(covariances.apply(c), whitening, columns, rank);
      for (int r = 0; r < own.values().length; r++) {
        double[] direction = own.vectors()[r];
        for (int i = 0; i < d; i++) {
          LeadingEigen.add(own.values()[r] * direction[i], direction, sum[i]);
        }
      }
    }
    return LeadingEigen.of((v, out) -> multiply(sum, v, out), d, subspace).vectors();
  }

  /// The leading eigenvalues and vectors of C·S·Cᵀ.
  ///
  /// @param rows of C
  /// @param columns of C
  private static LeadingEigen leading(
      double[][] covariance, double[][] rows, double[][] columns, int count) {
    int d = covariance.length;
    return LeadingEigen.of(
        (v, out) -> {
          double[] back = new double[d];
          multiply(rows, v, back);
          double[] image = new double[d];
          multiply(covariance, back, image);
          multiply(columns, image, out);
        },
        rows.length,
        count);
  }

  /// Adds Σ_i v_i·row_i to `out`.
  private static void multiply(double[][] rows, double[] v, double[] out) {
    for (int i = 0; i < rows.length; i++) {
      LeadingEigen.add(v[i], rows[i], out);
    }
  }

  /// The columns of a matrix whose rows end where zeros follow.
  private static double[][] transposed(double[][] rows, int columnCount) {
    double[][] columns = new double[columnCount][rows.length];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < rows[i].length; j++) {
        columns[j][i] = rows[i][j];
      }
    }
    return columns;
  }
}
