package org.lanewise.internal.score;

import java.util.List;
import java.util.stream.Collectors;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.score.Scorer;

/// What a model has for a format of rows.
public final class Formats {

  private Formats() {}

  /// The scorer of a format.
  ///
  /// @param found a scorer of such rows; null if the model has none
  /// @throws IllegalArgumentException if it has none
  @SuppressWarnings("unchecked") // A scorer that was found for a format takes its rows.
  public static <R, B extends RowBatch> Scorer<R, B> scorer(
      Scorer<?, ?> found, RowFormat<R, B> format, Object model, List<RowFormat<?, ?>> formats) {
    return (Scorer<R, B>) required(found, format, model, formats);
  }

  /// What was found for a format.
  ///
  /// @throws IllegalArgumentException if it is null
  public static <T> T required(
      T found, RowFormat<?, ?> format, Object model, List<RowFormat<?, ?>> formats) {
    if (found == null) {
      throw new IllegalArgumentException(
          "rows in the format %s were given to a %s; %s is expected"
              .formatted(
                  format,
                  model.getClass().getSimpleName(),
                  formats.stream().map(RowFormat::toString).collect(Collectors.joining(" or "))));
    }
    return found;
  }
}
