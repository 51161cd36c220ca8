package org.lanewise.text;

import java.util.Arrays;
import java.util.List;
import org.lanewise.data.BadDataException;

/// A vector for each token of a vocabulary: the row of a text is the mean of the vectors of its
/// tokens, for any model of numbers. No network is needed.
///
/// ```java
/// TokenTable table = TokenTable.of(tokens, vectors, 256).withUnitLength();
/// double[] row = new double[table.width()];
/// table.embed("where is my parcel?", row);
/// ```
///
/// Tokens are BERT's, with the ids of Hugging Face's tokenizer: accents and case are removed, words
/// end at white space, punctuation and Chinese characters, and a word is divided into the longest
/// pieces of the vocabulary from its left, where `##` begins what continues a word. A word that
/// cannot be divided, or of more than 100 characters, is `[UNK]`. Characters are those of the
/// Unicode version of this Java.
///
/// Sums are of doubles, in the order of the text. Tokens `[UNK]` do not count. A text without any
/// other token has the row of zeros. Texts in UTF-8 are read as [TextScorer] reads them. A text
/// allocates nothing once a few have been embedded, unless it has characters beyond U+FFFF, a `[`
/// or invalid bytes, or is longer than a megabyte.
///
/// Immutable and safe for any number of threads.
public final class TokenTable {

  private final List<String> vocabulary;
  private final WordPieces pieces;
  private final float[] vectors;
  private final int width;
  private final boolean isMean;
  private final boolean isUnitLength;

  private TokenTable(
      List<String> vocabulary,
      WordPieces pieces,
      float[] vectors,
      int width,
      boolean isMean,
      boolean isUnitLength) {
    this.vocabulary = vocabulary;
    this.pieces = pieces;
    this.vectors = vectors;
    this.width = width;
    this.isMean = isMean;
    this.isUnitLength = isUnitLength;
  }

  /// A table whose rows are means.
  ///
  /// @param vocabulary the token of each id, with `[UNK]`
  /// @param vectors one after another, in the order of the ids; copied
  /// @param width the numbers of a vector
  /// @throws IllegalArgumentException if there are not `width` numbers for each token, or if a
  ///   token is empty or there twice, or `[UNK]` is missing
  /// @throws BadDataException if a number is infinite or NaN
  public static TokenTable of(List<String> vocabulary, float[] vectors, int width) {
    List<String> tokens = List.copyOf(vocabulary);
    if (width < 1 || vectors.length != (long) tokens.size() * width) {
      throw new IllegalArgumentException(
          "a table of %d tokens and width %d has %d numbers; %d are expected, and a width of at least 1"
              .formatted(tokens.size(), width, vectors.length, (long) tokens.size() * width));
    }
    for (int i = 0; i < vectors.length; i++) {
      if (!Float.isFinite(vectors[i])) {
        throw new BadDataException(
            "the vector of token %d ('%s') has %s at %d; finite numbers are expected",
            i / width, tokens.get(i / width), vectors[i], i % width);
      }
    }
    WordPieces pieces = new WordPieces(tokens, false);
    return new TokenTable(tokens, pieces, vectors.clone(), width, true, false);
  }

  /// This table with rows that are sums.
  public TokenTable withSum() {
    return new TokenTable(vocabulary, pieces, vectors, width, false, isUnitLength);
  }

  /// This table with rows of length 1; rows of zeros stay.
  public TokenTable withUnitLength() {
    return new TokenTable(vocabulary, pieces, vectors, width, isMean, true);
  }

  /// This table for a vocabulary with capitals and accents, which are then kept.
  public TokenTable withCase() {
    WordPieces cased = new WordPieces(vocabulary, true);
    return new TokenTable(vocabulary, cased, vectors, width, isMean, isUnitLength);
  }

  /// The numbers of a row.
  public int width() {
    return width;
  }

  /// The ids of the tokens of a text, in its order, with those of `[UNK]`.
  public int[] ids(CharSequence text) {
    TextScratch s = TextScratch.of(text);
    pieces.split(s);
    int[] ids = Arrays.copyOf(s.ids, s.idCount);
    s.giveBack();
    return ids;
  }

  /// Writes the row of a text.
  ///
  /// @return the number of its known tokens
  /// @throws IllegalArgumentException if the row is not as wide as the table
  public int embed(CharSequence text, double[] row) {
    return embed(TextScratch.of(text), row);
  }

  /// Writes the row of the text `utf8[from … to)`.
  ///
  /// @return the number of its known tokens
  /// @throws IllegalArgumentException if the row is not as wide as the table
  /// @throws IndexOutOfBoundsException if the bytes are not in the array
  public int embed(byte[] utf8, int from, int to, double[] row) {
    return embed(TextScratch.of(utf8, from, to), row);
  }

  private int embed(TextScratch s, double[] row) {
    if (row.length != width) {
      throw new IllegalArgumentException(
          "the row has %d numbers, but the table's vectors have %d".formatted(row.length, width));
    }
    pieces.split(s);
    Arrays.fill(row, 0);
    int count = 0;
    for (int t = 0; t < s.idCount; t++) {
      if (s.ids[t] != pieces.unknown()) {
        count++;
        add(vectors, s.ids[t] * width, row);
      }
    }
    double divisor = isMean ? Math.max(count, 1) : 1;
    if (isUnitLength) {
      // Sums of floats can neither overflow nor vanish when they are squared.
      double square = 0;
      for (double x : row) {
        square += x * x;
      }
      divisor = square > 0 ? Math.sqrt(square) : 1;
    }
    for (int j = 0; j < row.length; j++) {
      row[j] /= divisor;
    }
    s.giveBack();
    return count;
  }

  private static void add(float[] vectors, int from, double[] row) {
    for (int j = 0; j < row.length; j++) {
      row[j] += vectors[from + j];
    }
  }
}
