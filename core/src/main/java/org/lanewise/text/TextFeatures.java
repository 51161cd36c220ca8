package org.lanewise.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/// How texts become features: into which tokens they are split, which of them count, and how much.
///
/// ```java
/// TextFeatures features = TextFeatures.of("chars-within-words,ngrams=2-4");
/// Vocabulary vocabulary = features.vocabulary(messages);
/// ```
///
/// A notation is a kind of tokens and options after it, divided by commas:
///
/// | tokens | are |
/// | --- | --- |
/// | `words` | those of [Vocabulary#tokens(String)]; the default |
/// | `ascii` | runs of a–z and 0–9; every other character separates |
/// | `scikit-learn` | runs of two or more letters, numbers or `_`, as scikit-learn's `\b\w\w+\b` |
/// | `chars` | single characters, blanks among them; two or more blanks are one space |
/// | `chars-within-words` | single characters of words between blanks, with a space on both sides |
///
/// | option | is | default |
/// | --- | --- | --- |
/// | `ngrams=1-2` | runs of so many tokens; those of words are joined by a space | `1-1` |
/// | `window=5` | also pairs of words up to four places apart, with a `_` for each word between | none |
/// | `case=kept` | capitals remain | lower case |
/// | `form=nfkc` | compatibility forms become ordinary ones first: `ａ` is `a` | as they are |
/// | `stop-words=a the of` | words that are left out before n-grams are formed | none |
/// | `min-documents=2` | features of fewer texts are left out; `0.01` or `1%` is a share | 1 |
/// | `max-documents=0.5` | features of more texts are left out | all |
/// | `hash=18` | no vocabulary, but 2^18 places: [#withHash(int, long, boolean)]; `18:seed=7:signed` | none |
/// | `weights=tf-idf` | counts times idf, to unit length: [#withTfIdf(boolean, boolean, boolean)] | counts |
///
/// Lower case is the case folding of [Vocabulary] for `words`, and Unicode's full lower case for
/// the others. Characters are code points. With the same options, features and weights are those of
/// `CountVectorizer` and `TfidfVectorizer` of scikit-learn 1.4 (`analyzer="char"` for `chars`,
/// `"char_wb"` for `chars-within-words`).
///
/// `min-documents`, `max-documents` and `tf-idf` count texts first, in [#vocabulary(List)], and the
/// vocabulary is frozen: it takes no other words, and statistics merge under the same one.
///
/// Immutable; equal if the notations are.
public final class TextFeatures {

  /// How often each word of [Vocabulary#tokens(String)] occurs.
  public static final TextFeatures WORDS = new TextFeatures(Kind.WORDS, null, null, Map.of());

  private static final int MAX_HASH_BITS = 30;
  private static final int MAX_TOKENS = 64;

  /// The kinds of tokens.
  private enum Kind {
    WORDS,
    ASCII,
    SCIKIT_LEARN,
    CHARS,
    CHARS_WITHIN_WORDS,
    OWN,
    TOKEN_TABLE;

    private String id() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /// A feature of a text as it is found.
  interface Sink {
    /// Takes the feature `chars[from … to)`.
    ///
    /// @param hash that of the chars, as [WordTable] has it
    void take(char[] chars, int from, int to, long hash);
  }

  private final Kind kind;
  private final Function<String, List<String>> own;
  private final TokenTable table;

  /// The options that are not as by default, by name.
  private final Map<String, String> options;

  private final int least;
  private final int most;
  private final int window;
  private final boolean keepsCase;
  private final boolean normalizes;
  final boolean isSublinear;
  final boolean isSmooth;
  final boolean isOfUnitLength;

  /// 0 if there is no hash.
  final int hashBits;

  final boolean isSigned;

  /// The start value of the hash of each feature.
  final long hashBasis;

  private final WordTable stopWords;

