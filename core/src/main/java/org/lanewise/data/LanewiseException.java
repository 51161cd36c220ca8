package org.lanewise.data;

import java.io.Serializable;

/// What the library refuses, told apart by type, with its facts as fields: data
/// ([BadDataException]), options and parameters (`BadOptionException`), too few rows
/// (`TooFewRowsException`), and covariances without an inverse (`SingularCovarianceException`).
///
/// The sentence is made of the facts: [#getMessage()] is in the library's words,
/// [#message(Wording)] in those of the caller. Mistakes of a program, such as an array that is too
/// short, are plain [IllegalArgumentException]s.
public abstract class LanewiseException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final int row;
  private final int feature;
  private final int label;

  // Not kept by serialization, like the sentence's parts: a value may be anything.
  private final transient Object value;
  private final transient Fact sentence;

  /// The value where it is a number, a text, a truth value or a character, which outlive
  /// serialization; else null.
  private final Serializable plainValue;

  /// A refusal in one sentence.
  ///
  /// @param cause what was thrown first, or null
  /// @param pattern as of [String#format(String, Object...)]
  /// @param parts facts, for `%s`, and anything else
  protected LanewiseException(Throwable cause, String pattern, Object... parts) {
    Fact clause = Fact.clause(pattern, parts);
    super(clause.text(null), cause);
    sentence = clause;
    row = clause.firstRow();
    feature = clause.firstFeature();
    label = clause.firstLabel();
    value = clause.firstValue();
    plainValue = plain(value);
  }

  private static Serializable plain(Object value) {
    return switch (value) {
      case Number number -> number;
      case String text -> text;
      case Boolean truth -> truth;
      case Character character -> character;
      case null, default -> null;
    };
  }

  /// The first row that the sentence names, by its index in its batch, or −1.
  public final int row() {
    return row;
  }

  /// The first feature that the sentence names, or −1.
  public final int feature() {
    return feature;
  }

  /// The first class that the sentence names, or −1.
  public final int label() {
    return label;
  }

  /// The value that was found where another was expected, or null. After serialization it is still
  /// there where it is a number, a [String], a [Boolean] or a [Character], as all values of the
  /// library are.
  public final Object value() {
    return value == null ? plainValue : value;
  }

  /// This refusal where its features are those from `first` on of others, as those of a block of
  /// mixed rows are.
  ///
  /// @param all the features of the rows
  public final LanewiseException among(Features all, int first) {
    if (sentence == null) {
      return this;
    }
    LanewiseException worded = worded(sentence.shifted(first, all), first);
    worded.setStackTrace(getStackTrace());
    return worded;
  }

  /// This refusal in another sentence.
  ///
  /// @param first what was added to the indices of its features
  protected abstract LanewiseException worded(Fact sentence, int first);

  /// The sentence in the words of a caller. After serialization it is [#getMessage()], whatever the
  /// words.
  public final String message(Wording wording) {
    // After serialization the text is all that is left of it.
    return sentence == null ? getMessage() : sentence.text(wording);
  }
}
