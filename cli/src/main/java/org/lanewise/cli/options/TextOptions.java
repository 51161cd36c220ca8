package org.lanewise.cli.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.lanewise.cli.model.TokenTables;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.table.DataException;
import org.lanewise.text.TextFeatures;

/// Options of the features of messages: together a notation of [TextFeatures].
public final class TextOptions implements Arguments.Group {

  private String tokens;
  private Path table;
  private Path stopWords;
  private final Map<String, String> given = new LinkedHashMap<>();

  @Override
  public void addTo(Arguments arguments) {
    arguments.text(
        "--tokens",
        "TOKENS",
        value -> tokens = value,
        "What the messages of --text are split into: words (runs of letters, marks and digits;"
            + " default), chars, chars-within-words, ascii (runs of a-z and 0-9), or scikit-learn"
            + " (its words of two or more characters). The other options may follow after commas,"
            + " as in chars-within-words,ngrams=2-4. The model keeps them all.");
    arguments.file(
        "--token-table",
        "DIR",
        value -> table = value,
        "A folder with a vector for each token, as Model2Vec writes it: model.safetensors and"
            + " tokenizer.json (WordPiece). The features of a message are the mean of its vectors,"
            + " at length 1. The model file keeps the table. For lda, qda, rda, low-rank and"
            + " gaussian-nb.");
    option(
        arguments,
        "--ngrams",
        "FROM-TO",
        "Runs of so many tokens, such as 1-2; single ones by default.");
    option(
        arguments,
        "--window",
        "W",
        "Also pairs of words that are less than W places apart, in their order.");
    arguments.text(
        "--lowercase",
        "yes|no",
        value -> given.put("case", value),
        "Whether capitals are small letters; yes by default.");
    option(
        arguments,
        "--form",
        "nfkc",
        "Replace compatibility forms first, such as full-width letters.");
    arguments.file(
        "--stop-words",
        "FILE",
        value -> stopWords = value,
        "A file of words to leave out, one a line, in UTF-8.");
    option(
        arguments,
        "--min-documents",
        "N|SHARE",
        "Leave out features of fewer training messages, such as 2 or 0.1%.");
    option(
        arguments,
        "--max-documents",
        "N|SHARE",
        "Leave out features of more training messages, such as 0.5 or 50%.");
    option(
        arguments,
        "--hash",
        "BITS[:seed=S]",
        "Instead of a vocabulary 2^BITS places, chosen by a hash of each feature; signed for lda,"
            + " qda and rda.");
    option(
        arguments,
        "--weights",
        "counts|tf-idf",
        "Weigh counts by how few training messages have a feature, and scale rows to length 1;"
            + " tf-idf:sublinear takes logarithms of counts, :not-smooth and :any-length are for"
            + " comparisons with other programs.");
  }

  private void option(Arguments arguments, String name, String label, String description) {
    arguments.text(name, label, value -> given.put(name.substring(2), value), description);
  }

  /// Whether any of these options was given.
  public boolean areGiven() {
    return tokens != null || table != null || stopWords != null || !given.isEmpty();
  }

  /// How to read messages that become these features.
  ///
  /// @throws UsageException if there are none, or an option is invalid
  public ReadOptions readOptions(ReadOptions options) {
    if (areGiven() && options.roles().text().isEmpty()) {
      throw new UsageException("--tokens and its options need --text, the column of messages");
    }
    return options.withOtherTokens(
        notation().filter(tokens -> !tokens.startsWith(TextFeatures.WORDS.toString())).isPresent());
  }

  /// The notation of the features, if any option was given.
  ///
  /// @throws UsageException if it is invalid
  /// @throws DataException if the stop words cannot be read
  public Optional<String> notation() {
    if (!areGiven()) {
      return Optional.empty();
    }
    Map<String, String> all = new LinkedHashMap<>(given);
    if (table != null || tokens != null && TokenTables.isOne(tokens)) {
      if (stopWords != null || !all.isEmpty() || table != null && tokens != null) {
        throw new UsageException(
            "--token-table cannot be used with --tokens and its options, which describe words and"
                + " characters");
      }
      String notation = table == null ? tokens : TokenTables.PREFIX + table;
      TextFeatures unused = TokenTables.features(notation); // Only whether it can be read.
      return Optional.of(notation);
    }
    String lowercase = all.remove("case");
    if (lowercase != null && !lowercase.equals("yes")) {
      all.put("case", lowercase.equals("no") ? "kept" : lowercase);
    }
    String options =
        all.entrySet().stream()
            .map(option -> "," + option.getKey() + "=" + option.getValue())
            .collect(Collectors.joining());
    try {
      TextFeatures features = TextFeatures.of((tokens == null ? "words" : tokens) + options);
      return Optional.of(
          (stopWords == null ? features : features.withStopWords(Files.readAllLines(stopWords)))
              .toString());
    } catch (IllegalArgumentException e) {
      throw new UsageException("invalid value for --tokens: " + e.getMessage());
    } catch (IOException e) {
      throw new DataException(
          "--stop-words: cannot read '%s'; expected a file of words in UTF-8".formatted(stopWords),
          e);
    }
  }
}
