package org.lanewise.model.gaussian;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
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

  /// @param gram BA⁻¹Bᵀ, M rows of M
  Images images(int label, double[][] gram) {
    double[][] present =
        Arrays.stream(loadings[label])
            .filter(row -> Arrays.stream(row).anyMatch(value -> value != 0))
            .toArray(double[][]::new);
    int rank = present.length;
    if (rank == 0) {
      return new Images(present, 0);
    }
    double[] packed = Covariances.unit(rank);
    double[][] solved = products(gram, present);
    double[][] rows = new double[rank][gram.length];
    for (int j = 0; j < rank; j++) {
      for (int i = 0; i <= j; i++) {
        packed[PackedTriangle.index(i, j)] += LeadingEigen.dot(solved[i], present[j]);
      }
    }
    try {
      Cholesky cholesky = Cholesky.of(packed, 0, rank);
      double[] inverse = new InverseFactor(cholesky).get();
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

  /// R, M and the weight of the covariances of classes, (1−γ)·κ.
  record Size(int rank, int subspace, double weight) {

    static Size of(LowRankOptions options) {
      double weight = (1 - options.gamma()) * options.kappa();
      return new Size(weight > 0 ? options.rank() : 0, options.subspace(), weight);
    }
  }

  /// Fits directions for several sizes. Those of equal ranks share a basis, whose first dimensions
  /// are the smaller subspaces; those of equal ranks and subspaces share eigenvectors.
  ///
  /// @param shared the factor of the covariance of all classes, A = LLᵀ
  /// @param covariances the covariance of a class without shrinkage, d rows of d; it is asked for
  ///   once, and once for each rank
  /// @return the directions of each of the sizes
  static Function<Size, ClassDirections> of(
      int k,
      CovarianceEstimate.Factored shared,
      IntFunction<double[][]> covariances,
      List<Size> sizes) {
    int d = shared.cholesky().dimension();
    int most = sizes.stream().mapToInt(Size::rank).max().orElse(0);
    // Row i of L⁻ᵀ.
    double[][] whitening = unpacked(shared.inverse().get(), d);
    LeadingEigen[] own = new LeadingEigen[most == 0 ? 0 : k];
    Arrays.setAll(own, c -> leading(products(whitening, root(covariances.apply(c))), d, most));
    Map<List<Integer>, ClassDirections> found = new HashMap<>();
    for (int rank : sizes.stream().mapToInt(Size::rank).filter(r -> r > 0).distinct().toArray()) {
      int[] subspaces =
          sizes.stream()
              .filter(size -> size.rank() == rank)
              .mapToInt(size -> Math.min(size.subspace(), d))
              .distinct()
              .toArray();
      double[][] basis = basis(own, d, rank, IntStream.of(subspaces).max().orElse(0));
      double[] factor = new double[PackedTriangle.size(d)];
      shared.cholesky().factor(factor, 0);
      double[][] subspace = products(unpacked(factor, d), basis);
      double[][] projection = transposed(products(transposed(whitening, d), basis), d);
      double[][][][] loadings = new double[subspaces.length][k][Math.min(rank, basis.length)][];
      for (int c = 0; c < k && basis.length > 0; c++) {
        double[][] images = products(projection, root(covariances.apply(c)));
        for (int i = 0; i < subspaces.length; i++) {
          int dimensions = Math.min(subspaces[i], basis.length);
          LeadingEigen kept = leading(images, dimensions, rank);
          for (int r = 0; r < loadings[i][c].length; r++) {
            loadings[i][c][r] = new double[dimensions];
            if (r < kept.values().length) {
              LeadingEigen.add(Math.sqrt(kept.values()[r]), kept.vectors()[r], loadings[i][c][r]);
            }
          }
        }
      }
      for (int i = 0; i < subspaces.length; i++) {
        found.put(
            List.of(rank, subspaces[i]),
            new ClassDirections(
                Arrays.copyOf(subspace, Math.min(subspaces[i], subspace.length)), loadings[i]));
      }
    }
    ClassDirections none = new ClassDirections(new double[0][], new double[k][0][]);
    return size ->
        size.rank() == 0
            ? none
            : found
                .get(List.of(size.rank(), Math.min(size.subspace(), d)))
                .scaled(Math.sqrt(size.weight()));
  }

  /// The same with loadings times a factor.
  private ClassDirections scaled(double factor) {
    double[][][] scaled = new double[loadings.length][rank()][subspace.length];
    for (int c = 0; c < scaled.length; c++) {
      for (int r = 0; r < scaled[c].length; r++) {
        LeadingEigen.add(factor, loadings[c][r], scaled[c][r]);
      }
    }
    return new ClassDirections(subspace, scaled);
  }

  /// F with FᵀF = S: Cholesky's factor, which takes the feature that is least explained first, so
  /// that it has as many rows as S has dimensions.
  private static double[][] root(double[][] covariance) {
    int d = covariance.length;
    double[] left = new double[d];
    Arrays.setAll(left, j -> covariance[j][j]);
    List<double[]> rows = new ArrayList<>();
    while (true) {
      int pivot = -1;
      double most = d * 0x1p-52;
      for (int j = 0; j < d; j++) {
        if (left[j] > most * covariance[j][j]) {
          most = left[j] / covariance[j][j];
          pivot = j;
        }
      }
      if (pivot < 0) {
        return rows.toArray(double[][]::new);
      }
      double[] rest = covariance[pivot].clone();
      for (double[] row : rows) {
        LeadingEigen.add(-row[pivot], row, rest);
      }
      double[] row = new double[d];
      LeadingEigen.add(1 / Math.sqrt(left[pivot]), rest, row);
      for (int j = 0; j < d; j++) {
        left[j] = Math.fma(-row[j], row[j], left[j]);
      }
      left[pivot] = 0;
      rows.add(row);
    }
  }

  /// The leading directions of the sum over the classes of λ·vvᵀ, with λ and v the leading
  /// eigenvalues and eigenvectors of a class after whitening.
  private static double[][] basis(LeadingEigen[] own, int d, int rank, int subspace) {
    double[][] sum = new double[d][d];
    for (LeadingEigen of : own) {
      for (int r = 0; r < Math.min(rank, of.values().length); r++) {
        addSquare(of.values()[r], of.vectors()[r], sum);
      }
    }
    return LeadingEigen.of((v, out) -> multiply(sum, v, out), d, subspace).vectors();
  }

  /// The leading eigenvalues and vectors of FᵀF, from those of FFᵀ if F has fewer rows.
  ///
  /// @param rows of F
  /// @param columnCount the first columns of F, which are used
  private static LeadingEigen leading(double[][] rows, int columnCount, int count) {
    if (rows.length == 0) {
      return new LeadingEigen(new double[0], rows);
    }
    double[][] columns = transposed(rows, columnCount);
    if (rows.length >= columnCount) {
      return LeadingEigen.of(
          (v, out) -> multiply(rows, products(columns, v)[0], out), columnCount, count);
    }
    double[][] gram = new double[rows.length][rows.length];
    for (double[] column : columns) {
      addSquare(1, column, gram);
    }
    LeadingEigen dual = LeadingEigen.of((v, out) -> multiply(gram, v, out), rows.length, count);
    double[][] vectors = new double[dual.values().length][columnCount];
    for (int i = 0; i < vectors.length; i++) {
      LeadingEigen.add(
          1 / Math.sqrt(dual.values()[i]), products(rows, dual.vectors()[i])[0], vectors[i]);
    }
    return new LeadingEigen(dual.values(), vectors);
  }

  /// Adds weight·vvᵀ.
  private static void addSquare(double weight, double[] v, double[][] to) {
    for (int i = 0; i < v.length; i++) {
      LeadingEigen.add(weight * v[i], v, to[i]);
    }
  }

  /// Adds Σ_i v_i·row_i to `out`.
  private static void multiply(double[][] rows, double[] v, double[] out) {
    for (int i = 0; i < rows.length; i++) {
      LeadingEigen.add(v[i], rows[i], out);
    }
  }

  /// The products of the rows of a matrix, which are combinations, with those of another.
  private static double[][] products(double[][] rows, double[]... combinations) {
    double[][] products = new double[combinations.length][rows[0].length];
    for (int i = 0; i < products.length; i++) {
      multiply(rows, combinations[i], products[i]);
    }
    return products;
  }

  /// The columns of a lower triangle, as rows.
  private static double[][] unpacked(double[] packed, int d) {
    double[][] columns = new double[d][d];
    for (int j = 0; j < d; j++) {
      for (int i = 0; i <= j; i++) {
        columns[i][j] = packed[PackedTriangle.index(i, j)];
      }
    }
    return columns;
  }

  private static double[][] transposed(double[][] rows, int columnCount) {
    double[][] columns = new double[columnCount][rows.length];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < columnCount; j++) {
        columns[j][i] = rows[i][j];
      }
    }
    return columns;
  }
}
