package org.lanewise.bench.data;

/// How large a data set is; written `100000x64x10`.
///
/// @param rowCount n
/// @param featureCount d
/// @param classCount k
public record Shape(int rowCount, int featureCount, int classCount) {

  /// Reads `n×d×k`, the way [#toString] writes it.
  ///
  /// @throws IllegalArgumentException if the text is anything else
  public static Shape parse(String text) {
    String[] parts = text.split("x", -1);
    try {
      if (parts.length == 3) {
        return new Shape(
            Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
      }
    } catch (NumberFormatException e) {
      throw refused(text, e);
    }
    throw refused(text, null);
  }

  /// The rows that a model of this size is fitted with where the shape says one row.
  public Shape training() {
    return new Shape(1000 + 2 * classCount * featureCount, featureCount, classCount);
  }

  private static IllegalArgumentException refused(String text, Exception cause) {
    return new IllegalArgumentException(
        "the shape is '%s'; rows, features and classes such as 100000x64x10 are expected"
            .formatted(text),
        cause);
  }

  @Override
  public String toString() {
    return rowCount + "x" + featureCount + "x" + classCount;
  }
}
