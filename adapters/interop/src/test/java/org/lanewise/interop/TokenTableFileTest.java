package org.lanewise.interop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lanewise.io.UnusableFileException;
import org.lanewise.text.TokenTable;

class TokenTableFileTest {

  /// As the library `tokenizers` writes it.
  private static final String TOKENIZER =
      """
      {"version": "1.0", "truncation": null, "padding": null, "added_tokens": [
        {"id": 0, "content": "[UNK]", "single_word": false, "special": true}],
       "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true,
         "strip_accents": null, "lowercase": true},
       "pre_tokenizer": {"type": "BertPreTokenizer"}, "post_processor": null,
       "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": true},
       "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
         "max_input_chars_per_word": 100, "vocab": {"[UNK]": 0, "é": 2, "my": 1, "##s": 3}}}
      """;

  @TempDir private Path folder;

  @BeforeEach
  void tokenizer() throws IOException {
    Files.writeString(folder.resolve("tokenizer.json"), TOKENIZER);
  }

  private void vectors(String header, byte[] data) throws IOException {
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    ByteBuffer file =
        ByteBuffer.allocate(8 + text.length + data.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(text.length)
            .put(text)
            .put(data);
    Files.write(folder.resolve("model.safetensors"), file.array());
  }

  private static ByteBuffer bytes(int count) {
    return ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static byte[] floats(double... values) {
    ByteBuffer bytes = bytes(4 * values.length);
    for (double value : values) {
      bytes.putFloat((float) value);
    }
    return bytes.array();
  }

  private String refusal() {
    String message =
        assertThrows(UnusableFileException.class, () -> TokenTableFile.read(folder)).getMessage();
    assertFalse(message.contains("\n"), message);
    return message.replace(folder + "/", "");
  }

  @Test
  void vectorsAreReadAsFloatsHalfFloatsAndDoubles() throws IOException {
    float[] expected = {9, 9, 3, 4, 0.5f, -1, 0, 2};
    ByteBuffer halves = bytes(16);
    ByteBuffer doubles = bytes(64);
    ByteBuffer singles = bytes(32);
    for (float value : expected) {
      halves.putShort(Float.floatToFloat16(value));
      doubles.putDouble(value);
      singles.putFloat(value);
    }
    int size = 2;
    for (ByteBuffer data : List.of(halves, singles, doubles)) {
      for (String name : List.of("embeddings", "embedding.weight")) {
        vectors(
            "{\"%s\":{\"dtype\":\"F%d\",\"shape\":[4,2],\"data_offsets\":[0,%d]}}"
                .formatted(name, 8 * size, 8 * size),
            data.array());
        TokenTable table = TokenTableFile.read(folder);
        assertArrayEquals(expected, table.vectors());
        assertEquals(List.of("[UNK]", "my", "é", "##s"), table.vocabulary());
        assertTrue(table.toString().endsWith(",unit-length"));
        assertArrayEquals(new int[] {1, 3, 0}, table.ids("Mys É"));
      }
      size *= 2;
    }
    Files.writeString(folder.resolve("config.json"), "{\"normalize\": false, \"x\": null}");
    assertFalse(TokenTableFile.read(folder).toString().contains("unit-length"));
    Files.writeString(
        folder.resolve("tokenizer.json"),
        TOKENIZER.replace("\"lowercase\": true", "\"lowercase\": false"));
    assertArrayEquals(new int[] {1, 2, 0}, TokenTableFile.read(folder).ids("my é É"));
  }

  @Test
  void tokensMayShareRowsAndHaveWeights() throws IOException {
    String mapping = "\"mapping\":{\"dtype\":\"I64\",\"shape\":[4],\"data_offsets\":[16,48]}";
    String weights = "\"weights\":{\"dtype\":\"F64\",\"shape\":[4],\"data_offsets\":[48,80]}";
    String header =
        "{\"embeddings\":{\"dtype\":\"F32\",\"shape\":[2,2],\"data_offsets\":[0,16]},%s,%s}"
            .formatted(mapping, weights);
    ByteBuffer data = bytes(80).put(floats(1, 2, 3, 4));
    for (long row : new long[] {0, 1, 0, 1}) {
      data.putLong(row);
    }
    for (double weight : new double[] {1, 0.5, 2, -1}) {
      data.putDouble(weight);
    }
    vectors(header, data.array());
    assertArrayEquals(
        new float[] {1, 2, 1.5f, 2, 2, 4, -3, -4}, TokenTableFile.read(folder).vectors());
    vectors(header, data.putLong(24, 2).array());
    assertEquals(
        "'model.safetensors' is no valid token table: tensor 'mapping' gives token 1 the row 2; 0"
            + " to 1 are expected",
        refusal());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"F32\" | \"I8\" | 'dtype' of tensor 'embeddings' is I8; F32 or F16 or F64 or I64 is"
            + " expected",
        "\"F32\" | \"I64\" | tensor 'embeddings' has the shape [4, 2] and 32 bytes; 8 for each"
            + " number are expected",
        "[4,2] | [2,4] | tensor 'embeddings' has the shape [2, 4]; a row for each of the 4 tokens"
            + " is expected",
        "[4,2] | [8] | tensor 'embeddings' has the shape [8]; a row for each of the 4 tokens is"
            + " expected",
        "[4,2] | [4,0] | tensor 'embeddings' has the shape [4, 0] and 32 bytes; 4 for each number"
            + " are expected",
        "embeddings | vectors | there is no tensor 'embeddings', which is expected",
        "[0,32] | [0,28] | tensor 'embeddings' has the shape [4, 2] and 28 bytes; 4 for each number"
            + " are expected",
        "{\"emb | {\"more\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]},\"emb | there"
            + " is a tensor 'more', which is not known",
        "[4,2] | null | the header contains null; a text, a number, true, false, an array or an"
            + " object is expected",
      })
  void vectorsThatDoNotFitAreRefused(String part, String instead, String message)
      throws IOException {
    String header = "{\"embeddings\":{\"dtype\":\"F32\",\"shape\":[4,2],\"data_offsets\":[0,32]}}";
    vectors(header.replace(part, instead), floats(1, 2, 3, 4, 5, 6, 7, 8));
    assertEquals("'model.safetensors' is no valid token table: " + message, refusal());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"type\": \"WordPiece\", \"unk | \"type\": \"Unigram\", \"unk | 'type' of 'model' is"
            + " Unigram; WordPiece is expected",
        "BertNormalizer | Sequence | 'type' of 'normalizer' is Sequence; BertNormalizer is"
            + " expected",
        "BertPreTokenizer | Metaspace | 'type' of 'pre_tokenizer' is Metaspace; BertPreTokenizer is"
            + " expected",
        "\"strip_accents\": null | \"strip_accents\": false | 'strip_accents' of 'normalizer' is"
            + " false; true, as lowercase is expected",
        "clean_text\": true | clean_text\": false | 'clean_text' of 'normalizer' is false; true is"
            + " expected",
        "chars\": true | chars\": false | 'handle_chinese_chars' of 'normalizer' is false; true is"
            + " expected",
        "per_word\": 100 | per_word\": 50 | 'max_input_chars_per_word' of 'model' is 50; a number"
            + " from 100 to 100 is expected",
        "{\"id\": 0, \"content\": \"[UNK]\" | {\"id\": 0, \"content\": \"<url>\" | 'content' of"
            + " element 0 of 'added_tokens' is <url>; one of [[PAD], [UNK], [CLS], [SEP], [MASK]]"
            + " is expected",
        "\"my\": 1 | \"my\": 2 | 'my' of 'vocab' is 2; an id of its own, and 'é' has that is"
            + " expected",
        "\"my\": 1 | \"my\": 4 | 'my' of 'vocab' is 4; a number from 0 to 3 is expected",
        "\"my\": 1 | \"my\": 1.5 | 'my' of 'vocab' is 1.5; an integer is expected",
        "\"my\": 1 | \"é\": 1 | it is no valid JSON at character",
        "\"my\": 1, | \"my\": 1,, | it is no valid JSON at character",
        "\"my\" | \"\\ud800\" | a text of it contains half a surrogate pair; whole characters are"
            + " expected",
        "\"model\" | \"models\" | the file has no member 'model', which is expected",
      })
  void tokensThatAreNoWordPiecesAreRefused(String part, String instead, String message)
      throws IOException {
    vectors("{}", new byte[0]);
    Files.writeString(folder.resolve("tokenizer.json"), TOKENIZER.replace(part, instead));
    assertTrue(refusal().startsWith("'tokenizer.json' cannot be used: " + message), this::refusal);
  }

