package org.lanewise.spark.scoring;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.types.StructField;
import org.lanewise.data.BadDataException;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.data.RowFormat;
import org.lanewise.data.UnseenCategory;
import org.lanewise.model.Classifier;
import org.lanewise.spark.rows.RowSchema;

/// Translates the category codes in a column of vectors to those of a model, by the names that both
/// give them.
public final class Recoding implements Serializable {

  private static final long serialVersionUID = 1L;

  /// The code of a category that the model lacks.
  private static final int LACKING = -1;

  private static final int MAX_SHOWN = 10;

  private final String[] featureNames;

  /// The names of the codes of each feature in the column; null if codes are unchanged.
  private final String[][] names;

  /// The model's code for each feature and code, or [#LACKING].
  private final int[][] codes;

  /// The number of the model's categories of each feature.
  private final int[] sizes;

  private final boolean refusing;
  private final String uncompared;

  private Recoding(List<List<String>> given, Classifier<?, ?> model, UnseenCategory unseen) {
    Features features = model.features();
    List<CategoryDictionary> known = dictionaries(model);
    int d = features.count();
    featureNames = IntStream.range(0, d).mapToObj(features::describe).toArray(String[]::new);
    names = new String[d][];
    codes = new int[d][];
    sizes = new int[d];
    refusing = unseen == UnseenCategory.REFUSE;
    List<String> others = new ArrayList<>();
    for (int j = 0; j < d; j++) {
      List<String> of = given == null ? null : given.get(j);
      CategoryDictionary dictionary = known.get(j);
      if (of != null && dictionary != null && dictionary.isNamed()) {
        names[j] = of.toArray(String[]::new);
        codes[j] = of.stream().mapToInt(dictionary::code).toArray();
        sizes[j] = dictionary.size();
      } else if (of != null || dictionary != null) {
        others.add(featureNames[j]);
      }
    }
    int more = others.size() - MAX_SHOWN;
    uncompared =
        String.join(", ", others.subList(0, Math.min(MAX_SHOWN, others.size())))
            + (more > 0 ? " and %d more".formatted(more) : "");
  }

  /// The translation of a column's codes.
  ///
  /// @param column the column of vectors, with as many features as the model if its metadata has
  ///   the number
  /// @throws BadDataException if a bit of the model has the opposite name in the column
  public static Recoding of(StructField column, Classifier<?, ?> model, UnseenCategory unseen) {
    List<List<String>> given = RowSchema.categories(column);
    int first = 0;
    for (Classifier<?, ?> block : model.blocks()) {
      if (given != null && block.takes(RowFormat.BITS)) {
        RowSchema.requireBits(column.name(), model.features(), given, first, block.featureCount());
      }
      first += block.featureCount();
    }
    return new Recoding(given, model, unseen);
  }

  /// For vectors without metadata: every code is unchanged.
  public static Recoding none(Classifier<?, ?> model, UnseenCategory unseen) {
    return new Recoding(null, model, unseen);
  }

  /// The categories of each feature of a model; null for a feature without.
  private static List<CategoryDictionary> dictionaries(Classifier<?, ?> model) {
    List<CategoryDictionary> all = new ArrayList<>();
    for (Classifier<?, ?> block : model.blocks()) {
      all.addAll(
          block.dictionaries().isEmpty()
              ? Collections.nCopies(block.featureCount(), null)
              : block.dictionaries());
    }
    return all;
  }

  /// Names the features whose categories cannot be compared by name, because the column or the
  /// model has no names; "" if there is no such feature.
  ///
  /// @param where the name of the vectors in messages
  public String doubt(String where) {
    return uncompared.isEmpty()
        ? ""
        : "%s: the names of the categories of %s cannot be compared, as the column's metadata or the model"
                .formatted(where, uncompared)
            + " has none; each code is taken for the same code of the model";
  }

  /// Whether any code must be translated.
  public boolean changes() {
    return IntStream.range(0, codes.length).anyMatch(j -> codes[j] != null);
  }

  /// The vector in the codes of the model. A category that the model lacks gets the number of its
  /// categories as code.
  ///
  /// @throws BadDataException if a code has no name, or the model lacks its name and refuses it
  Vector translated(Vector vector) {
    if (vector == null || vector.size() != codes.length) {
      return vector;
    }
    double[] values = vector.toArray().clone();
    for (int j = 0; j < values.length; j++) {
      if (codes[j] == null || Double.isNaN(values[j])) {
        continue;
      }
      int code = values[j] >= 0 && values[j] < codes[j].length ? (int) values[j] : LACKING;
      if (code != values[j]) {
        throw new BadDataException(
            "%s is %s; a whole number from 0 to %d is expected, the code of one of the categories"
                + " in the column's metadata",
            featureNames[j], Fact.value(values[j]), codes[j].length - 1);
      }
      values[j] = codes[j][code];
      if (values[j] == LACKING) {
        if (refusing) {
          throw new BadDataException(
              "%s is the category '%s', which the model has not learned; a category of the model is"
                  + " expected, or setUnseen(\"ignore\") or setUnseen(\"smoothed\")",
              featureNames[j], Fact.value(names[j][code]));
        }
        values[j] = sizes[j];
      }
    }
    return Vectors.dense(values);
  }
}
