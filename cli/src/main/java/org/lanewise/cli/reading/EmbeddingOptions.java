package org.lanewise.cli.reading;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/// Options of the user for a file of embeddings.
///
/// @param width the numbers of a row, where the file does not tell; none if a model does
/// @param labels the file of the labels, one a line
public record EmbeddingOptions(OptionalInt width, Optional<Path> labels) {

  /// The most numbers of a row; more would be a mistake.
  public static final int MAX_WIDTH = 1 << 20;

  /// Nothing.
  public static final EmbeddingOptions NONE =
      new EmbeddingOptions(OptionalInt.empty(), Optional.empty());

  /// The same with this width, if none was given.
  EmbeddingOptions orWidth(int other) {
    return width.isPresent() ? this : new EmbeddingOptions(OptionalInt.of(other), labels);
  }
}
