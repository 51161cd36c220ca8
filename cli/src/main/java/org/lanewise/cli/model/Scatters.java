package org.lanewise.cli.model;

import org.lanewise.cli.rows.Memory;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.model.Recipe;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.model.gaussian.TransformedOptions;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.TransformedStatistics;

/// The scatters of numbers, d·d for each class or for all, which may be more than memory holds.
public final class Scatters {

  /// Scatters of all classes with more numbers than this are not kept where one is enough.
  private static final long MAX_VALUES = 1 << 23;

  /// More classes than this are rare: fewer features than they allow are always gathered alike.
  private static final int MANY_CLASSES = 1 << 10;

  private Scatters() {}

  /// Whether there is a scatter for each class, however many classes there are.
  public static boolean haveRoomForAnyClasses(long featureCount) {
    return MANY_CLASSES * (featureCount * (featureCount + 1) / 2) <= MAX_VALUES;
  }

  /// Empty statistics for a discriminant, for which there is room.
  ///
  /// @throws org.lanewise.cli.table.DataException if there is none
  /// @throws IllegalArgumentException if the options do not allow a fit
  static Statistics of(Recipe<?> recipe, RowBatch rows, Labels labels) {
    if (recipe.options() instanceof TransformedOptions options) {
      Statistics ofValues =
          of(options.recipe(), options.transform().of((NumericColumns) rows), labels);
      return new TransformedStatistics(rows.features(), options.transform(), ofValues);
    }
    if (recipe.model() == QuadraticDiscriminant.class) {
      requireOfEachClass((DiscriminantOptions) recipe.options(), " (lda)", "qda");
    }
    // One scatter is the least that is needed.
    Memory.requireScatters(rows.featureCount(), labels.classCount(), true);
    GaussianStatistics empty =
        recipe.statistics(rows, labels.classes()).as(GaussianStatistics.class);
    Memory.requireScatters(rows.featureCount(), labels.classCount(), empty.pooled());
    return empty;
  }

  /// Refuses a shrinkage of one covariance that all classes share, for covariances of each.
  static void requireOfEachClass(DiscriminantOptions options, String where, String asked) {
    if (options.shrinkage().kind() == Shrinkage.Kind.LEDOIT_WOLF) {
      throw new IllegalArgumentException(
          "--shrinkage lw needs a covariance that all classes share%s; with %s, use a number, oas, oas-sklearn or lw-sklearn"
              .formatted(where, asked));
    }
  }
}
