package org.lanewise.text;

import java.lang.foreign.MemorySegment;
import org.lanewise.data.Classes;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.internal.score.SumLabels;
import org.lanewise.model.Classifier;
import org.lanewise.score.Scorer;

/// Labels messages, from text or from bytes in UTF-8, without making rows of them first. Results
/// are bit-identical to those of [Vocabulary#count(String)] and a scorer of rows; models of bits
/// see which words occur.
///
/// ```java
/// TextScorer scorer = vocabulary.scorer(model);
/// String label = scorer.label(bytes, from, to);
/// ```
///
/// A message allocates nothing once a few have been scored, with these exceptions: messages whose
/// characters must be normalised as a whole (combining marks that follow marks, or compose), `nfkc`
/// and `case=kept` beyond ASCII, capital sigma and dotted I for tokens that are not `words`, a
/// tokenizer of one's own, invalid bytes, more than 100,000 tokens, and messages beyond a megabyte,
/// whose scratch is not kept.
///
/// Labels by a [TokenTable] and a linear or low-rank discriminant of 64 classes or more need no
/// row: each token has a score for each class, and those of a message are added, in floats. They
/// decide wherever they are further apart than their proven error, and the row decides elsewhere,
/// so labels are the same. Scores of a token are made when it first occurs, which allocates four
/// bytes a class, and four for each direction of a class.
///
/// Invalid UTF-8 is read as U+FFFD, which separates words, and so does half a surrogate pair. A
/// message without a known token has the row of zeros, and for most models the class with the
/// largest prior. A message may have up to 2^30 chars.
///
/// Immutable and safe for any number of threads.
public final class TextScorer {

  private final Vocabulary vocabulary;
  private final Classes classes;
  private final boolean countsPresence;
  private final Scorer<SparseRow, ?> sparse;
  private final Scorer<double[], ?> dense;

  /// Null if rows are not those of a token table whose scores can be added.
  private final SumLabels sums;

  private final TokenTable table;

  TextScorer(Vocabulary vocabulary, Classifier<?, ?> model) {
    this.vocabulary = vocabulary;
    classes = model.classes();
    model.features().requireSame(vocabulary.features(), " by the model");
    countsPresence = model.bare().format().equals(RowFormat.BITS);
    boolean isSparse = model.takes(RowFormat.SPARSE) && vocabulary.text().table().isEmpty();
    if (!isSparse && !model.takes(RowFormat.NUMBERS)) {
      throw new IllegalArgumentException(
          "a %s takes no rows of words; a model of bits, counts or numbers is expected"
              .formatted(model.getClass().getSimpleName()));
    }
    sparse = isSparse ? model.scorer(RowFormat.SPARSE) : null;
    dense = isSparse ? null : model.scorer(RowFormat.NUMBERS);
    table = vocabulary.text().table().orElse(null);
    sums = table == null ? null : table.sums(dense);
  }

  /// The features of the messages.
  public Vocabulary vocabulary() {
    return vocabulary;
  }

  /// The classes, in the order of their indices.
  public Classes classes() {
    return classes;
  }

  /// The name of the class of a message.
  public String label(CharSequence message) {
    return classes.name(predict(message));
  }

  /// The name of the class of the message `utf8[from … to)`.
  ///
  /// @throws IndexOutOfBoundsException if the bytes are not in the array
  public String label(byte[] utf8, int from, int to) {
    return classes.name(predict(utf8, from, to));
  }

  /// The name of the class of a message in UTF-8.
  public String label(MemorySegment utf8) {
    return classes.name(predict(utf8));
  }

  /// The class index of a message.
  public int predict(CharSequence message) {
    return predict(TextScratch.of(message));
  }

  /// The class index of the message `utf8[from … to)`.
  ///
  /// @throws IndexOutOfBoundsException if the bytes are not in the array
  public int predict(byte[] utf8, int from, int to) {
    return predict(TextScratch.of(utf8, from, to));
  }

  /// The class index of a message in UTF-8.
  public int predict(MemorySegment utf8) {
    TextScratch s = TextScratch.borrow();
    s.read(utf8);
    return predict(s);
  }

  /// The class index of the text `utf8[from … to)`, and its row, which a token table makes. The row
  /// shows whether the text belongs to any class: `RelativeMahalanobis.predict(row, label, alpha)`.
  ///
  /// @param row takes the row; zeros if the text has no known token
  /// @throws IllegalArgumentException if the features are not those of a token table, or the row is
  ///   not as wide as it
  /// @throws IndexOutOfBoundsException if the bytes are not in the array
  public int predict(byte[] utf8, int from, int to, double[] row) {
    if (table == null) {
      throw new IllegalArgumentException(
          "rows are made by '%s'; a token table is expected".formatted(vocabulary.text()));
    }
    TextScratch s = TextScratch.of(utf8, from, to);
    table.add(s, row);
    double divisor = table.divide(row, s.idCount);
    int label = sums == null ? -1 : sums.label(s.ids, s.idCount, divisor);
    s.giveBack();
    return label < 0 ? dense.predict(row) : label;
  }

  /// p(c | message) for every class, into `out[0 … k−1]`.
  public void posterior(CharSequence message, double[] out) {
    posterior(TextScratch.of(message), out);
  }

  /// p(c | message) of `utf8[from … to)` for every class, into `out[0 … k−1]`.
  ///
  /// @throws IndexOutOfBoundsException if the bytes are not in the array
  public void posterior(byte[] utf8, int from, int to, double[] out) {
    posterior(TextScratch.of(utf8, from, to), out);
  }

  private int predict(TextScratch s) {
    if (sums != null) {
      double[] row = table.vector(s);
      table.add(s, row);
      int label = sums.label(s.ids, s.idCount, table.nearDivisor(row, s.idCount));
      if (label < 0) {
        double unused = table.divide(row, s.idCount);
        label = dense.predict(row);
      }
      s.giveBack();
      return label;
    }
    row(s);
    int label = sparse != null ? sparse.predict(s.row) : dense.predict(s.dense);
    end(s);
    return label;
  }

  private void posterior(TextScratch s, double[] out) {
    row(s);
    if (sparse != null) {
      sparse.posterior(s.row, out);
    } else {
      dense.posterior(s.dense, out);
    }
    end(s);
  }

  private void row(TextScratch s) {
    vocabulary.fill(s);
    if (sparse != null) {
      s.row.set(s.ids, countsPresence ? null : s.values, 0, s.idCount);
      return;
    }
    // The scorer checks the length.
    if (s.dense.length != vocabulary.features().count()) {
      s.dense = new double[vocabulary.features().count()];
    }
    for (int i = 0; i < s.idCount; i++) {
      s.dense[s.ids[i]] = s.values[i];
    }
  }

  private void end(TextScratch s) {
    if (dense != null) {
      for (int i = 0; i < s.idCount; i++) {
        s.dense[s.ids[i]] = 0;
      }
    }
    s.giveBack();
  }
}