  private TextFeatures(
      Kind kind,
      Function<String, List<String>> own,
      TokenTable table,
      Map<String, String> options) {
    this.kind = kind;
    this.own = own;
    this.table = table;
    this.options = Collections.unmodifiableMap(new TreeMap<>(options));
    String[] ngrams = options.getOrDefault("ngrams", "1-1").split("-", -1);
    least = integer("ngrams", ngrams[0], 1, MAX_TOKENS);
    most = integer("ngrams", ngrams[ngrams.length - 1], least, MAX_TOKENS);
    if (ngrams.length > 2) {
      throw invalid("ngrams", "two numbers such as 1-2");
    }
    window = options.containsKey("window") ? integer("window", options.get("window"), 2, 64) : 1;
    keepsCase = options.containsKey("case");
    normalizes = options.containsKey("form");
    options.forEach(this::check);
    String weights = options.getOrDefault("weights", "");
    isSublinear = weights.contains(":sublinear");
    isSmooth = !weights.contains(":not-smooth");
    isOfUnitLength = !weights.contains(":any-length");
    String hash = options.getOrDefault("hash", "");
    isSigned = hash.endsWith(":signed");
    hashBits = hash.isEmpty() ? 0 : integer("hash", hash.split(":", -1)[0], 1, MAX_HASH_BITS);
    hashBasis = 0xCBF29CE484222325L ^ (hash.isEmpty() ? 0 : seed());
    for (String ofWords : List.of("window", "stop-words")) {
      if (options.containsKey(ofWords) && isOfChars()) {
        throw new IllegalArgumentException(
            "the option %s is for words, and tokens are %s".formatted(ofWords, kind.id()));
      }
    }
    for (String counted : List.of("min-documents", "max-documents", "weights")) {
      if (options.containsKey(counted) && isHashed()) {
        throw new IllegalArgumentException(
            "the option %s counts the texts of each word, which hash does not know"
                .formatted(counted));
      }
    }
    stopWords = stopWords();
  }

  private void check(String name, String value) {
    switch (name) {
      case "ngrams", "window", "stop-words" -> {}
      case "case" -> require(value.equals("kept"), name, "kept");
      case "form" -> require(value.equals("nfkc"), name, "nfkc");
      case "min-documents", "max-documents" -> {
        double unused = documents(name, 1).orElseThrow();
      }
      case "hash" ->
          require(
              value.matches("[0-9]{1,2}(:seed=-?[0-9]{1,19})?(:signed)?"),
              name,
              "a number of bits such as 18, with :seed=S and :signed if wanted");
      case "weights" ->
          require(
              value.matches("tf-idf(:sublinear)?(:not-smooth)?(:any-length)?"),
              name,
              "counts, or tf-idf with :sublinear, :not-smooth and :any-length if wanted");
      default ->
          throw new IllegalArgumentException(
              "'%s' is no option of the features of texts; one of ngrams, window, case, form, stop-words, min-documents, max-documents, hash and weights is expected"
                  .formatted(name));
    }
  }

  private void require(boolean valid, String name, String expected) {
    if (!valid) {
      throw invalid(name, expected);
    }
  }

  private IllegalArgumentException invalid(String name, String expected) {
    return new IllegalArgumentException(
        "the option %s of the features of texts is '%s'; %s is expected"
            .formatted(name, options.get(name), expected));
  }

  private int integer(String name, String value, int least, int most) {
    int number = value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : -1;
    require(
        number >= least && number <= most, name, "a number from %d to %d".formatted(least, most));
    return number;
  }

  private WordTable stopWords() {
    if (!options.containsKey("stop-words")) {
      return null;
    }
    WordTable words = new WordTable();
    TextScratch scratch = new TextScratch();
    scratch.read(options.get("stop-words"));
    tokenize(scratch);
    for (int t = 0; t < scratch.tokenCount; t++) {
      int from = scratch.bounds[2 * t];
      int unused = words.add(scratch.chars, from, scratch.bounds[2 * t + 1], scratch.hashes[t]);
    }
    return words;
  }

  /// Reads a notation.
  ///
  /// @throws IllegalArgumentException if it is none, or names a tokenizer of one's own
  public static TextFeatures of(String notation) {
    return of(notation, null);
  }

  /// Reads a notation whose tokens may be `own`, those of a tokenizer.
  static TextFeatures of(String notation, Function<String, List<String>> own) {
    if (notation.startsWith(TokenTable.NOTATION)) {
      throw new IllegalArgumentException(
          "the rows of texts are those of the token table '%s', which is expected, too"
              .formatted(notation));
    }
    String[] parts = notation.split(",", -1);
    Kind kind =
        Arrays.stream(Kind.values())
            .filter(each ->
                each.id().equals(parts[0])
                    && each != Kind.TOKEN_TABLE
                    && (each != Kind.OWN || own != null))
            .findFirst()
            .orElseThrow(() ->
                new IllegalArgumentException(
                    parts[0].equals(Kind.OWN.id())
                        ? "the tokens are those of a program's own tokenizer, which is expected,"
                            + " too"
                        : "'%s' is no kind of tokens; one of words, ascii, scikit-learn, chars and chars-within-words is expected"
                            .formatted(parts[0])));
    Map<String, String> options = new LinkedHashMap<>();
    for (String part : List.of(parts).subList(1, parts.length)) {
      int equals = part.indexOf('=');
      String name = equals < 0 ? part : part.substring(0, equals);
      if (part.equals("weights=counts")) {
        continue;
      }
      if (options.put(name, equals < 0 ? "" : part.substring(equals + 1)) != null) {
        throw new IllegalArgumentException("the option %s is given twice".formatted(name));
      }
    }
    return new TextFeatures(kind, kind == Kind.OWN ? own : null, null, options);
  }

