package org.lanewise.spark.rows;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import org.apache.spark.ml.attribute.Attribute;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.ml.attribute.BinaryAttribute;
import org.apache.spark.ml.attribute.NominalAttribute;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.lanewise.data.BadDataException;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Features;

/// The columns to learn from, with the features and classes in their metadata: a `VectorAssembler`
/// stores the names of features there, a `StringIndexer` those of classes.
///
/// @param features the name of the column of vectors
/// @param label the name of the column of class indices
/// @param weight the name of the column of weights, or null
/// @param featureNames the names of the features, or null if they have none
/// @param featureCount the number of features, or −1 if metadata does not contain it
/// @param classNames the names of the classes in the order of their indices, or null
/// @param categories the category names of each feature, or null for a feature without; null if no
///   feature has any
public record RowSchema(
    String features,
    String label,
    String weight,
    List<String> featureNames,
    int featureCount,
    List<String> classNames,
    List<List<String>> categories)
    implements Serializable {

  private static final long serialVersionUID = 1L;

  /// A column by name, whatever characters the name contains.
  public static String quoted(String column) {
    return "`" + column.replace("`", "``") + "`";
  }

  /// Reads the schema of a data set.
  public static RowSchema of(StructType schema, String features, String label, String weight) {
    AttributeGroup group = AttributeGroup.fromStructField(schema.apply(features));
    List<String> names = null;
    List<List<String>> categories = null;
    if (group.attributes().isDefined()) {
      names = names(group.attributes().get());
      categories = categories(group.attributes().get());
    }
    return new RowSchema(
        features, label, weight, names, group.size(), classNames(schema.apply(label)), categories);
  }

  /// Refuses a column of vectors whose metadata has other features, or another order.
  ///
  /// @throws BadDataException if a name or the number differs
  public static void requireFeatures(StructField column, Features expected) {
    AttributeGroup group = AttributeGroup.fromStructField(column);
    if (group.size() <= 0) {
      return;
    }
    List<String> names = group.attributes().isDefined() ? names(group.attributes().get()) : null;
    try {
      expected.requireSame(
          names == null ? Features.unnamed(group.size()) : Features.of(names), ", as in the model");
    } catch (IllegalArgumentException e) {
      throw new BadDataException(e, "column '%s': %s", column.name(), e.getMessage());
    }
  }

  /// The category names of each feature of a column of vectors, or null for a feature without; null
  /// if no feature has any.
  public static List<List<String>> categories(StructField column) {
    AttributeGroup group = AttributeGroup.fromStructField(column);
    return group.attributes().isDefined() ? categories(group.attributes().get()) : null;
  }

  /// Refuses bits whose codes have the opposite names, such as those of a `StringIndexer` if 1 is
  /// more frequent than 0.
  ///
  /// @param names the names of the codes of each feature, or null
  /// @param first the first feature that is a bit
  /// @param count the number of features that are bits
  public static void requireBits(
      String column, Features features, List<List<String>> names, int first, int count) {
    for (int j = first; j < first + count; j++) {
      List<String> of = names.get(j);
      for (int code = 0; of != null && code < of.size(); code++) {
        int bit = bit(of.get(code));
        if (bit >= 0 && bit != code) {
          throw new BadDataException(
              "column '%s': %s has the name '%s' for the code %d; bits as they are, without a"
                  + " StringIndexer, are expected",
              column, features.describe(j), of.get(code), code);
        }
      }
    }
  }

  /// Refuses bits whose codes have the opposite names.
  public void requireBits() {
    if (categories != null) {
      requireBits(features, named(categories.size()), categories, 0, categories.size());
    }
  }

  private static int bit(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "0", "0.0", "false" -> 0;
      case "1", "1.0", "true" -> 1;
      default -> -1;
    };
  }

  /// The names of all attributes; null if one has none, or two have the same.
  private static List<String> names(Attribute[] attributes) {
    List<String> names = new ArrayList<>();
    for (Attribute attribute : attributes) {
      if (attribute.name().isEmpty()) {
        return null;
      }
      names.add(attribute.name().get());
    }
    return new HashSet<>(names).size() == names.size() ? names : null;
  }

  private static List<List<String>> categories(Attribute[] attributes) {
    List<List<String>> categories = new ArrayList<>();
    boolean named = false;
    for (Attribute attribute : attributes) {
      List<String> values = values(attribute);
      categories.add(values);
      named |= values != null;
    }
    return named ? categories : null;
  }

  private static List<String> classNames(StructField field) {
    return values(Attribute.fromStructField(field));
  }

  /// The names of the values of a nominal or binary attribute; null if it has none.
  private static List<String> values(Attribute attribute) {
    return switch (attribute) {
      case NominalAttribute nominal when nominal.values().isDefined() ->
          List.of(nominal.values().get());
      case BinaryAttribute binary when binary.values().isDefined() ->
          List.of(binary.values().get());
      default -> null;
    };
  }

  /// The features of vectors of a given size.
  public Features named(int size) {
    return featureNames == null ? Features.unnamed(size) : Features.of(featureNames);
  }

  /// The categories of a feature according to the metadata; null if it has none.
  public CategoryDictionary dictionary(int feature) {
    List<String> names = categories == null ? null : categories.get(feature);
    return names == null ? null : CategoryDictionary.of(names);
  }
}
