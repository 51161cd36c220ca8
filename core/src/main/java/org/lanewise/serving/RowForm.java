package org.lanewise.serving;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.RowFormat;
import org.lanewise.model.Classifier;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.transform.Indicators;

/// The form of a model's rows beyond the number of features: the blocks of a mixed model, and the
/// codes of categories.
///
/// @param blocks the kind of each block of a row, such as `numbers(2)`
/// @param codes the categories of each feature, null for features without named categories
record RowForm(List<String> blocks, List<CategoryDictionary> codes) {

  static RowForm of(Classifier<?, ?> model) {
    if (model.bare() instanceof IndicatorClassifier of) {
      return of(of.indicators());
    }
    List<String> blocks = new ArrayList<>();
    List<CategoryDictionary> codes = new ArrayList<>();
    for (Classifier<?, ?> block : model.blocks()) {
      int count = block.featureCount();
      List<CategoryDictionary> dictionaries = block.dictionaries();
      String kind;
      if (block.format() == RowFormat.CODES) {
        kind = "categories";
      } else {
        kind = block.format() == RowFormat.BITS ? "bits" : "numbers";
      }
      blocks.add("%s(%d)".formatted(kind, count));
      for (int j = 0; j < count; j++) {
        boolean named = j < dictionaries.size() && dictionaries.get(j).isNamed();
        codes.add(named ? dictionaries.get(j) : null);
      }
    }
    return new RowForm(List.copyOf(blocks), Collections.unmodifiableList(codes));
  }

  private static RowForm of(Indicators indicators) {
    int numbers = indicators.numberCount();
    List<CategoryDictionary> codes = new ArrayList<>(Collections.nCopies(numbers, null));
    for (CategoryDictionary dictionary : indicators.dictionaries()) {
      codes.add(dictionary.isNamed() ? dictionary : null);
    }
    String categories = "categories(%d)".formatted(indicators.dictionaries().size());
    return new RowForm(
        numbers == 0 ? List.of(categories) : List.of("numbers(%d)".formatted(numbers), categories),
        Collections.unmodifiableList(codes));
  }

  /// Returns this form with the additional categories of another form with as many features.
  RowForm with(RowForm later) {
    List<CategoryDictionary> longest = new ArrayList<>();
    for (int j = 0; j < codes.size(); j++) {
      CategoryDictionary own = codes.get(j);
      CategoryDictionary other = later.codes.get(j);
      longest.add(own == null || other != null && other.size() > own.size() ? other : own);
    }
    return new RowForm(blocks, Collections.unmodifiableList(longest));
  }

  /// The first code of a feature that means another category in another form, or −1.
  int changedCode(RowForm other, int feature) {
    CategoryDictionary own = codes.get(feature);
    CategoryDictionary others = other.codes.get(feature);
    if (own != null && others != null) {
      for (int code = 0; code < Math.min(own.size(), others.size()); code++) {
        if (!own.name(code).equals(others.name(code))) {
          return code;
        }
      }
    }
    return -1;
  }
}
