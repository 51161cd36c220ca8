package org.lanewise.internal.score;

import java.util.List;
import java.util.stream.Collectors;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.UnseenCategory;
import org.lanewise.score.Scorer;

/// The formats of rows that a model takes.
public final class Formats {

  private Formats() {}

  /// The scorer of a format.
  ///
  /// @param found a scorer of such rows; null if the model has none
  /// @throws IllegalArgumentException if it has none
  @SuppressWarnings("unchecked") // A scorer that was found for a format takes its rows.
  public static <R, B extends RowBatch> Scorer<R, B> scorer(
      Scorer<?, ?> found, RowFormat<R, B> format, Object model, List<RowFormat<?, ?>> formats) {
    if (found == null) {
      throw refusal(format, model, formats);
    }
    return (Scorer<R, B>) found;
  }

  /// Refuses a format that is none of a model's.
  ///
  /// @throws IllegalArgumentException if it is none
  public static void require(RowFormat<?, ?> format, Object model, List<RowFormat<?, ?>> formats) {
    if (!formats.contains(format.withUnseen(UnseenCategory.REFUSE))) {
      throw refusal(format, model, formats);
    }
  }

  private static IllegalArgumentException refusal(
      RowFormat<?, ?> format, Object model, List<RowFormat<?, ?>> formats) {
    return new IllegalArgumentException(
        "rows in the format %s were given to a %s; %s is expected"
            .formatted(
                format,
                model.getClass().getSimpleName(),
                formats.stream().map(RowFormat::toString).collect(Collectors.joining(" or "))));
  }
}