  /// The tokens of a tokenizer of one's own. A file names it `own`:
  /// [Vocabulary#of(org.lanewise.data.Features, Function)] takes it again.
  public static TextFeatures of(Function<String, List<String>> tokenizer) {
    Objects.requireNonNull(tokenizer, "tokenizer");
    return new TextFeatures(Kind.OWN, tokenizer, null, Map.of());
  }

  /// The numbers of the rows of a table, which takes no other options. Rows of a vocabulary are
  /// then those of [TokenTable#rows(List)].
  public static TextFeatures of(TokenTable table) {
    Objects.requireNonNull(table, "table");
    return new TextFeatures(Kind.TOKEN_TABLE, null, table, Map.of());
  }

  private TextFeatures with(String name, String value) {
    Map<String, String> all = new LinkedHashMap<>(options);
    all.put(name, value);
    if (table != null) {
      throw new IllegalArgumentException(
          "the option %s is for words and characters; a token table has none".formatted(name));
    }
    return new TextFeatures(kind, own, null, all);
  }

  /// Returns these features with runs of so many tokens.
  ///
  /// @throws IllegalArgumentException unless 1 ≤ from ≤ to ≤ 64
  public TextFeatures withNgrams(int from, int to) {
    return with("ngrams", from + "-" + to);
  }

  /// Returns these features without some words. Each text is split like a message, and all its
  /// tokens are left out.
  ///
  /// @throws IllegalArgumentException if one contains a comma, or tokens are characters
  public TextFeatures withStopWords(Collection<String> words) {
    SortedSet<String> sorted = new TreeSet<>(words);
    for (String word : sorted) {
      if (word.indexOf(',') >= 0) {
        throw new IllegalArgumentException(
            "the stop word '%s' contains a comma; a word is expected".formatted(word));
      }
    }
    return with("stop-words", String.join(" ", sorted));
  }

  /// Returns these features without those that occur in fewer or in more texts.
  ///
  /// @param least the least number of texts, at least 1
  /// @param most the largest share of all texts, above 0 and up to 1
  /// @throws IllegalArgumentException if one is out of range, or features are hashed
  public TextFeatures withDocuments(int least, double most) {
    return with("min-documents", Integer.toString(least))
        .with("max-documents", Double.toString(most));
  }

  /// Returns these features hashed: instead of a vocabulary there are 2^bits places, and a feature
  /// has the place of the highest bits of a hash of its UTF-8 bytes. Memory is fixed, words need
  /// not be known before, and statistics of the same bits and seed merge. Features that share a
  /// place are counted together.
  ///
  /// The hash is FNV-1a of 64 bits, h ← (h ⊕ byte)·0x100000001B3 from 0xCBF29CE484222325 ⊕ seed,
  /// and the finaliser of SplitMix64.
  ///
  /// @param bits from 1 to 30
  /// @param signed whether the hash's lowest bit decides between 1 and −1, so that collisions
  ///   cancel out on average. Naive Bayes, which needs counts, refuses such rows
  /// @throws IllegalArgumentException if bits are out of range, or options count texts
  public TextFeatures withHash(int bits, long seed, boolean signed) {
    return with("hash", bits + (seed == 0 ? "" : ":seed=" + seed) + (signed ? ":signed" : ""));
  }

  /// Returns these features with counts weighted by how few texts have them (tf-idf).
  ///
  /// A feature that occurs t times has tf = t, or 1 + ln t if `sublinear`. If m of n texts have it,
  /// its idf is 1 + ln(n/m), or 1 + ln((1 + n)/(1 + m)) if `smooth`. Its value is tf·idf, divided
  /// by the length of the row if `unitLength`.
  public TextFeatures withTfIdf(boolean sublinear, boolean smooth, boolean unitLength) {
    return with(
        "weights",
        "tf-idf"
            + (sublinear ? ":sublinear" : "")
            + (smooth ? "" : ":not-smooth")
            + (unitLength ? "" : ":any-length"));
  }

