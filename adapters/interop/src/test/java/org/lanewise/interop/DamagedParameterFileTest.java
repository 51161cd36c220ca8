package org.lanewise.interop;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lanewise.io.UnusableFileException;

/// Whatever is not whole and valid is refused in one sentence.
class DamagedParameterFileTest {

  /// The description of the smallest model, with known numbers only: two classes, one feature.
  private static final String MODEL =
      "{\"kind\":\"linear-discriminant\",\"classes\":[\"a\",\"b\"],\"features\":[\"x\"]}";

  private static final double LOG = Math.log(2 * Math.PI);

  @TempDir private Path folder;

  /// One tensor of a file that a test writes.
  private record Part(String name, String type, String shape, double... values) {
    byte[] bytes() {
      ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
      for (double value : values) {
        bytes.putLong(type.equals("I64") ? (long) value : Double.doubleToRawLongBits(value));
      }
      return bytes.array();
    }
  }

  private static List<Part> parts() {
    return new ArrayList<>(
        List.of(
            new Part("priors", "F64", "[2]", 0.5, 0.5),
            new Part("origin", "F64", "[1]", 0),
            new Part("means", "F64", "[2,1]", -1, 1),
            new Part("covariance", "F64", "[1,1]", 1),
            new Part("check.rows", "F64", "[1,1]", 0),
            new Part("check.log_joint", "F64", "[1,2]", score(), score())));
  }

  private static double score() {
    return Math.log(0.5) - LOG / 2 - 0.5;
  }

  /// The bytes of a file with a right checksum.
  ///
  /// @param edit a change of the text of the header
  private static byte[] file(String model, List<Part> parts, UnaryOperator<String> edit)
      throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    digest.update(model.getBytes(StandardCharsets.UTF_8));
    StringBuilder tensors = new StringBuilder();
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    for (Part part : parts) {
      byte[] bytes = part.bytes();
      digest.update((part.name + "\n").getBytes(StandardCharsets.UTF_8));
      digest.update(bytes);
      tensors.append(
          ",\"%s\":{\"dtype\":\"%s\",\"shape\":%s,\"data_offsets\":[%d,%d]}"
              .formatted(
                  part.name, part.type, part.shape, data.size(), data.size() + bytes.length));
      data.write(bytes);
    }
    String header =
        edit.apply(
            ("{\"__metadata__\":{\"format\":\"lanewise-parameters\",\"version\":\"1\","
                    + "\"producer\":\"a test\",\"model\":%s,\"sha256\":\"%s\"}%s}")
                .formatted(quoted(model), HexFormat.of().formatHex(digest.digest()), tensors));
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.write(ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(text.length).array());
    file.write(text);
    file.write(data.toByteArray());
    return file.toByteArray();
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private void read(byte[] bytes) throws IOException {
    ParameterFile.read(Files.write(folder.resolve("f"), bytes));
  }

  private String refusal(byte[] bytes) {
    String message = assertThrows(UnusableFileException.class, () -> read(bytes)).getMessage();
    assertTrue(
        message.startsWith("'" + folder.resolve("f") + "' is no valid parameter file: "), message);
    assertFalse(message.contains("\n"), message);
    return message;
  }

  private void assertRefused(String expected, byte[] bytes) {
    String message = refusal(bytes);
    assertTrue(message.contains(expected), message);
  }

  @Test
  void aFileOfAnotherWriterIsRead() throws Exception {
    read(file(MODEL, parts(), header -> header));
    // Members and tensors have no order, and a header may end with blanks.
    read(file(MODEL, parts().reversed(), header -> header + "   "));
  }

  @Test
  void anyTruncationIsRefused() throws Exception {
    byte[] bytes = file(MODEL, parts(), header -> header);
    for (int length = 0; length < bytes.length; length++) {
      refusal(Arrays.copyOf(bytes, length));
    }
    assertRefused("as many are expected", Arrays.copyOf(bytes, bytes.length + 1));
  }

  @Test
  void anyChangeOfTheDescriptionOrANumberIsRefused() throws Exception {
    byte[] bytes = file(MODEL, parts(), header -> header);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    int producer = text.indexOf("a test");
    for (int at = 0; at < bytes.length; at++) {
      byte right = bytes[at];
      for (int flip : new int[] {1, 128}) {
        bytes[at] = (byte) (right ^ flip);
        if (at < producer || at >= producer + "a test".length()) {
          refusal(bytes);
        }
      }
      bytes[at] = right;
    }
    assertDoesNotThrow(() -> read(bytes));
  }

