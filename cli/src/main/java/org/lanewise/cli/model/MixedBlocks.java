package org.lanewise.cli.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.lanewise.cli.rows.ColumnType;
import org.lanewise.cli.rows.ColumnTypes;
import org.lanewise.data.Features;
import org.lanewise.data.RowFormat;
import org.lanewise.model.Classifier;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.MixedStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.VarianceStatistics;
import org.lanewise.transform.Indicators;

/// The blocks of a model or of statistics of several kinds: the types of their columns, which were
/// read from a file, and how they are fitted.
public final class MixedBlocks {

  private MixedBlocks() {}

  /// The types of the columns of a model, in the order of the file that was learned from.
  ///
  /// @param notes what the file says of them; nothing where a program wrote it: then columns are in
  ///   the order of the blocks
  /// @throws IllegalArgumentException if they are not those of the blocks, or there are blocks that
  ///   the command does not make
  static ColumnTypes ofModel(List<? extends Classifier<?, ?>> blocks, Map<String, String> notes) {
    List<ColumnType> ofBlocks = new ArrayList<>();
    for (Classifier<?, ?> block : blocks) {
      add(type(block), block.features(), notes, ofBlocks);
    }
    return types(ofBlocks, notes);
  }

  /// The types of the columns of a model with indicators, in the order of the file.
  ///
  /// @throws IllegalArgumentException as [#ofModel(List, Map)]
  static ColumnTypes ofIndicators(Indicators indicators, Map<String, String> notes) {
    List<ColumnType> ofBlocks = new ArrayList<>();
    if (indicators.numberCount() > 0) {
      add(ColumnType.NUMBER, indicators.numberCount(), ofBlocks);
    }
    add(ColumnType.CATEGORY, indicators.dictionaries().size(), ofBlocks);
    return types(ofBlocks, notes);
  }

  private static ColumnType type(Classifier<?, ?> block) {
    if (block.takes(RowFormat.BITS)) {
      return ColumnType.BIT;
    }
    if (block.takes(RowFormat.CODES)) {
      return ColumnType.CATEGORY;
    }
    return block.takes(RowFormat.SPARSE) ? ColumnType.COUNT : ColumnType.NUMBER;
  }

  /// The types of the columns of statistics, as those of a model.
  ///
  /// @throws IllegalArgumentException likewise
  public static ColumnTypes types(MixedStatistics statistics, Map<String, String> notes) {
    List<ColumnType> ofBlocks = new ArrayList<>();
    for (int b = 0; b < statistics.blockCount(); b++) {
      Statistics block = statistics.block(b);
      add(
          switch (block) {
            case GaussianStatistics _, VarianceStatistics _ -> ColumnType.NUMBER;
            case BernoulliStatistics _ -> ColumnType.BIT;
            case CategoryStatistics _ -> ColumnType.CATEGORY;
            default -> ColumnType.COUNT;
          },
          block.features(),
          notes,
          ofBlocks);
    }
    return types(ofBlocks, notes);
  }

  /// Adds a block, which is a text column if the file says so and it has words.
  private static void add(
      ColumnType type, Features features, Map<String, String> notes, List<ColumnType> ofBlocks) {
    boolean hasText =
        InputNotes.types(notes).filter(types -> types.has(ColumnType.TEXT)).isPresent();
    if (hasText && (features.areWords() || !features.text().isEmpty())) {
      add(ColumnType.TEXT, 1, ofBlocks);
    } else {
      add(type, features.count(), ofBlocks);
    }
  }

  private static void add(ColumnType type, int featureCount, List<ColumnType> ofBlocks) {
    if (!ofBlocks.isEmpty() && type.compareTo(ofBlocks.getLast()) <= 0) {
      throw new IllegalArgumentException(
          "it has a %s block after a %s block; expected at most one block each of numbers, bits, categories, counts and words, in this order"
              .formatted(type.id(), ofBlocks.getLast().id()));
    }
    ofBlocks.addAll(Collections.nCopies(featureCount, type));
  }

  private static ColumnTypes types(List<ColumnType> ofBlocks, Map<String, String> notes) {
    ColumnTypes types = InputNotes.types(notes).orElseGet(() -> new ColumnTypes(ofBlocks));
    if (!types.types().stream().sorted().toList().equals(ofBlocks)) {
      throw new IllegalArgumentException(
          "the types of its columns are '%s'; expected those of its blocks".formatted(types));
    }
    return types;
  }
}
