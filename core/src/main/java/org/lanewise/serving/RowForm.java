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
    List<String> blocks = new ArrayList<>();
    List<CategoryDictionary> codes = new ArrayList<>();
    if (model.bare() instanceof IndicatorClassifier of) {
      Indicators indicators = of.indicators();
      List<CategoryDictionary> dictionaries = indicators.dictionaries();
      add(blocks, codes, "numbers", indicators.numberCount(), List.of());
      add(blocks, codes, "categories", dictionaries.size(), dictionaries);
    } else {
      for (Classifier<?, ?> block : model.blocks()) {
        String kind = "numbers";
        if (block.format() == RowFormat.CODES) {
          kind = "categories";
        } else if (block.format() == RowFormat.BITS) {
          kind = "bits";
        }
        add(blocks, codes, kind, block.featureCount(), block.dictionaries());
      }
    }
    return new RowForm(List.copyOf(blocks), Collections.unmodifiableList(codes));
  }

  private static void add(
      List<String> blocks,
      List<CategoryDictionary> codes,
      String kind,
      int count,
      List<CategoryDictionary> dictionaries) {
    if (count > 0) {
      blocks.add("%s(%d)".formatted(kind, count));
    }
    for (int j = 0; j < count; j++) {
      boolean named = j < dictionaries.size() && dictionaries.get(j).isNamed();
      codes.add(named ? dictionaries.get(j) : null);
    }
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
