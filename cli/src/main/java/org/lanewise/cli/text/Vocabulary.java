package org.lanewise.cli.text;

import java.util.Arrays;
import java.util.List;
import org.lanewise.cli.data.Dictionary;
import org.lanewise.cli.data.SparseFeatures;
import org.lanewise.cli.data.TextFeatures;

/// The words that are features: feature j is the j-th of the sorted distinct tokens of the messages
/// learned from. See [Tokenizer] for what a token is.
public final class Vocabulary {

  private static final int FIRST_CAPACITY = 1 << 10;

  private final Dictionary dictionary;
  // For each code of the dictionary its place in byte order.
  private final int[] featureOfCode;
  private final List<String> words;

  private Vocabulary(Dictionary dictionary) {
    this.dictionary = dictionary;
    // Tokens are ASCII, so the order of strings is that of bytes.
    this.words = dictionary.texts().stream().sorted().toList();
    this.featureOfCode = new int[words.size()];
    for (int feature = 0; feature < featureOfCode.length; feature++) {
      String word = words.get(feature);
      featureOfCode[dictionary.find(word.toCharArray(), 0, word.length())] = feature;
    }
  }

  /// The vocabulary of the messages to learn from.
  public static Vocabulary of(TextFeatures training) {
    Dictionary dictionary = new Dictionary();
    Tokenizer tokenizer = new Tokenizer();
    for (String message : training.messages()) {
      tokenizer.tokens(message, (chars, length) -> dictionary.codeOf(chars, 0, length));
    }
    return new Vocabulary(dictionary);
  }

  /// The vocabulary of a model that was saved.
  ///
  /// @throws IllegalArgumentException if the words are not distinct and ascending
  public static Vocabulary ofWords(List<String> words) {
    Dictionary dictionary = new Dictionary();
    String previous = null;
    for (String word : words) {
      if (previous != null && previous.compareTo(word) >= 0) {
        throw new IllegalArgumentException(
            "the word '%s' comes after '%s'; words in ascending order were expected"
                .formatted(word, previous));
      }
      previous = word;
      dictionary.codeOf(word.toCharArray(), 0, word.length());
    }
    return new Vocabulary(dictionary);
  }

  /// The words, ascending by byte.
  public List<String> words() {
    return words;
  }

  /// How often each word occurs in each message; tokens that are not in the vocabulary are left
  /// out.
  public SparseFeatures counts(TextFeatures text) {
    Counts counts = new Counts(text.rowCount());
    Tokenizer tokenizer = new Tokenizer();
    for (String message : text.messages()) {
      tokenizer.tokens(message, counts::add);
      counts.endRow();
    }
    return counts.toFeatures();
  }

  /// Rows of counts as they grow.
  private final class Counts {

    private final int[] rowStarts;
    private int[] indices = new int[FIRST_CAPACITY];
    private double[] values = new double[FIRST_CAPACITY];
    private int row;
    private int end;

    Counts(int rowCount) {
      rowStarts = new int[rowCount + 1];
    }

    void add(char[] chars, int length) {
      int code = dictionary.find(chars, 0, length);
      if (code >= 0) {
        if (end == indices.length) {
          int capacity = Math.multiplyExact(2, end);
          indices = Arrays.copyOf(indices, capacity);
          values = Arrays.copyOf(values, capacity);
        }
        indices[end++] = featureOfCode[code];
      }
    }

    void endRow() {
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

    SparseFeatures toFeatures() {
      return new SparseFeatures(
          row, words.size(), rowStarts, Arrays.copyOf(indices, end), Arrays.copyOf(values, end));
    }
  }
}
