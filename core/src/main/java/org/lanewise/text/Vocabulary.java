package org.lanewise.text;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;

/// The words that serve as features; turns messages into rows of word counts. Feature j is the j-th
/// distinct token of the training messages in ascending order.
///
/// ```
/// Vocabulary words = Vocabulary.of(messages);
/// var model = MultinomialNaiveBayes.fit(words.counts(messages), labels);
/// String label = model.scorer(RowFormat.SPARSE).label(words.count("a new message"));
/// ```
///
/// Unknown tokens are not counted, because nothing was learned about them. A message without any
/// known word is a row of zeros.
///
/// The words are the feature names of the model ([Features#words]), so a model read from a file
/// contains its vocabulary: `Vocabulary.of(model.features())`. Statistics combine rows with
/// different vocabularies word by word.
///
/// A token begins with a letter or digit and continues with the longest run of letters, marks and
/// digits (Unicode's general categories L, M and Nd), in lower case. Each Han, kana or Thai letter
/// is a separate token, together with any marks after it, such as vowel signs and tones. All other
/// characters separate tokens.
///
/// Invisible format characters (Cf) inside a word neither separate nor belong to it, as in rule WB4
/// of Unicode's text segmentation (UAX #29): soft hyphen, zero-width joiner and non-joiner, marks
/// of direction. The zero-width space separates.
///
/// ```
/// Vocabulary.tokens("Don't PAY £1.50!")   // don, t, pay, 1, 50
/// Vocabulary.tokens("Größe, ПРИВЕТ")      // grösse, привет
/// Vocabulary.tokens("你好 World")          // 你, 好, world
/// Vocabulary.tokens("co\u00ADoperate")    // cooperate
/// ```
///
/// Lower case is Unicode's full case folding, without the Turkic mappings: `STRASSE` and `straße`
/// are `strasse`, a final `ς` is `σ`, `ﬁ` is `fi`, `I` is `i`, `İ` is `i` with a combining dot, and
/// `ı` is unchanged. A message is decomposed (NFD) before folding and composed (NFC) after it, so
/// canonical equivalents are the same word. Compatibility forms remain different: `ａ` is not `a`,
/// and `²` is not a digit.
///
/// Characters are classified by the Unicode version of the Java runtime. ASCII messages have the
/// same tokens in every version.
///
/// Immutable and safe for any number of threads.
public final class Vocabulary {

  private static final int FIRST_CAPACITY = 1 << 6;

  private final Features features;
  private final WordTable table;

  private Vocabulary(Features features) {
    this.features = features;
    table = new WordTable();
    for (String word : features.names()) {
      table.add(word, 0, word.length());
    }
  }

  /// Creates the vocabulary of messages.
  ///
  /// @throws IllegalArgumentException if there is none, or a message is null
  public static Vocabulary of(String... messages) {
    return of(Arrays.asList(messages));
  }

  /// Creates the vocabulary of messages.
  ///
  /// @throws IllegalArgumentException if there is none, or a message is null
  public static Vocabulary of(List<String> messages) {
    requireNoNull(messages);
    WordTable found = new WordTable();
    for (String message : messages) {
      String text = Tokenizer.prepare(message);
      int from = Tokenizer.begin(text, 0);
      while (from < text.length()) {
        int to = Tokenizer.end(text, from);
        found.add(text, from, to);
        from = Tokenizer.begin(text, to);
      }
    }
    if (found.words().isEmpty()) {
      throw new BadDataException(
          "%s messages have no word, a run of letters or digits; at least one is expected",
          Fact.value(messages.size()));
    }
    return new Vocabulary(Features.words(found.words()));
  }

  /// Creates the vocabulary of a model that was fitted to rows of words, such as one read from a
  /// file.
  ///
  /// @param words the features of the model: ascending tokens
  /// @throws IllegalArgumentException if the features have no names, if a name is not a token, or
  ///   if they are not in ascending order
  public static Vocabulary of(Features words) {
    if (!words.areNamed()) {
      throw new IllegalArgumentException(
          "the %s have no names; the words of a vocabulary are expected".formatted(words));
    }
    String previous = "";
    for (String word : words.names()) {
      if (!Tokenizer.tokens(word).equals(List.of(word))) {
        throw new BadDataException(
            "'%s' cannot be a word: tokens are runs of letters, marks and digits, case-folded",
            Fact.value(word));
      }
      if (previous.compareTo(word) >= 0) {
        throw new BadDataException(
            "the word '%s' comes after '%s'; words in ascending order are expected",
            Fact.value(word), previous);
      }
      previous = word;
    }
    return new Vocabulary(words.areWords() ? words : Features.words(words.names()));
  }