  @Test
  void filesThatAreAbsentOrNotFiniteAreRefused() throws IOException {
    assertTrue(refusal().contains("model.safetensors"), this::refusal);
    vectors(
        "{\"embeddings\":{\"dtype\":\"F32\",\"shape\":[4,2],\"data_offsets\":[0,32]}}",
        floats(1, 2, 3, Double.NaN, 5, 6, 7, 8));
    assertEquals(
        "'model.safetensors' is no valid token table: the vector of token 1 ('my') has NaN at 1;"
            + " finite numbers are expected",
        refusal());
    // A file with a hole.
    try (RandomAccessFile file =
        new RandomAccessFile(folder.resolve("model.safetensors").toFile(), "rw")) {
      String header =
          "{\"embeddings\":{\"dtype\":\"F16\",\"shape\":[4,536870912],\"data_offsets\":[0,4294967296]}}";
      file.writeLong(Long.reverseBytes(header.length()));
      file.write(header.getBytes(StandardCharsets.UTF_8));
      file.setLength(8 + header.length() + (1L << 32));
    }
    assertEquals(
        "'model.safetensors' is no valid token table: tensor 'embeddings' has the shape [4,"
            + " 536870912], 2147483648 numbers; at most 2147483639 are expected",
        refusal());
    Files.write(folder.resolve("tokenizer.json"), new byte[] {'{', (byte) 0xFF, '}'});
    assertEquals("'tokenizer.json' cannot be read: it is not UTF-8", refusal());
    Path file = folder.resolve("tokenizer.json");
    assertEquals(
        "'%s' is no folder; a folder with model.safetensors and tokenizer.json is expected"
            .formatted(file),
        assertThrows(UnusableFileException.class, () -> TokenTableFile.read(file)).getMessage());
  }

