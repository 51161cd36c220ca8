package org.lanewise.interop;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.lanewise.internal.file.AtomicFile;
import org.lanewise.io.UnusableFileException;
import org.lanewise.text.TokenTable;

/// Folders of token tables as Model2Vec writes them: vectors in `model.safetensors`, and tokens in
/// `tokenizer.json` of Hugging Face.
///
/// ```java
/// TokenTable table = TokenTableFile.read(Path.of("table"));
/// ```
///
/// Vectors are the tensor `embeddings` (or `embedding.weight`) of F32, F16 or F64, a row for each
/// token. A tensor `mapping` of I64 gives each token a row instead, and `weights` multiplies the
/// vector of each token. Rows of texts have length 1, unless `config.json` has `"normalize":
/// false`. Unlike Model2Vec, long texts are not cut.
public final class TokenTableFile {

  private static final String VECTORS = "model.safetensors";
  private static final String TOKENIZER = "tokenizer.json";
  private static final String CONFIG = "config.json";
  private static final String EMBEDDINGS = "embeddings";

  /// Tokens that are found as they are in a text.
  private static final List<String> SPECIAL = List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]");

  private static final int LONGEST_WORD = 100;

  /// How strongly frequent tokens weigh less (smooth inverse frequency; Arora, Liang and Ma, 2017).
  private static final double FREQUENCY = 1e-4;

  private TokenTableFile() {}

  /// Reads the table of a folder.
  ///
  /// @throws UnusableFileException if a file is absent or not valid, or its tokens are not those of
  ///   WordPiece
  public static TokenTable read(Path folder) throws UnusableFileException {
    if (!Files.isDirectory(folder)) {
      throw new UnusableFileException(
          "'%s' is no folder; a folder with %s and %s is expected"
              .formatted(folder, VECTORS, TOKENIZER));
    }
    Tokenizer tokenizer = parse(folder.resolve(TOKENIZER), Tokenizer::of);
    boolean normalizes =
        !Files.exists(folder.resolve(CONFIG))
            || parse(
                folder.resolve(CONFIG),
                config -> !config.has("normalize") || config.flag("normalize"));
    Path path = folder.resolve(VECTORS);
    TokenTable table;
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      table = table(channel, tokenizer.tokens);
    } catch (IOException e) {
      throw UnusableFileException.ofReading(path, e);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new UnusableFileException(
          "'%s' is no valid token table: %s".formatted(path, e.getMessage()), e);
    }
    table = tokenizer.isCased ? table.withCase() : table;
    return normalizes ? table.withUnitLength() : table;
  }

  private static TokenTable table(FileChannel channel, List<String> tokens) throws IOException {
    long size = channel.size();
    Members header =
        new Members(Json.read(ParameterFile.header(channel, size), "the header"), "the header");
    StoredTensors tensors =
        new StoredTensors(
            channel,
            channel.position(),
            size - channel.position(),
            ParameterFile.places(
                header, Tensor.Type.F32, Tensor.Type.F16, Tensor.Type.F64, Tensor.Type.I64));
    String name = tensors.has(EMBEDDINGS) ? EMBEDDINGS : "embedding.weight";
    long[] shape = tensors.shape(tensors.has(name) ? name : EMBEDDINGS);
    int n = tokens.size();
    boolean isMapped = tensors.has("mapping");
    if (shape.length != 2 || !isMapped && shape[0] != n) {
      throw new IllegalArgumentException(
          "tensor '%s' has the shape %s; a row for each of the %d tokens is expected"
              .formatted(name, Arrays.toString(shape), n));
    }
    float[] rows = tensors.floats(name, shape);
    int[] mapping = isMapped ? tensors.integers("mapping", n) : null;
    float[] weights = tensors.has("weights") ? tensors.floats("weights", n) : null;
    tensors.finish();
    if (!isMapped && weights == null) {
      return TokenTable.of(tokens, rows, (int) shape[1]);
    }
    int width = (int) shape[1];
    float[] vectors = new float[StoredTensors.count(name, (long) n * width, shape)];
    for (int t = 0; t < n; t++) {
      int row = isMapped ? mapping[t] : t;
      if (row < 0 || row >= shape[0]) {
        throw new IllegalArgumentException(
            "tensor 'mapping' gives token %d the row %d; 0 to %d are expected"
                .formatted(t, row, shape[0] - 1));
      }
      for (int j = 0; j < width; j++) {
        vectors[t * width + j] = rows[row * width + j] * (weights == null ? 1 : weights[t]);
      }
    }
    return TokenTable.of(tokens, vectors, width);
  }

  private static <T> T parse(Path path, Function<Members, T> use) throws UnusableFileException {
    try {
      return use.apply(new Members(Json.read(Files.readString(path), "it", true), "the file"));
    } catch (IOException e) {
      throw UnusableFileException.ofReading(path, e);
    } catch (IllegalArgumentException e) {
      throw new UnusableFileException("'%s' cannot be used: %s".formatted(path, e.getMessage()), e);
    }
  }

  /// The tokens, and how texts are divided into them.
  ///
  /// @param tokens the token of each id
  /// @param isCased whether capitals and accents are kept
  private record Tokenizer(List<String> tokens, boolean isCased) {

    static Tokenizer of(Members file) {
      Members model = new Members(file.object("model"), "'model'");
      require(model, "type", "WordPiece");
      require(model, "unk_token", "[UNK]");
      require(model, "continuing_subword_prefix", "##");
      Members normalizer = new Members(file.object("normalizer"), "'normalizer'");
      require(normalizer, "type", "BertNormalizer");
      require(
          new Members(file.object("pre_tokenizer"), "'pre_tokenizer'"), "type", "BertPreTokenizer");
      for (String flag : List.of("clean_text", "handle_chinese_chars")) {
        if (normalizer.has(flag) && !normalizer.flag(flag)) {
          throw normalizer.wrong(flag, false, "true");
        }
      }
      if (model.has("max_input_chars_per_word")) {
        long unused = model.integer("max_input_chars_per_word", LONGEST_WORD, LONGEST_WORD);
      }
      int added = file.has("added_tokens") ? file.list("added_tokens").size() : 0;
      for (int i = 0; i < added; i++) {
        Members token = file.element("added_tokens", i);
        if (!SPECIAL.contains(token.text("content"))) {
          throw token.wrong("content", token.text("content"), "one of " + SPECIAL);
        }
      }
      boolean lowers = normalizer.flag("lowercase");
      if (normalizer.has("strip_accents") && normalizer.flag("strip_accents") != lowers) {
        throw normalizer.wrong("strip_accents", !lowers, lowers + ", as lowercase");
      }
      Members vocabulary = new Members(model.object("vocab"), "'vocab'");
      String[] tokens = new String[vocabulary.names().size()];
      for (String token : vocabulary.names()) {
        int id = (int) vocabulary.integer(token, 0, tokens.length - 1);
        if (tokens[id] != null) {
          throw vocabulary.wrong(
              token, id, "an id of its own, and '%s' has that".formatted(tokens[id]));
        }
        tokens[id] = token;
      }
      return new Tokenizer(List.of(tokens), !lowers);
    }

    private static void require(Members members, String name, String expected) {
      String found = members.text(name);
      if (!found.equals(expected)) {
        throw members.wrong(name, found, expected);
      }
    }
  }

  /// Makes a table of a model that embeds texts, so that no network is needed later. Each token is
  /// embedded alone, as a text, without `##`. Vectors lose their mean and are weighted as Model2Vec
  /// does: a/(a + p) with a = 0.0001, and p by Zipf's law proportional to 1/(id + 2), because ids
  /// ascend with rarity.
  ///
  /// The folder gets `model.safetensors`, with the licence in its metadata, and a copy of the
  /// tokenizer. Check that the licence of the model allows to pass on what was made of it.
  ///
  /// @param tokenizer the model's `tokenizer.json`, WordPiece
  /// @param model the vector of a text
  /// @param source the name of the model
  /// @param licence its licence
  /// @param folder an existing folder
  /// @throws UnusableFileException if a file cannot be read or written
  /// @throws IllegalArgumentException if vectors have different lengths
  public static TokenTable distil(
      Path tokenizer, Function<String, float[]> model, String source, String licence, Path folder)
      throws UnusableFileException {
    List<String> tokens = parse(tokenizer, Tokenizer::of).tokens;
    int n = tokens.size();
    float[][] vectors = new float[n][];
    double sum = 0;
    for (int t = 0; t < n; t++) {
      String token = tokens.get(t);
      boolean continues = token.startsWith("##") && token.length() > 2;
      vectors[t] = model.apply(continues ? token.substring(2) : token);
      if (vectors[t].length != vectors[0].length || vectors[t].length == 0) {
        throw new IllegalArgumentException(
            "the vector of '%s' has %d numbers; %d are expected, and at least 1"
                .formatted(token, vectors[t].length, vectors[0].length));
      }
      sum += 1.0 / (t + 2);
    }
    double all = sum;
    double[] mean = new double[vectors[0].length];
    for (float[] vector : vectors) {
      for (int j = 0; j < mean.length; j++) {
        mean[j] += vector[j] / (double) n;
      }
    }
    Tensor table =
        new Tensor(
            EMBEDDINGS,
            Tensor.Type.F32,
            new long[] {n, mean.length},
            n,
            t -> {
              double weight = FREQUENCY / (FREQUENCY + 1 / (t + 2.0) / all);
              double[] row = new double[mean.length];
              Arrays.setAll(row, j -> (vectors[t][j] - mean[j]) * weight);
              return row;
            });
    byte[] header =
        ParameterFile.header(
            new TreeMap<>(Map.of("source", source, "licence", licence)), List.of(table));
    AtomicFile.write(
        folder.resolve(VECTORS),
        stream -> {
          OutputStream out = new BufferedOutputStream(stream);
          out.write(header);
          ParameterFile.write(table, out);
          out.flush();
        });
    try {
      byte[] copy = Files.readAllBytes(tokenizer);
      AtomicFile.write(folder.resolve(TOKENIZER), stream -> stream.write(copy));
    } catch (IOException e) {
      throw UnusableFileException.ofReading(tokenizer, e);
    }
    return read(folder);
  }
}
