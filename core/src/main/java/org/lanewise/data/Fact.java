package org.lanewise.data;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A fact in the message of a [LanewiseException]: a row, a feature, a class or a value. Its text
/// uses the library's words (`row 3`) or, with a [Wording], the caller's words.
public final class Fact {

  private static final int MAX_NAMED = 5;

  private static final int LONGEST_SENTENCE = 600;
  private static final int KEPT_HEAD = 400;
  private static final int KEPT_TAIL = 180;

  private static final String AND = " and ";

  /// A format specifier, and what depends on its number: `there are %d rows`, `%d are expected`.
  private static final Pattern COUNT =
      Pattern.compile(
          "(there are )?(%[^a-zA-Z%]*[a-mo-zA-Z])( are(?= expected))?(?:("
              + " (?:row|feature|value|column|byte|number|element|block|label|weight|class|categor))(s|es|ies)\\b)?");

  private enum Kind {
    ROW,
    FEATURE,
    LABEL,
    VALUE,
    CLAUSE
  }

  private final Kind kind;
  private final int[] indices;

  /// The value, the parts of a clause, or the word between a pair.
  private final Object content;

  /// The library's words, or the pattern of a clause.
  private final String words;

  private Fact(Kind kind, int[] indices, Object content, String words) {
    this.kind = kind;
    this.indices = indices;
    this.content = content;
    this.words = words;
  }

  private static Fact place(Kind kind, int index, String words) {
    return new Fact(kind, new int[] {index}, null, words);
  }

  /// A row of a batch.
  public static Fact row(int index) {
    return place(Kind.ROW, index, "row " + index);
  }

  /// A feature, by its index.
  public static Fact feature(int index) {
    return place(Kind.FEATURE, index, "feature " + index);
  }

  /// A feature, by its name if it has one.
  public static Fact feature(int index, Features features) {
    return place(Kind.FEATURE, index, oneLine(features.describe(index)));
  }

  /// One or more features; the text lists only the first five.
  public static Fact features(int... indices) {
    String words =
        (indices.length == 1 ? "feature " : "features ")
            + list(indices, index -> Integer.toString(index));
    return new Fact(Kind.FEATURE, indices.clone(), null, words);
  }

  /// A pair of features: `features 2 and 5`.
  public static Fact pair(int first, int second) {
    return new Fact(
        Kind.FEATURE, new int[] {first, second}, AND, "features " + first + AND + second);
  }

  /// A class, by its index.
  public static Fact label(int index) {
    return place(Kind.LABEL, index, "class " + index);
  }

  /// A class, by its name if it has one.
  public static Fact label(int index, Classes classes) {
    return place(Kind.LABEL, index, oneLine(classes.describe(index)));
  }

  /// A value that was found where another was expected.
  public static Fact value(Object value) {
    return new Fact(Kind.VALUE, new int[0], value, String.valueOf(value));
  }

  /// Returns a sentence of at most 600 characters: of a longer one, which quotes a name or value of
  /// any length, the beginning and the end, with `…` between them.
  public static String bounded(String sentence) {
    int length = sentence.length();
    if (length <= LONGEST_SENTENCE) {
      return sentence;
    }
    // Not in the middle of a surrogate pair.
    int head =
        Character.isHighSurrogate(sentence.charAt(KEPT_HEAD - 1)) ? KEPT_HEAD - 1 : KEPT_HEAD;
    int tail = length - KEPT_TAIL;
    tail += Character.isLowSurrogate(sentence.charAt(tail)) ? 1 : 0;
    return sentence.substring(0, head) + "…" + sentence.substring(tail);
  }

  /// A clause; its facts count as facts of the sentence.
  ///
  /// @param pattern a format string, as for [String#format(String, Object...)]
  /// @param parts the arguments: facts for `%s`, and others
  public static Fact clause(String pattern, Object... parts) {
    return new Fact(Kind.CLAUSE, new int[0], parts.clone(), pattern);
  }

  /// Returns this fact with the names of features and classes, if they have names.
  public Fact named(Features features, Classes classes) {
    return switch (kind) {
      case FEATURE -> new Fact(kind, indices, content, oneLine(names(features)));
      case LABEL -> label(indices[0], classes);
      case CLAUSE -> {
        Object[] parts = ((Object[]) content).clone();
        for (int i = 0; i < parts.length; i++) {
          parts[i] = parts[i] instanceof Fact fact ? fact.named(features, classes) : parts[i];
        }
        yield clause(words, parts);
      }
      default -> this;
    };
  }