  /// Returns the tokens of a message in order, with repetitions.
  public static List<String> tokens(String message) {
    return Tokenizer.tokens(message);
  }

  /// Returns the folded code points beyond ASCII that are in no token and are neither blanks,
  /// controls nor punctuation: symbols such as `£` or an emoji, fractions, marks without a letter.
  public static int[] dropped(String message) {
    return Tokenizer.dropped(message);
  }

  /// The words as features.
  public Features features() {
    return features;
  }

  /// The words, ascending.
  public List<String> words() {
    return features.names();
  }

  /// Counts the occurrences of each word in each message.
  ///
  /// @throws IllegalArgumentException if a message is null
  public SparseRows counts(String... messages) {
    return counts(Arrays.asList(messages));
  }

  /// Counts the occurrences of each word in each message.
  ///
  /// @throws IllegalArgumentException if a message is null
  public SparseRows counts(List<String> messages) {
    return rows(messages).counts();
  }

  /// Counts the occurrences of each word in one message.
  ///
  /// @throws IllegalArgumentException if it is null
  public SparseRow count(String message) {
    Rows row = rows(List.of(requireMessage(message, 0)));
    return SparseRow.of(row.indices(), row.values());
  }

  /// Returns binary rows: 1 for each word that occurs in the message.
  ///
  /// @throws IllegalArgumentException if a message is null
  public SparseRows presence(List<String> messages) {
    return rows(messages).presence();
  }

  /// Returns a binary row: 1 for each word that occurs in the message.
  ///
  /// @throws IllegalArgumentException if it is null
  public SparseRow present(String message) {
    return SparseRow.of(rows(List.of(requireMessage(message, 0))).indices());
  }

  private Rows rows(List<String> messages) {
    requireNoNull(messages);
    Rows rows = new Rows(messages.size());
    for (String message : messages) {
      rows.add(message);
    }
    return rows;
  }

  private static void requireNoNull(List<String> messages) {
    Objects.requireNonNull(messages, "messages");
    int position = 0;
    for (String message : messages) {
      requireMessage(message, position++);
    }
  }

  private static String requireMessage(String message, int position) {
    if (message == null) {
      throw new BadDataException(
          "the message of %s is null; a text is expected", Fact.row(position));
    }
    return message;
  }

  /// Rows of counts under construction.
  private final class Rows {

    private final int[] rowStarts;
    private int[] indices = new int[FIRST_CAPACITY];
    private double[] values = new double[FIRST_CAPACITY];
    private int row;
    private int end;

    Rows(int rowCount) {
      rowStarts = new int[rowCount + 1];
    }

    void add(String message) {
      String text = Tokenizer.prepare(message);
      int from = Tokenizer.begin(text, 0);
      while (from < text.length()) {
        int to = Tokenizer.end(text, from);
        int word = table.find(text, from, to);
        if (word >= 0) {
          if (end == indices.length) {
            int capacity = Math.multiplyExact(2, end);
            indices = Arrays.copyOf(indices, capacity);
            values = Arrays.copyOf(values, capacity);
          }
          indices[end++] = word;
        }
        from = Tokenizer.begin(text, to);
      }
      endRow();
    }

    private void endRow() {
      int start = rowStarts[row];
      Arrays.sort(indices, start, end);
      int last = start - 1;
      for (int i = start; i < end; i++) {
        if (last >= start && indices[last] == indices[i]) {
          values[last]++;
        } else {
          indices[++last] = indices[i];
          values[last] = 1;
        }
      }
      end = last + 1;
      rowStarts[++row] = end;
    }

    int[] indices() {
      return Arrays.copyOf(indices, end);
    }

    double[] values() {
      return Arrays.copyOf(values, end);
    }

    SparseRows counts() {
      return SparseRows.of(rowStarts, indices(), values(), features.count()).withFeatures(features);
    }

    SparseRows presence() {
      return SparseRows.of(rowStarts, indices(), features.count()).withFeatures(features);
    }
  }
}