  /// Creates the vocabulary of messages with these features.
  ///
  /// @throws IllegalArgumentException if there is no feature, or a message is null
  public Vocabulary vocabulary(List<String> messages) {
    return Vocabulary.of(this, messages);
  }

  /// Creates the vocabulary of known features, as [Vocabulary#words()] has them.
  ///
  /// @throws IllegalArgumentException if there is none, or texts must be counted
  public Vocabulary vocabularyOf(Collection<String> features) {
    return Vocabulary.ofKnown(this, features);
  }

  /// The features of a text in order, with repetitions, before any is left out or hashed.
  public List<String> features(String text) {
    if (table != null) {
      return Arrays.stream(table.ids(text)).mapToObj(table.vocabulary()::get).toList();
    }
    TextScratch scratch = new TextScratch();
    scratch.read(text);
    List<String> features = new ArrayList<>();
    split(scratch, (chars, from, to, _) -> features.add(new String(chars, from, to - from)));
    return features;
  }

  /// Returns these features with a signed hash.
  ///
  /// @throws IllegalArgumentException if there is no hash
  public TextFeatures withSignedHash() {
    return isSigned ? this : with("hash", options.get("hash") + ":signed");
  }

  /// The table whose rows these are, if there is one.
  public Optional<TokenTable> table() {
    return Optional.ofNullable(table);
  }

  /// Whether there is a hash instead of a vocabulary.
  public boolean isHashed() {
    return options.containsKey("hash");
  }

  /// Whether a hash is signed.
  public boolean isSigned() {
    return isSigned;
  }

  /// Whether a vocabulary is frozen, because it depends on how many texts have each feature.
  public boolean isFrozen() {
    return options.containsKey("weights")
        || options.containsKey("min-documents")
        || options.containsKey("max-documents");
  }

  boolean hasWeights() {
    return options.containsKey("weights");
  }

  private boolean isOfChars() {
    return kind == Kind.CHARS || kind == Kind.CHARS_WITHIN_WORDS;
  }

  /// The least or the largest number of texts of a feature, if it is given.
  Optional<Double> documents(String name, int textCount) {
    String value = options.get(name);
    if (value == null) {
      return Optional.empty();
    }
    if (value.matches("[0-9]{1,9}")) {
      return Optional.of((double) integer(name, value, 1, Integer.MAX_VALUE));
    }
    boolean isPercent = value.endsWith("%");
    String number = isPercent ? value.substring(0, value.length() - 1) : value;
    double share = number.matches("[0-9]*\\.?[0-9]+(E-?[0-9]+)?") ? Double.parseDouble(number) : -1;
    share = isPercent ? share / 100 : share;
    require(share > 0 && share <= 1, name, "a number of texts, or a share such as 0.5 or 50%");
    return Optional.of(share * textCount);
  }

  private long seed() {
    String[] parts = options.get("hash").split(":", -1);
    String seed = parts.length > 1 && parts[1].startsWith("seed=") ? parts[1].substring(5) : "0";
    try {
      return Long.parseLong(seed);
    } catch (NumberFormatException e) {
      throw invalid("hash", "a seed of 64 bits");
    }
  }

  /// The hash of a feature.
  static long hash(long basis, char[] chars, int from, int to) {
    long hash = basis;
    for (int i = from; i < to; i++) {
      int c = chars[i];
      if (c < 0x80) {
        hash = (hash ^ c) * 0x100000001B3L;
        continue;
      }
      if (Character.isSurrogate(chars[i])) {
        c = Character.codePointAt(chars, i, to);
        // Half a pair has no bytes of its own.
        i += Character.charCount(c) - 1;
        c = c < 0x10000 ? 0xFFFD : c;
      }
      int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
      int first = (-0x80 >> more & 0xFF) | c >> 6 * more;
      hash = (hash ^ first) * 0x100000001B3L;
      for (int k = more - 1; k >= 0; k--) {
        hash = (hash ^ (0x80 | c >> 6 * k & 0x3F)) * 0x100000001B3L;
      }
    }
    hash = (hash ^ hash >>> 30) * 0xBF58476D1CE4E5B9L;
    hash = (hash ^ hash >>> 27) * 0x94D049BB133111EBL;
    return hash ^ hash >>> 31;
  }

