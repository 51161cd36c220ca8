package org.lanewise.text;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.model.Classifier;

/// The words that serve as features; turns messages into rows of word counts. Feature j is the j-th
/// distinct token of the training messages in ascending order. [TextFeatures] has other tokens,
/// n-grams, hashed features and weights.
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

  /// Before the frequencies of a vocabulary that is frozen with them.
  private static final String FREQUENCIES = ",idf=";

  private final TextFeatures text;
  private final Features features;
  private final WordTable table;

  /// For each feature its weight, or null if counts have none.
  private final double[] idf;

  private Vocabulary(TextFeatures text, Features features, double[] idf) {
    this.text = text;
    this.features = features;
    this.idf = idf;
    table = text.isHashed() ? null : new WordTable(features.names());
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
    return of(TextFeatures.WORDS, messages);
  }

  static Vocabulary of(TextFeatures text, List<String> messages) {
    requireNoNull(messages);
    if (text.isHashed() || text.table().isPresent()) {
      Features places =
          text.table()
              .map(TokenTable::features)
              .orElseGet(() -> Features.unnamed(1 << text.hashBits).withText(text.toString()));
      return new Vocabulary(text, places, null);
    }
    Learner learner = new Learner(text.isFrozen());
    TextScratch scratch = new TextScratch();
    for (String message : messages) {
      scratch.read(message);
      text.split(scratch, learner);
      learner.message++;
    }
    int n = messages.size();
    double least = text.documents("min-documents", n).orElse(0.0);
    double most = text.documents("max-documents", n).orElse((double) n);
    List<String> found = learner.found.words();
    List<String> kept =
        IntStream.range(0, found.size())
            .filter(i -> {
              int frequency = learner.counts ? learner.frequencies[i] : n;
              return frequency >= least && frequency <= most;
            })
            .mapToObj(found::get)
            .sorted()
            .toList();
    if (kept.isEmpty()) {
      throw new BadDataException(
          found.isEmpty()
              ? "%s messages have no word, a run of letters or digits; at least one is expected"
              : "%s messages have no word that is in as many of them as the options expect",
          Fact.value(n));
    }
    String notation = notation(text);
    if (!text.isFrozen()) {
      return new Vocabulary(text, Features.words(kept).withText(notation), null);
    }
    Features frozen = Features.of(kept);
    if (!text.hasWeights()) {
      return new Vocabulary(text, frozen.withText(notation), null);
    }
    int[] frequencies =
        kept.stream().mapToInt(word -> learner.frequencies[learner.found.find(word)]).toArray();
    String all =
        n + " " + IntStream.of(frequencies).mapToObj(Integer::toString).collect(joining(" "));
    return new Vocabulary(
        text, frozen.withText(notation + FREQUENCIES + all), idf(text, n, frequencies));
  }

  static Vocabulary ofKnown(TextFeatures text, Collection<String> features) {
    if (text.isHashed() || text.table().isPresent()) {
      return of(text, List.of());
    }
    if (text.isFrozen()) {
      throw new IllegalArgumentException(
          "'%s' counts texts; messages are expected".formatted(text));
    }
    return new Vocabulary(text, Features.words(features).withText(notation(text)), null);
  }

  private static String notation(TextFeatures text) {
    return text.equals(TextFeatures.WORDS) ? "" : text.toString();
  }

  private static double[] idf(TextFeatures text, int n, int... frequencies) {
    double more = text.isSmooth ? 1 : 0;
    return IntStream.of(frequencies)
        .mapToDouble(m -> StrictMath.log((n + more) / (m + more)) + 1)
        .toArray();
  }

  /// Finds the features of messages, and of how many messages each is one.
  private static final class Learner implements TextFeatures.Sink {

    private final WordTable found = new WordTable();
    private final boolean counts;
    private int[] frequencies = new int[16];
    private int[] last = new int[16];
    private int message = 1;

    Learner(boolean counts) {
      this.counts = counts;
    }

    @Override
    public void take(char[] chars, int from, int to, long hash) {
      int word = found.add(chars, from, to, hash);
      if (!counts) {
        return;
      }
      if (word >= last.length) {
        frequencies = Arrays.copyOf(frequencies, Math.multiplyExact(2, word));
        last = Arrays.copyOf(last, frequencies.length);
      }
      if (last[word] != message) {
        last[word] = message;
        frequencies[word]++;
      }
    }
  }

  /// Creates the vocabulary of a model that was fitted to rows of words, such as one read from a
  /// file.
  ///
  /// @param words the features of the model: ascending tokens
  /// @throws IllegalArgumentException if the features have no names, if a name is not a token, if
  ///   they are not in ascending order, or if their tokens are those of a program's own tokenizer
  public static Vocabulary of(Features words) {
    return of(words, null);
  }

  /// Creates the vocabulary of a model whose tokens are those of `own`.
  ///
  /// @param words the features of the model
  /// @throws IllegalArgumentException as [#of(Features)]
  public static Vocabulary of(Features words, Function<String, List<String>> own) {
    int end = words.text().indexOf(FREQUENCIES);
    String notation = end < 0 ? words.text() : words.text().substring(0, end);
    TextFeatures text = notation.isEmpty() ? TextFeatures.WORDS : TextFeatures.of(notation, own);
    if (text.isHashed()) {
      if (words.areNamed() || words.count() != 1 << text.hashBits) {
        throw new IllegalArgumentException(
            "there are %d features of hashed texts; 2^%d without names are expected"
                .formatted(words.count(), text.hashBits));
      }
      return new Vocabulary(text, words, null);
    }
    if (!words.areNamed()) {
      throw new IllegalArgumentException(
          "the %s have no names; the words of a vocabulary are expected".formatted(words));
    }
    String previous = "";
    for (String word : words.names()) {
      if (notation.isEmpty() && !tokens(word).equals(List.of(word))) {
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
    if (text.isFrozen()) {
      return new Vocabulary(text, words, frozen(text, words, end));
    }
    return new Vocabulary(
        text, words.areWords() ? words : Features.words(words.names()).withText(notation), null);
  }

  private static double[] frozen(TextFeatures text, Features words, int end) {
    if (!text.hasWeights()) {
      return null;
    }
    String numbers = end < 0 ? "" : words.text().substring(end + FREQUENCIES.length());
    if (!numbers.matches("[0-9]{1,9}( [0-9]{1,9})*")) {
      throw new IllegalArgumentException(
          "the vocabulary has no frequencies; the number of texts and of those of each word are"
              + " expected");
    }
    int[] all = Stream.of(numbers.split(" ", -1)).mapToInt(Integer::parseInt).toArray();
    if (all.length != words.count() + 1 || IntStream.of(all).anyMatch(m -> m < 1 || m > all[0])) {
      throw new IllegalArgumentException(
          "the vocabulary has %d frequencies of %d words; one from 1 to the number of texts is expected for each"
              .formatted(all.length - 1, words.count()));
    }
    return idf(text, all[0], Arrays.copyOfRange(all, 1, all.length));
  }

  /// Returns the tokens of a message in order, with repetitions.
  public static List<String> tokens(String message) {
    return TextFeatures.WORDS.features(message);
  }

  /// Returns the folded code points beyond ASCII that are in no token and are neither blanks,
  /// controls nor punctuation: symbols such as `£` or an emoji, fractions, marks without a letter.
  public static int[] dropped(String message) {
    return WordTokens.dropped(message);
  }

  /// How texts become rows.
  public TextFeatures text() {
    return text;
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
    return rows(messages, true);
  }

  /// Counts the occurrences of each word in one message.
  ///
  /// @throws IllegalArgumentException if it is null
  public SparseRow count(String message) {
    TextScratch row = rowOf(requireMessage(message, 0), new TextScratch());
    return SparseRow.of(
        Arrays.copyOf(row.ids, row.idCount), Arrays.copyOf(row.values, row.idCount));
  }

  /// Returns binary rows: 1 for each word that occurs in the message.
  ///
  /// @throws IllegalArgumentException if a message is null
  public SparseRows presence(List<String> messages) {
    return rows(messages, false);
  }

  /// Returns a binary row: 1 for each word that occurs in the message.
  ///
  /// @throws IllegalArgumentException if it is null
  public SparseRow present(String message) {
    TextScratch row = rowOf(requireMessage(message, 0), new TextScratch());
    return SparseRow.of(Arrays.copyOf(row.ids, row.idCount));
  }

  /// Returns what labels messages by a model of these features, from text or bytes.
  ///
  /// @throws IllegalArgumentException if the model has other features, or takes no rows of texts
  public TextScorer scorer(Classifier<?, ?> model) {
    return new TextScorer(this, model);
  }

  private SparseRows rows(List<String> messages, boolean valued) {
    requireNoNull(messages);
    int[] rowStarts = new int[messages.size() + 1];
    int[] indices = new int[1 << 6];
    double[] values = new double[valued ? indices.length : 0];
    TextScratch row = new TextScratch();
    for (int i = 0; i < messages.size(); i++) {
      int start = rowStarts[i];
      int end = Math.addExact(start, rowOf(messages.get(i), row).idCount);
      if (end > indices.length) {
        int capacity = Math.clamp(2L * end, end, Integer.MAX_VALUE - 8);
        indices = Arrays.copyOf(indices, capacity);
        values = valued ? Arrays.copyOf(values, capacity) : values;
      }
      System.arraycopy(row.ids, 0, indices, start, row.idCount);
      if (valued) {
        System.arraycopy(row.values, 0, values, start, row.idCount);
      }
      rowStarts[i + 1] = end;
    }
    int count = rowStarts[messages.size()];
    int[] kept = Arrays.copyOf(indices, count);
    SparseRows rows =
        valued
            ? SparseRows.of(rowStarts, kept, Arrays.copyOf(values, count), features.count())
            : SparseRows.of(rowStarts, kept, features.count());
    return rows.withFeatures(features);
  }

  private TextScratch rowOf(String message, TextScratch scratch) {
    scratch.read(message);
    fill(scratch);
    return scratch;
  }

  /// Makes the row of the message that a scratch has read.
  void fill(TextScratch s) {
    if (text.table().isPresent()) {
      text.table().get().fill(s);
      return;
    }
    s.count(text, table);
    if (idf != null) {
      weigh(s);
    }
  }

  private void weigh(TextScratch s) {
    double squares = 0;
    for (int i = 0; i < s.idCount; i++) {
      double tf = text.isSublinear ? 1 + StrictMath.log(s.values[i]) : s.values[i];
      double value = tf * idf[s.ids[i]];
      s.values[i] = value;
      squares += value * value;
    }
    if (text.isOfUnitLength) {
      double length = Math.sqrt(squares);
      for (int i = 0; i < s.idCount; i++) {
        s.values[i] /= length;
      }
    }
  }

  private static void requireNoNull(List<String> messages) {
    Objects.requireNonNull(messages, "messages");
    int position = 0;
    for (String message : messages) {
      Object unused = requireMessage(message, position++);
    }
  }

  private static String requireMessage(String message, int position) {
    if (message == null) {
      throw new BadDataException(
          "the message of %s is null; a text is expected", Fact.row(position));
    }
    return message;
  }
}