  @Test
  void aTableIsDistilledFromAnyModel(@TempDir Path out) throws IOException {
    TokenTable table =
        TokenTableFile.distil(
            folder.resolve("tokenizer.json"),
            text -> new float[] {text.length(), text.codePointAt(0) == 's' ? 1 : 0},
            "letters",
            "CC0-1.0",
            out);
    assertEquals(table.toString(), TokenTableFile.read(out).toString());
    double all = 1 / 2.0 + 1 / 3.0 + 1 / 4.0 + 1 / 5.0;
    // Lengths without ##: 5, 2, 1, 1.
    double[] lengths = {5, 2, 1, 1};
    for (int t = 0; t < 4; t++) {
      double weight = 1e-4 / (1e-4 + 1 / (t + 2.0) / all);
      assertEquals((float) ((lengths[t] - 2.25) * weight), table.vectors()[2 * t]);
      assertEquals((float) (((t == 3 ? 1 : 0) - 0.25) * weight), table.vectors()[2 * t + 1]);
    }
    String written =
        new String(Files.readAllBytes(out.resolve("model.safetensors")), StandardCharsets.UTF_8);
    assertTrue(written.contains("{\"licence\":\"CC0-1.0\",\"source\":\"letters\"}"), written);
    assertEquals(
        "the vector of 'my' has 2 numbers; 5 are expected, and at least 1",
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    TokenTableFile.distil(
                        folder.resolve("tokenizer.json"),
                        text -> new float[text.length()],
                        "",
                        "",
                        out))
            .getMessage());
  }
}