  @Test
  void headersOfHostileLengthsAreRefused() throws Exception {
    byte[] bytes = file(MODEL, parts(), header -> header);
    for (long length :
        new long[] {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 40, 100_000_001}) {
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(0, length);
      assertRefused("its header has " + Long.toUnsignedString(length) + " bytes", bytes);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"__metadata__\" | [\"__metadata__\" | its header begins with the byte 5b",
        "{\"__metadata__\" | {\"metadata\" | no member '__metadata__'",
        "\"version\":\"1\" | \"version\":\"2\" | 'version' of __metadata__ is 2; 1 is expected",
        "\"version\":\"1\" | \"version\":1 | 'version' of __metadata__ is 1; a text is expected",
        "\"version\":\"1\", | `` | __metadata__ has no member 'version'",
        "lanewise-parameters | pt | 'format' of __metadata__ is pt",
        "\"version\":\"1\" | \"version\":\"1\",\"version\":\"1\" | Duplicate field 'version'",
        "\"version\":\"1\" | \"version\":\"1\",\"author\":\"x\" | the member 'author', which is not"
            + " known",
        "\"priors\": | \"means\": | Duplicate field 'means'",
        "\"priors\": | \"prior\": | 'sha256' of __metadata__ is ",
        "\"dtype\":\"F64\" | \"dtype\":\"F32\" | 'dtype' of tensor 'priors' is F32; F64 or I64",
        "\"dtype\":\"F64\" | \"dtype\":\"I64\" | tensor 'priors' is I64 [2]; F64 [2] is expected",
        "\"dtype\":\"F64\", | `` | tensor 'priors' has no member 'dtype'",
        "\"shape\":[2] | \"shape\":[3] | the shape [3] and 16 bytes",
        "\"shape\":[2] | \"shape\":[1,2] | tensor 'priors' is F64 [1, 2]; F64 [2] is expected",
        "\"shape\":[2] | \"shape\":[-1,-2] | the shape [-1, -2]",
        "\"shape\":[2] | \"shape\":[4611686018427387904,4] | the shape [4611686018427387904, 4]",
        "\"shape\":[2] | \"shape\":[2.0] | an array of integers is expected",
        "\"shape\":[2] | \"shape\":2 | an array is expected",
        "\"shape\":[2] | \"shape\":[99999999999999999999] | is no valid JSON at character ",
        "[0,16] | [8,16] | 'priors' has bytes 8 to 16 of the data; a tensor from byte 0 on",
        "[16,24] | [8,24] | 'origin' has bytes 8 to 24 of the data; a tensor from byte 16 on",
        "[16,24] | [24,24] | has bytes 24 to 24 of the data; a tensor from byte 16 on is expected",
        "[0,16] | [0,-16] | has bytes 0 to -16 of the data",
        "[0,16] | [0,9223372036854775807] | the shape [2] and 9223372036854775807 bytes",
        "[0,16] | [0] | an array of 2 is expected",
        "\"data_offsets\":[0,16] | \"data_offsets\":[0,16],\"x\":1 | has the member 'x'",
        "\"data_offsets\":[0,16] | \"data_offsets\":null | contains null",
        "\"a test\" | \"\\ud800\" | half a surrogate pair",
        "\"a test\" |"
            + " [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]] |"
            + " is no valid JSON",
      })
  void whatAHeaderMustNotSayIsRefused(String part, String other, String expected) throws Exception {
    byte[] bytes =
        file(
            MODEL,
            parts(),
            header -> {
              assertTrue(header.contains(part), header);
              int at = header.indexOf(part);
              return header.substring(0, at) + other + header.substring(at + part.length());
            });
    assertRefused(expected, bytes);
  }

