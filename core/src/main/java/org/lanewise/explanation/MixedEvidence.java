package org.lanewise.explanation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.lanewise.data.SparseRow;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.score.UnseenCategory;

/// Of rows in blocks: what each block says, one behind the other, as blocks are independent given
/// the class.
final class MixedEvidence extends Evidence<Object[]> {

  private final List<Block> blocks = new ArrayList<>();
  private final boolean mayBeZero;

  /// @param first the first of its features
  /// @param byRow its evidence, by what its rows are
  private record Block(int first, int count, Map<Class<?>, Evidence<?>> byRow) {

    boolean mayBeZero() {
      return byRow.values().iterator().next().mayBeZero();
    }

    /// That of rows of a kind that the scorer of the block takes.
    @SuppressWarnings("unchecked")
    Evidence<Object> of(Object row) {
      return (Evidence<Object>) byRow.get(row.getClass());
    }
  }

  MixedEvidence(MixedNaiveBayes model, UnseenCategory unseen) {
    int first = 0;
    boolean any = false;
    for (Classifier<?, ?> block : model.blocks()) {
      Block added = new Block(first, block.featureCount(), byRow(block, unseen));
      blocks.add(added);
      any |= added.mayBeZero();
      first += block.featureCount();
    }
    mayBeZero = any;
  }

  private static Map<Class<?>, Evidence<?>> byRow(Classifier<?, ?> block, UnseenCategory unseen) {
    return switch (block) {
      case GaussianClassifier normal -> Map.of(double[].class, Explainer.evidence(normal));
      case BernoulliNaiveBayes bits ->
          Map.of(
              long[].class, new BinaryEvidence.Packed(bits),
              SparseRow.class, new BinaryEvidence.Sparse(bits),
              int[].class, new BinaryEvidence.Coded(bits));
      case CategoricalNaiveBayes categories ->
          Map.of(int[].class, new CategoryEvidence(categories, unseen));
      case MultinomialNaiveBayes counts ->
          Map.of(
              double[].class, CountEvidence.dense(counts),
              SparseRow.class, CountEvidence.sparse(counts));
      case PoissonNaiveBayes counts ->
          Map.of(
              double[].class, CountEvidence.dense(counts),
              SparseRow.class, CountEvidence.sparse(counts));
      default -> throw new IllegalStateException(block.getClass().getName());
    };
  }

  @Override
  boolean mayBeZero() {
    return mayBeZero;
  }

  @Override
  void add(
      double sign,
      Object[] row,
      Object[] seen,
      int label,
      int against,
      double[] out,
      double[] zeros) {
    for (int b = 0; b < blocks.size(); b++) {
      Block block = blocks.get(b);
      if (row[b].getClass() != seen[b].getClass()) {
        throw new IllegalArgumentException(
            "block %d of the baseline is a %s and that of the row a %s; the same is expected"
                .formatted(
                    b, row[b].getClass().getSimpleName(), seen[b].getClass().getSimpleName()));
      }
      double[] parts = new double[block.count];
      double[] counts = block.mayBeZero() ? new double[block.count] : null;
      block.of(row[b]).add(sign, row[b], seen[b], label, against, parts, counts);
      for (int j = 0; j < block.count; j++) {
        out[block.first + j] += parts[j];
        if (counts != null) {
          zeros[block.first + j] += counts[j];
        }
      }
    }
  }
}