  /// Returns this fact with `first` added to its feature indices, which then refer to `all`.
  Fact shifted(int first, Features all) {
    return switch (kind) {
      case FEATURE -> {
        int[] places = Arrays.stream(indices).map(index -> first + index).toArray();
        Fact shifted = AND.equals(content) ? pair(places[0], places[1]) : features(places);
        yield new Fact(kind, places, content, oneLine(shifted.names(all)));
      }
      case CLAUSE -> {
        Object[] parts = ((Object[]) content).clone();
        for (int i = 0; i < parts.length; i++) {
          parts[i] = parts[i] instanceof Fact fact ? fact.shifted(first, all) : parts[i];
        }
        yield clause(words, parts);
      }
      default -> this;
    };
  }

  /// A name may hold line breaks, such as one of a damaged file; a sentence has none.
  private static String oneLine(String words) {
    return words.replaceAll("\\R", " ");
  }

  private String names(Features features) {
    if (indices.length == 1 || !features.areNamed()) {
      return indices.length == 1 ? features.describe(indices[0]) : words;
    }
    if (AND.equals(content)) {
      return features.describe(indices[0]) + AND + features.describe(indices[1]);
    }
    return "features " + list(indices, index -> "'%s'".formatted(features.name(index)));
  }

  private static String list(int[] indices, IntFunction<String> name) {
    String named =
        Arrays.stream(indices).limit(MAX_NAMED).mapToObj(name).collect(Collectors.joining(", "));
    int more = indices.length - MAX_NAMED;
    return more > 0 ? named + " and " + more + " more" : named;
  }

  /// The text of this in the words of a caller.
  ///
  /// @param wording the words, or null for the library's
  String text(Wording wording) {
    if (kind == Kind.CLAUSE) {
      Object[] parts = ((Object[]) content).clone();
      for (int i = 0; i < parts.length; i++) {
        parts[i] = parts[i] instanceof Fact fact ? fact.text(wording) : parts[i];
      }
      return sentence(words, parts);
    }
    if (wording == null) {
      return words;
    }
    return switch (kind) {
      case ROW -> list(indices, wording::row);
      case FEATURE ->
          AND.equals(content)
              ? wording.feature(indices[0]) + AND + wording.feature(indices[1])
              : list(indices, wording::feature);
      case LABEL -> list(indices, wording::label);
      default -> words;
    };
  }

  /// Formats a clause. Nouns and verbs of a count of 1 become singular: `there is 1 row`.
  private static String sentence(String pattern, Object[] parts) {
    StringBuilder agreeing = new StringBuilder();
    Matcher found = COUNT.matcher(pattern);
    for (int part = 0; found.find(); part++) {
      boolean isOne = part < parts.length && "1".equals(String.valueOf(parts[part]));
      found.appendReplacement(
          agreeing,
          isOne
              ? (found.group(1) == null ? "$2" : "there is $2")
                  + (found.group(3) == null ? "" : " is")
                  + (found.group(4) == null ? "" : "$4")
                  + ("ies".equals(found.group(5)) ? "y" : "")
              : "$0");
    }
    return String.format((Locale) null, found.appendTail(agreeing).toString(), parts);
  }

  int firstRow() {
    return index(Kind.ROW);
  }

  int firstFeature() {
    return index(Kind.FEATURE);
  }

  int firstLabel() {
    return index(Kind.LABEL);
  }

  Object firstValue() {
    Fact value = first(Kind.VALUE);
    return value == null ? null : value.content;
  }

  private int index(Kind sought) {
    Fact found = first(sought);
    return found == null ? -1 : found.indices[0];
  }

  /// The first fact of a kind in this clause, or null.
  private Fact first(Kind sought) {
    if (kind == sought) {
      return this;
    }
    if (kind == Kind.CLAUSE) {
      for (Object part : (Object[]) content) {
        Fact found = part instanceof Fact fact ? fact.first(sought) : null;
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  /// The library's words.
  @Override
  public String toString() {
    return text(null);
  }
}