  @Test
  void textAfterTheHeaderAndOtherEncodingsAreRefused() throws Exception {
    assertRefused("the header goes on", file(MODEL, parts(), header -> header + "{}"));
    assertRefused("the header is no valid JSON", file(MODEL, parts(), header -> header + "x"));
    byte[] bytes = file(MODEL, parts(), header -> header);
    bytes[12] = (byte) 0xc0;
    assertRefused("its header is not UTF-8", bytes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "linear-discriminant | tree | 'tree' is not a known kind of models; linear-discriminant, ",
        "linear-discriminant | quadratic-discriminant | there is no tensor 'covariances'",
        "linear-discriminant | multinomial-naive-bayes | there is no tensor 'counts'",
        "\"kind\":\"linear-discriminant\", | `` | has no member 'kind'",
        "[\"a\",\"b\"] | [\"a\",\"a\"] | 'a'",
        "[\"a\",\"b\"] | [\"a\",1] | an array of texts is expected",
        "[\"a\",\"b\"] | [] | 0",
        "[\"a\",\"b\"] | 0 | 'classes' of the description of the model is 0",
        "[\"a\",\"b\"] | 2147483647 | a number that a file of ",
        "[\"a\",\"b\"] | 2147483648 | a number from 1 to 2147483647 is expected",
        "[\"a\",\"b\"] | 3 | tensor 'priors' is F64 [2]; F64 [3] is expected",
        "[\"x\"] | 2147483647 | a number that a file of ",
        "[\"x\"] | [\"x\",\"y\"] | is expected",
        "[\"x\"] | [\"x\"],\"vocabulary\":1 | true or false is expected",
        "[\"x\"] | 1,\"vocabulary\":true | false for features without names is expected",
        "[\"x\"] | [\"x\"],\"notes\":{\"a\":1} | 'a' of 'notes' is 1; a text is expected",
        "[\"x\"] | [\"x\"],\"notes\":{\"a\":\"1\",\"a\":\"1\"} | Duplicate field 'a'",
        "[\"x\"] | [\"x\"],\"temperature\":2.0 | the member 'temperature', which is not known",
        "[\"x\"] | [\"x\"],\"normalized\":true | the member 'normalized', which is not known",
        "[\"x\"] | [\"x\\ud800\"] | half a surrogate pair",
        "{ | [{ | no JSON object",
      })
  void whatADescriptionMustNotSayIsRefused(String part, String other, String expected)
      throws Exception {
    assertTrue(MODEL.contains(part));
    assertRefused(expected, file(MODEL.replace(part, other), parts(), header -> header));
  }

  @Test
  void namesOfAnyLengthMakeAShortRefusal() throws Exception {
    String name = "z".repeat(3000);
    List<Part> parts = parts();
    parts.add(new Part(name, "F64", "[1]", 0));
    for (byte[] bytes :
        List.of(
            file(MODEL, parts, header -> header),
            file(MODEL, parts(), header -> header.replace("\"priors\"", quoted(name))),
            file(MODEL, parts(), header -> header.replace("F64", name)),
            file(MODEL, parts(), header -> header.replace("{\"__meta", name + "{\"__meta")),
            file(MODEL, parts(), header -> header.replaceFirst("\\{", "{" + name)),
            file(MODEL.replace("linear-discriminant", name), parts(), header -> header),
            file(MODEL.replace("\"x\"", quoted(name) + "," + quoted(name)), parts(), h -> h),
            file(MODEL.replace("\"a\",\"b\"", quoted(name) + "," + quoted(name)), parts(), h -> h),
            file(MODEL.replace("\"kind\"", quoted(name) + ":1,\"kind\""), parts(), h -> h),
            file(
                "{\"kind\":\"transformed\",\"classes\":2,\"features\":[%s],\"steps\":[{\"kind\":\"unit-length\"}],\"model\":%s}"
                    .formatted(quoted(name), MODEL.replace("\"classes\":[\"a\",\"b\"],", "")),
                parts(),
                header -> header))) {
      String message = refusal(bytes);
      assertTrue(message.length() <= 600, message);
    }
  }