  /// Gives a sink the features of the message of a scratch, in order, with repetitions.
  void split(TextScratch s, Sink sink) {
    tokenize(s);
    switch (kind) {
      case CHARS -> characters(s, 0, s.length, sink);
      case CHARS_WITHIN_WORDS -> {
        for (int t = 0; t < s.tokenCount; t++) {
          // With the space before and after it.
          characters(s, s.bounds[2 * t] - 1, s.bounds[2 * t + 1] + 1, sink);
        }
      }
      default -> words(s, sink);
    }
  }

  private void tokenize(TextScratch s) {
    if (normalizes) {
      Characters.normalize(s);
    }
    switch (kind) {
      case WORDS -> WordTokens.split(s, keepsCase);
      case ASCII, SCIKIT_LEARN -> Characters.runs(s, keepsCase, kind == Kind.ASCII);
      case CHARS -> Characters.characters(s, keepsCase);
      case CHARS_WITHIN_WORDS -> Characters.blankWords(s, keepsCase);
      case OWN -> Characters.tokens(s, own);
      default -> throw new IllegalStateException(kind.id());
    }
  }

  private void words(TextScratch s, Sink sink) {
    if (stopWords != null) {
      int kept = 0;
      for (int t = 0; t < s.tokenCount; t++) {
        int from = s.bounds[2 * t];
        int to = s.bounds[2 * t + 1];
        if (stopWords.find(s.chars, from, to, s.hashes[t]) < 0) {
          s.hashes[kept] = s.hashes[t];
          s.bounds[2 * kept] = from;
          s.bounds[2 * kept++ + 1] = to;
        }
      }
      s.tokenCount = kept;
    }
    for (int n = least; n <= most; n++) {
      for (int t = 0; t + n <= s.tokenCount; t++) {
        if (n == 1) {
          sink.take(s.chars, s.bounds[2 * t], s.bounds[2 * t + 1], s.hashes[t]);
        } else {
          int length = 0;
          for (int k = t; k < t + n; k++) {
            length = append(s, length, k);
          }
          take(s.gram, 0, length - 1, sink);
        }
      }
    }
    for (int t = 0; window > 1 && t < s.tokenCount; t++) {
      // Neighbours may be n-grams already.
      for (int apart = most > 1 && least <= 2 ? 2 : 1; apart < window; apart++) {
        if (t + apart < s.tokenCount) {
          int length = append(s, 0, t);
          for (int k = 1; k < apart; k++) {
            length = append(s, length, -1);
          }
          int end = append(s, length, t + apart) - 1;
          take(s.gram, 0, end, sink);
        }
      }
    }
  }

  private static void take(char[] chars, int from, int to, Sink sink) {
    sink.take(chars, from, to, WordTable.hash(chars, from, to));
  }

  /// Appends a token and a space, or a `_` for a word between.
  private static int append(TextScratch s, int length, int token) {
    int from = token < 0 ? 0 : s.bounds[2 * token];
    int count = token < 0 ? 1 : s.bounds[2 * token + 1] - from;
    s.gram = TextScratch.room(s.gram, length + count + 1, length);
    if (token < 0) {
      s.gram[length] = '_';
    } else {
      System.arraycopy(s.chars, from, s.gram, length, count);
    }
    s.gram[length + count] = ' ';
    return length + count + 1;
  }

  /// N-grams of the code points of `chars[from … to)`. One that is shorter than an n-gram within
  /// words is one feature, as in scikit-learn.
  private void characters(TextScratch s, int from, int to, Sink sink) {
    int count = Character.codePointCount(s.chars, from, to - from);
    boolean within = kind == Kind.CHARS_WITHIN_WORDS;
    for (int n = least; n <= most && (n <= count || within); n++) {
      int begin = from;
      int end = count <= n ? to : Character.offsetByCodePoints(s.chars, from, to - from, from, n);
      take(s.chars, begin, end, sink);
      while (end < to) {
        begin += Character.charCount(Character.codePointAt(s.chars, begin, to));
        end += Character.charCount(Character.codePointAt(s.chars, end, to));
        take(s.chars, begin, end, sink);
      }
      if (count <= n) {
        break;
      }
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TextFeatures that
        && that.toString().equals(toString())
        && Objects.equals(that.own, own);
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  /// The notation.
  @Override
  public String toString() {
    if (table != null) {
      return table.toString();
    }
    return kind.id()
        + options.entrySet().stream()
            .map(option -> "," + option.getKey() + "=" + option.getValue())
            .collect(Collectors.joining());
  }
}
