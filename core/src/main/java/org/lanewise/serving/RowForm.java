package org.lanewise.serving;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.mixed.MixedNaiveBayes;

/// What a row of a model is beyond its features: the blocks of a mixed one, and which number stands
/// for which category.
///
/// @param blocks what each block of a row is, such as `numbers(2)`
/// @param codes the categories of each feature, null for one that has no names of any
record RowForm(List<String> blocks, List<CategoryDictionary> codes) {

  static RowForm of(Classifier<?, ?> model) {
    List<String> blocks = new ArrayList<>();
    List<CategoryDictionary> codes = new ArrayList<>();
    add(Promise.bare(model), blocks, codes);
    return new RowForm(List.copyOf(blocks), Collections.unmodifiableList(codes));
  }

  private static void add(
      Classifier<?, ?> model, List<String> blocks, List<CategoryDictionary> codes) {
    int count = model.featureCount();
    switch (model) {
      case MixedNaiveBayes mixed -> mixed.blocks().forEach(block -> add(block, blocks, codes));
      case CategoricalNaiveBayes categories -> {
        blocks.add("categories(%d)".formatted(count));
        for (CategoryDictionary dictionary : categories.dictionaries()) {
          codes.add(dictionary.isNamed() ? dictionary : null);
        }
      }
      default -> {
        String kind = model instanceof BernoulliNaiveBayes ? "bits" : "numbers";
        blocks.add("%s(%d)".formatted(kind, count));
        codes.addAll(Collections.nCopies(count, null));
      }
    }
  }

  /// This form with the categories that another one of as many features has behind its own.
  RowForm with(RowForm later) {
    List<CategoryDictionary> longest = new ArrayList<>();
    for (int j = 0; j < codes.size(); j++) {
      CategoryDictionary own = codes.get(j);
      CategoryDictionary other = later.codes.get(j);
      longest.add(own == null || other != null && other.size() > own.size() ? other : own);
    }
    return new RowForm(blocks, Collections.unmodifiableList(longest));
  }

  /// The first code of a feature that means another category in another form, or -1.
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