  /// Of 16,384 values each, 16,384 × 8,192 numbers or 1 GB.
  @Test
  void matricesOfRandomFeaturesAreBoundedInAll() throws Exception {
    String step = "{\"kind\":\"random-features\",\"count\":%d,\"seed\":\"1\"}";
    StringBuilder steps = new StringBuilder(step.formatted(8192));
    for (int i = 1; i < 8; i++) {
      steps.append(',').append(step.formatted(i % 2 == 0 ? 8192 : 16384));
    }
    String model =
        "{\"kind\":\"transformed\",\"classes\":[\"a\",\"b\"],\"features\":16384,\"steps\":[%s],\"model\":{\"kind\":\"linear\",\"features\":16384}}"
            .formatted(steps);
    List<Part> parts = parts();
    parts.add(new Part("room", "F64", "[16384]", new double[16384]));
    assertRefused(
        "'count' of element 1 of 'steps' is 16384; 2^27 numbers at most in all matrices of random"
            + " features is expected",
        file(model, parts, header -> header));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | F64 | [2] | 0.5;NaN | tensor 'priors' contains NaN; finite numbers are expected",
        "0 | F64 | [2] | 0.5;0.6 | 1.1",
        "1 | F64 | [1] | Infinity | tensor 'origin' contains Infinity",
        "3 | F64 | [1,1] | 0 | singular",
        "3 | F64 | [1] | 1 | tensor 'covariance' is F64 [1]; F64 [1, 1] is expected",
        "3 | F64 | [] | 1 | tensor 'covariance' is F64 []",
        "4 | F64 | [1,1] | NaN | tensor 'check.rows' contains NaN",
        "5 | F64 | [1,2] | NaN;0 | tensor 'check.log_joint' contains NaN",
        "5 | F64 | [1,2] | Infinity;0 | the score of test row 0 and class 'a' is ",
        "5 | F64 | [1,2] | -Infinity;-2 | the score of test row 0 and class 'a' is ",
        "5 | F64 | [1,2] | -2.11208571377;-2.11208571376 | a difference of at most 1e-12",
        "5 | F64 | [0,2] | - | there are 0 test rows of 1 features",
        "5 | F64 | [] | 0 | tensor 'check.log_joint' has no dimensions",
      })
  void numbersThatAreNotParametersAreRefused(
      int index, String type, String shape, String values, String expected) throws Exception {
    List<Part> parts = parts();
    double[] numbers =
        values.equals("-")
            ? new double[0]
            : Arrays.stream(values.split(";")).mapToDouble(Double::parseDouble).toArray();
    parts.set(index, new Part(parts.get(index).name, type, shape, numbers));
    assertRefused(expected, file(MODEL, parts, header -> header));
  }

  @Test
  void missingAndUnknownTensorsAreRefused() throws Exception {
    for (int i = 0; i < parts().size(); i++) {
      List<Part> parts = parts();
      Part left = parts.remove(i);
      assertRefused(
          i == 5 ? "no tensor 'check.log_posterior'" : "no tensor '" + left.name + "'",
          file(MODEL, parts, header -> header));
    }
    List<Part> parts = parts();
    parts.add(new Part("extra", "F64", "[1]", 0));
    assertRefused("a tensor 'extra', which is not known", file(MODEL, parts, header -> header));
    parts.set(6, new Part("check.log_posterior", "F64", "[1,2]", Math.log(0.5), Math.log(0.5)));
    assertRefused(
        "'check.log_posterior', which is not known", file(MODEL, parts, header -> header));
    parts.remove(5);
    read(file(MODEL, parts, header -> header));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0;1 | 0 | 0 | ok",
        "0;0 | - | - | ok",
        "0;1 | 1 | 0 | in feature 1; finite numbers in ascending features below 1 are expected",
        "0;1 | -1 | 0 | in feature -1",
        "1;1 | - | - | is F64",
        "0;-1 | - | - | 0",
        "0;2147483648 | 0 | 0 | 'check.indptr' contains 2147483648; integers of 32 bits",
        "0;2147483647 | 0 | 0 | tensor 'check.indices' is I64 [1]; I64 [2147483647] is expected",
      })
  void sparseTestRowsAreCheckedBeforeTheyAreBelieved(
      String starts, String indices, String values, String expected) throws Exception {
    List<Part> parts = parts();
    parts.set(4, part("check.indptr", "I64", starts));
    parts.add(part("check.indices", "I64", indices));
    parts.add(part("check.values", "F64", values));
    byte[] bytes = file(MODEL, parts, header -> header);
    if (expected.equals("ok")) {
      read(bytes);
    } else {
      refusal(bytes);
    }
  }

  private static Part part(String name, String type, String values) {
    double[] numbers =
        values.equals("-")
            ? new double[0]
            : Arrays.stream(values.split(";")).mapToDouble(Double::parseDouble).toArray();
    return new Part(name, type, "[" + numbers.length + "]", numbers);
  }

  /// Bytes of all kinds of models, with a few changed: refused or read, and nothing else.
  @Test
  void changedBytesOfAnyModelNeverFailInAnotherWay() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    Path file = folder.resolve("g");
    for (String name : List.of("mixed-named", "categorical-nb-named", "transformed-mixing-named")) {
      ParameterFile.write(TestModels.one(name), file);
      byte[] bytes = Files.readAllBytes(file);
      int header = 8 + (int) ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(0);
      for (int trial = 0; trial < 300; trial++) {
        byte[] changed = bytes.clone();
        for (int change = 0; change < 1 + trial % 3; change++) {
          changed[random.nextInt(header)] = (byte) random.nextInt(32, 127);
        }
        Files.write(file, changed);
        try {
          ParameterFile.read(file);
        } catch (UnusableFileException e) {
          assertEquals(1, e.getMessage().lines().count());
        }
      }
    }
  }

  @Test
  void whatIsNoFileIsRefused() {
    for (Path path : List.of(folder, folder.resolve("none"), Path.of("/dev/null"))) {
      String message =
          assertThrows(UnusableFileException.class, () -> ParameterFile.read(path)).getMessage();
      assertTrue(message.startsWith("'" + path + "' "), message);
      assertTrue(message.endsWith("a file is expected"), message);
    }
  }
}
