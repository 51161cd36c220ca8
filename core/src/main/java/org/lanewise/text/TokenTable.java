package org.lanewise.text;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.score.BatchScorer;
import org.lanewise.internal.score.SumLabels;
import org.lanewise.model.Classifier;
import org.lanewise.score.Scorer;

/// A vector for each token of a vocabulary: the row of a text is the mean of the vectors of its
/// tokens, for any model of numbers. No network is needed.
///
/// ```java
/// TokenTable table = TokenTable.of(tokens, vectors, 256).withUnitLength();
/// LowRankDiscriminant model = LowRankDiscriminant.recipe().fit(table.rows(messages), labels);
/// String label = table.scorer(model).label("where is my parcel?");
/// ```
///
/// A model of such rows knows the checksum of its table ([#features()]) and refuses rows of another
/// one. A model file keeps the table: [org.lanewise.io.ModelFile#withTable(TokenTable)].
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

  /// Before the number of tokens, the width and the checksum.
  static final String NOTATION = "token-table=";

  private static final String CASED = ",cased";
  private static final String SUM = ",sum";
  private static final String UNIT_LENGTH = ",unit-length";

  private final List<String> vocabulary;
  private final WordPieces pieces;
  private final float[] vectors;
  private final int width;
  private final String notation;
  private final boolean isSum;
  private final boolean hasUnitLength;

  private TokenTable(
      List<String> vocabulary, WordPieces pieces, float[] vectors, int width, String notation) {
    this.vocabulary = vocabulary;
    this.pieces = pieces;
    this.vectors = vectors;
    this.width = width;
    this.notation = notation;
    isSum = notation.contains(SUM);
    hasUnitLength = notation.contains(UNIT_LENGTH);
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
    String notation =
        "%s%dx%d:%08x".formatted(NOTATION, tokens.size(), width, checksum(tokens, vectors));
    return new TokenTable(tokens, pieces, vectors.clone(), width, notation);
  }

  /// A table that a file has, with the options that a notation of it names.
  ///
  /// @param notation that of [#toString()] of the table
  /// @throws IllegalArgumentException as [#of(List, float\[\], int)], or if the notation is that of
  ///   another table
  public static TokenTable of(String notation, List<String> vocabulary, float[] vectors) {
    TokenTable table = of(vocabulary, vectors, vectors.length / Math.max(vocabulary.size(), 1));
    table = notation.contains(CASED) ? table.withCase() : table;
    table = notation.contains(SUM) ? table.withSum() : table;
    table = notation.contains(UNIT_LENGTH) ? table.withUnitLength() : table;
    if (!table.notation.equals(notation)) {
      throw new IllegalArgumentException(
          "the token table is '%s'; '%s' is expected".formatted(table, notation));
    }
    return table;
  }

  /// CRC-32C of the tokens, each with a line feed, and the little-endian floats.
  private static int checksum(List<String> tokens, float[] vectors) {
    CRC32C checksum = new CRC32C();
    tokens.forEach(token -> checksum.update((token + "\n").getBytes(StandardCharsets.UTF_8)));
    ByteBuffer bytes = ByteBuffer.allocate(1 << 14).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < vectors.length; ) {
      bytes.clear();
      for (; i < vectors.length && bytes.hasRemaining(); i++) {
        bytes.putFloat(vectors[i]);
      }
      checksum.update(bytes.flip());
    }
    return (int) checksum.getValue();
  }

  private TokenTable with(WordPieces newPieces, String option) {
    String all = notation + option;
    String options =
        Stream.of(CASED, SUM, UNIT_LENGTH).filter(all::contains).collect(Collectors.joining());
    return new TokenTable(
        vocabulary, newPieces, vectors, width, notation.split(",", 2)[0] + options);
  }

  /// This table for a vocabulary with capitals and accents, which are then kept.
  public TokenTable withCase() {
    return with(new WordPieces(vocabulary, true), CASED);
  }

  /// This table with rows that are sums.
  public TokenTable withSum() {
    return with(pieces, SUM);
  }

  /// This table with rows of length 1; rows of zeros stay.
  public TokenTable withUnitLength() {
    return with(pieces, UNIT_LENGTH);
  }

  /// The numbers of a row.
  public int width() {
    return width;
  }

  /// The token of each id.
  public List<String> vocabulary() {
    return vocabulary;
  }

  /// A copy of the vectors, one after another.
  public float[] vectors() {
    return vectors.clone();
  }

  /// The numbers of a row as features without names. Rows of another table are refused.
  public Features features() {
    return Features.unnamed(width).withText(notation);
  }

  /// The rows of texts.
  ///
  /// @throws IllegalArgumentException if there is no text
  public NumericColumns rows(List<String> texts) {
    double[][] rows = new double[texts.size()][width];
    for (int i = 0; i < rows.length; i++) {
      int unused = embed(texts.get(i), rows[i]);
    }
    return NumericColumns.fromRows(rows).withFeatures(features());
  }

  /// Returns what labels texts by a model of these rows.
  ///
  /// @throws IllegalArgumentException if the model has rows of another table, or takes no numbers
  public TextScorer scorer(Classifier<?, ?> model) {
    return TextFeatures.of(this).vocabulary(List.of()).scorer(model);
  }

  /// Labels of rows of this table as a scorer gives them, or null.
  SumLabels sums(Scorer<double[], ?> scorer) {
    return BatchScorer.sums(scorer, vectors);
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
    add(s, row);
    double unused = divide(row, s.idCount);
    int count = s.idCount;
    s.giveBack();
    return count;
  }

  /// Makes the row of the text that a scratch has read, with all numbers if there are tokens.
  void fill(TextScratch s) {
    add(s, vector(s));
    double unused = divide(s.vector, s.idCount);
    int count = s.idCount;
    s.idCount = 0;
    for (int j = 0; j < width && count > 0; j++) {
      s.addId(j);
    }
    if (s.values.length < width) {
      s.values = new double[width];
    }
    System.arraycopy(s.vector, 0, s.values, 0, width);
  }

  /// Room for a row in a scratch.
  double[] vector(TextScratch s) {
    if (s.vector.length != width) {
      s.vector = new double[width];
    }
    return s.vector;
  }

  /// Adds the vectors of the text that a scratch has read, and keeps the ids of known tokens.
  ///
  /// @throws IllegalArgumentException if the row is not as wide as the table
  void add(TextScratch s, double[] row) {
    if (row.length != width) {
      throw new IllegalArgumentException(
          "the row has %d numbers, but the table's vectors have %d".formatted(row.length, width));
    }
    pieces.split(s);
    Arrays.fill(row, 0);
    int count = 0;
    for (int t = 0; t < s.idCount; t++) {
      int id = s.ids[t];
      if (id != pieces.unknown()) {
        s.ids[count++] = id;
        add(vectors, id * width, row);
      }
    }
    s.idCount = count;
  }

  /// Divides a sum of vectors, which is then the row.
  ///
  /// @return the divisor
  double divide(double[] row, int count) {
    double square = 0;
    for (int j = 0; j < width && hasUnitLength; j++) {
      square += row[j] * row[j];
    }
    double divisor = divisor(square, count);
    for (int j = 0; j < row.length; j++) {
      row[j] /= divisor;
    }
    return divisor;
  }

  /// The divisor of [#divide] but for 2⁻³⁰ of itself: four chains take a quarter of the time of
  /// one.
  double nearDivisor(double[] row, int count) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int j = hasUnitLength ? 0 : width;
    for (; j < width - 3; j += 4) {
      s0 = Math.fma(row[j], row[j], s0);
      s1 = Math.fma(row[j + 1], row[j + 1], s1);
      s2 = Math.fma(row[j + 2], row[j + 2], s2);
      s3 = Math.fma(row[j + 3], row[j + 3], s3);
    }
    for (; j < width; j++) {
      s0 = Math.fma(row[j], row[j], s0);
    }
    return divisor((s0 + s1) + (s2 + s3), count);
  }

  /// @param square of the sum; neither overflows nor vanishes for sums of floats
  private double divisor(double square, int count) {
    if (hasUnitLength) {
      return square > 0 ? Math.sqrt(square) : 1;
    }
    return isSum ? 1 : Math.max(count, 1);
  }

  private static void add(float[] vectors, int from, double[] row) {
    for (int j = 0; j < row.length; j++) {
      row[j] += vectors[from + j];
    }
  }

  /// The notation: the numbers of tokens and of a row, a checksum, and the options, such as
  /// `token-table=30522x384:0a1b2c3d,unit-length`.
  @Override
  public String toString() {
    return notation;
  }
}
