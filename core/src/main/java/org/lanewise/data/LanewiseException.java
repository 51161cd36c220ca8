package org.lanewise.data;

import java.io.Serializable;

/// Thrown when input is rejected; its fields hold the details. The subclasses are for data
/// ([BadDataException]), options and parameters (`BadOptionException`) and covariances without an
/// inverse (`SingularCovarianceException`).
///
/// The message is built from the details: [#getMessage()] uses the library's words,
/// [#message(Wording)] uses the caller's words. Programming errors, such as an array that is too
/// short, are plain [IllegalArgumentException]s.
public abstract class LanewiseException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final int row;
  private final int feature;
  private final int label;

  // Not kept by serialization, like the sentence's parts: a value may be anything.
  private final transient Object value;
  private final transient Fact sentence;

  /// The value if it is a number, string, boolean or character, which can be serialized; else null.
  private final Serializable plainValue;

  /// Creates an exception with a message of one sentence.
  ///
  /// @param cause the cause, or null
  /// @param pattern a format string, as for [String#format(String, Object...)]
  /// @param parts the arguments: facts for `%s`, and others
  protected LanewiseException(Throwable cause, String pattern, Object... parts) {
    Fact clause = Fact.clause(pattern, parts);
    super(Fact.bounded(clause.text(null)), cause);
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

  /// The unexpected value, or null. Serialization keeps numbers, [String]s, [Boolean]s and
  /// [Character]s; the library uses no other types.
  public final Object value() {
    return value == null ? plainValue : value;
  }

  /// Returns a copy with `first` added to its feature indices, for the features of a block of mixed
  /// rows. A deserialized exception returns itself.
  ///
  /// @param all the features of the rows
  /// @param first the index of the block's first feature
  public final LanewiseException among(Features all, int first) {
    if (sentence == null) {
      return this;
    }
    LanewiseException worded = worded(sentence.shifted(first, all), first);
    worded.setStackTrace(getStackTrace());
    return worded;
  }

  /// Returns this exception with a different sentence.
  ///
  /// @param first the number added to the indices of its features
  protected abstract LanewiseException worded(Fact sentence, int first);

  /// Returns the sentence in the words of a caller. After deserialization it always equals
  /// [#getMessage()].
  public final String message(Wording wording) {
    // After serialization the text is all that is left of it.
    return sentence == null ? getMessage() : Fact.bounded(sentence.text(wording));
  }
}
