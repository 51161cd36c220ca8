package org.lanewise.cli.model;

import java.util.ArrayList;
import java.util.List;
import org.lanewise.cli.rows.ColumnType;
import org.lanewise.cli.rows.ColumnTypes;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.mixed.MixedNaiveBayes;

/// The types of the columns of a model of several kinds that was read from a file.
final class MixedBlocks {

  private MixedBlocks() {}

  /// The types of the columns, in the order of the file that was learned from.
  ///
  /// @param noted what the file says of them; null where a program wrote it and says nothing: then
  ///   columns are in the order of the blocks
  /// @throws IllegalArgumentException if they are not those of the blocks, or there are blocks that
  ///   the command does not make
  static ColumnTypes types(MixedNaiveBayes model, String noted) {
    List<ColumnType> ofBlocks = new ArrayList<>();
    ColumnType last = null;
    for (Classifier<?, ?> block : model.blocks()) {
      ColumnType type =
          switch (block) {
            case GaussianClassifier _ -> ColumnType.NUMBER;
            case BernoulliNaiveBayes _ -> ColumnType.BIT;
            case CategoricalNaiveBayes _ -> ColumnType.CATEGORY;
            default -> ColumnType.COUNT;
          };
      if (last != null && type.compareTo(last) <= 0) {
        throw new IllegalArgumentException(
            "its blocks are a %s after a %s; one block at most of numbers, bits, categories and"
                    .formatted(type.id(), last.id())
                + " counts, in this order, was expected");
      }
      last = type;
      for (int j = 0; j < block.featureCount(); j++) {
        ofBlocks.add(type);
      }
    }
    ColumnTypes types = noted == null ? new ColumnTypes(ofBlocks) : ColumnTypes.parse(noted);
    if (!types.types().stream().sorted().toList().equals(ofBlocks)) {
      throw new IllegalArgumentException(
          "the types of its columns are '%s'; those of its blocks were expected".formatted(noted));
    }
    return types;
  }
}
