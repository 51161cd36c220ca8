package org.lanewise.spark.scoring;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.ml.linalg.SparseVector;
import org.lanewise.data.BadDataException;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.data.UnseenCategory;
import org.lanewise.model.Classifier;
import org.lanewise.spark.rows.VectorBlock;

/// Converts the values of a vector, or consecutive ones, to rows of the library.
///
/// @param features the features of the vector
/// @param options how the values are read
record Parts(Features features, RowOptions options) {

  /// Whether rows of a model may have missing values.
  static boolean mayMiss(Classifier<?, ?> model) {
    return model.blocks().stream()
        .anyMatch(
            block -> block.takes(RowFormat.CODES) || block.takes(RowFormat.NUMBERS_WITH_MISSING));
  }

  /// The format in which a model takes vectors with all values.
  RowFormat<?, ?> format(Classifier<?, ?> model) {
    RowFormat<?, ?> format =
        options.allowsMissing() && model.takes(RowFormat.CODES) ? RowFormat.CODES : model.format();
    return format.withMissing(options.missing()).withUnseen(options.unseen());
  }

  /// Makes the row of a vector's values, in that format.
  Function<double[], Object> rows(Classifier<?, ?> model) {
    if (model.format() != RowFormat.BLOCKS) {
      return part(model, 0);
    }
    List<Function<double[], Object>> parts = new ArrayList<>();
    int first = 0;
    for (Classifier<?, ?> block : model.blocks()) {
      parts.add(part(block, first));
      first += block.featureCount();
    }
    return values -> {
      Object[] row = new Object[parts.size()];
      Arrays.setAll(row, b -> parts.get(b).apply(values));
      return row;
    };
  }

  private Function<double[], Object> part(Classifier<?, ?> model, int first) {
    int count = model.featureCount();
    if (model.takes(RowFormat.BITS)) {
      return options.allowsMissing()
          ? values -> bitCodes(values, first, count)
          : values -> packed(values, first, count);
    }
    if (model.takes(RowFormat.CODES)) {
      List<CategoryDictionary> dictionaries = model.dictionaries();
      return values -> codes(values, first, dictionaries);
    }
    return values ->
        values.length == count ? values : Arrays.copyOfRange(values, first, first + count);
  }

  private boolean isMissing(double value) {
    return options.allowsMissing() && Double.isNaN(value);
  }

  /// Whether a value is the bit 1.
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
      if (codes[j] == -1 || codes[j] >= known && options.unseen() == UnseenCategory.REFUSE) {
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
}
