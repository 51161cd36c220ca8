package org.lanewise.spark.scoring;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.linalg.SparseVector;
import org.lanewise.data.BadDataException;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.data.SparseRow;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.score.UnseenCategory;
import org.lanewise.spark.rows.VectorBlock;

/// Makes rows of the library of the values of a vector, or of some of them that follow one another.
///
/// @param features the features of the vector
/// @param options how the values are read
record Parts(Features features, RowOptions options) {

  /// Whether rows of a model may have missing values.
  static boolean mayMiss(Classifier<?, ?> model) {
    return switch (model) {
      case GaussianClassifier _, BernoulliNaiveBayes _, CategoricalNaiveBayes _ -> true;
      case MixedNaiveBayes mixed -> mixed.blocks().stream().anyMatch(Parts::mayMiss);
      default -> false;
    };
  }

  private boolean isMissing(double value) {
    return options.allowsMissing() && Double.isNaN(value);
  }

  /// Whether a value is a one.
  private boolean bit(double value, int feature) {
    double threshold = options.threshold();
    if (Double.isNaN(threshold) ? value != 0 && value != 1 : !Double.isFinite(value)) {
      throw new BadDataException(
          "%s is %s; %s is expected%s",
          Fact.feature(feature, features),
          Fact.value(value),
          Double.isNaN(threshold) ? "0 or 1" : "a finite number",
          Double.isNaN(threshold) && !Double.isNaN(value) ? ", or setBinaryThreshold" : "");
    }
    return value > (Double.isNaN(threshold) ? 0 : threshold);
  }

  /// Bits, packed.
  long[] packed(double[] values, int first, int count) {
    long[] words = new long[BitColumns.rowWords(count)];
    for (int j = 0; j < count; j++) {
      if (bit(values[first + j], first + j)) {
        words[j >>> 6] |= 1L << j;
      }
    }
    return words;
  }

  /// Bits as codes, so that some may be missing.
  int[] bitCodes(double[] values, int first, int count) {
    int[] codes = new int[count];
    for (int j = 0; j < count; j++) {
      double value = values[first + j];
      codes[j] = isMissing(value) ? CategoryColumns.MISSING : bit(value, first + j) ? 1 : 0;
    }
    return codes;
  }

  /// The bits that are set.
  SparseRow set(SparseVector vector) {
    int[] set = new int[vector.indices().length];
    int size = 0;
    for (int i = 0; i < set.length; i++) {
      if (bit(vector.values()[i], vector.indices()[i])) {
        set[size++] = vector.indices()[i];
      }
    }
    return SparseRow.of(Arrays.copyOf(set, size));
  }

  /// Codes of categories.
  int[] codes(double[] values, int first, List<CategoryDictionary> dictionaries) {
    int[] codes = new int[dictionaries.size()];
    for (int j = 0; j < codes.length; j++) {
      double value = values[first + j];
      codes[j] = isMissing(value) ? CategoryColumns.MISSING : VectorBlock.code(value);
      int known = dictionaries.get(j).size();
      if (codes[j] == -1 || codes[j] >= known && options.unseen() == UnseenCategory.ERROR) {
        throw new BadDataException(
            "%s is %s; the code of a category of %s is expected, a whole number from 0 to %d%s",
            Fact.feature(first + j, features),
            Fact.value(value),
            dictionaries.get(j),
            known - 1,
            codes[j] == -1 ? "" : ", or setUnseen(\"ignore\") or setUnseen(\"smoothed\")");
      }
    }
    return codes;
  }

  /// A row of each block.
  Object[] blocks(double[] values, List<Classifier<?, ?>> models) {
    Object[] row = new Object[models.size()];
    int first = 0;
    for (int b = 0; b < row.length; b++) {
      int count = models.get(b).featureCount();
      row[b] =
          switch (models.get(b)) {
            case BernoulliNaiveBayes _ when options.allowsMissing() ->
                bitCodes(values, first, count);
            case BernoulliNaiveBayes _ -> packed(values, first, count);
            case CategoricalNaiveBayes categories ->
                codes(values, first, categories.dictionaries());
            default -> Arrays.copyOfRange(values, first, first + count);
          };
      first += count;
    }
    return row;
  }
}
