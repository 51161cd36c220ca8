package org.lanewise.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.text.TokenTable;
import org.lanewise.textbook.Trials;
import org.lanewise.transform.Indicators;

/// What is not whole and valid is refused, in one sentence, before it is believed.
@Tag("once")
class DamagedFileTest {

  @Test
  void anyByteChangedIsRefused() throws IOException {
    for (Map.Entry<String, ModelFile> entry : SmallModels.all().entrySet()) {
      byte[] bytes = SmallModels.bytes(entry.getValue());
      for (int at = 0; at < bytes.length; at++) {
        byte right = bytes[at];
        for (int flip : new int[] {1, 2, 4, 8, 16, 32, 64, 128, 255, 0x55}) {
          bytes[at] = (byte) (right ^ flip);
          String message = refusal(bytes);
          String expected = at < 8 ? "it is no file of Lanewise" : "the stream is damaged: ";
          assertTrue(message.contains(expected), () -> entry.getKey() + ": " + message);
        }
        bytes[at] = right;
      }
      assertDoesNotThrow(() -> read(bytes));
    }
  }

  @Test
  void anyTruncationIsRefused() throws IOException {
    for (ModelFile file : SmallModels.all().values()) {
      byte[] bytes = SmallModels.bytes(file);
      assertEquals("the stream is empty; a file of Lanewise is expected", refusal(new byte[0]));
      for (int length = 1; length < bytes.length; length++) {
        assertEquals(
            "the stream is cut short: it ends after %d bytes, where %s expected"
                .formatted(length, length < 40 ? "a header of 40 is" : bytes.length + " are"),
            refusal(Arrays.copyOf(bytes, length)));
      }
    }
  }

  @Test
  void bytesAfterTheEndAreRefused() throws IOException {
    byte[] bytes = linear();
    assertRefused(
        "goes on after byte " + bytes.length + ", where it is expected to end",
        Arrays.copyOf(bytes, bytes.length + 1));
  }

  @Test
  void otherFilesAreRefused() {
    assertRefused(
        "begins with the bytes 73 65 70 61 6c 20 6c 65, so it is no file of Lanewise",
        "sepal length,sepal width".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void otherVersionsAreRefused() throws IOException {
    for (int version : new int[] {0, 2, -1}) {
      byte[] bytes = linear();
      SmallModels.littleEndian(bytes).putInt(8, version);
      assertEquals(
          "the stream has format version %d; 1 is expected".formatted(version),
          refusal(SmallModels.sealed(bytes)));
    }
  }

  @Test
  void unknownKindIsNamed() throws IOException {
    byte[] bytes = linear();
    SmallModels.littleEndian(bytes).putInt(12, 99);
    assertRefused(
        "holds something of kind 99, not known here; a model is expected",
        SmallModels.sealed(bytes));
  }

  @Test
  void hugeClaimsAllocateNothing() throws IOException {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int[] claim : new int[][] {{Integer.MAX_VALUE, 3}, {2, Integer.MAX_VALUE}, {1 << 16, 1}}) {
      byte[] bytes = linear();
      ByteBuffer buffer = SmallModels.littleEndian(bytes);
      buffer.putInt(24, claim[0]);
      buffer.putInt(28, claim[1]);
      SmallModels.sealed(bytes);
      refusal(bytes);
      long before = threads.getCurrentThreadAllocatedBytes();
      assertRefused(
          "claims %d features and %d classes, which %d bytes cannot hold"
              .formatted(claim[0], claim[1], bytes.length),
          bytes);
      assertTrue(threads.getCurrentThreadAllocatedBytes() - before < 1 << 17);
    }
    byte[] bytes = linear();
    SmallModels.littleEndian(bytes).putLong(16, Long.MAX_VALUE - 1);
    SmallModels.littleEndian(bytes).putInt(24, Integer.MAX_VALUE);
    SmallModels.checksummed(bytes);
    long before = threads.getCurrentThreadAllocatedBytes();
    assertRefused("is cut short: it ends after " + bytes.length + " bytes", bytes);
    assertTrue(threads.getCurrentThreadAllocatedBytes() - before < 1 << 22);
  }

  @Test
  void claimedCountsAndLengthsOfStringsAreCheckedBeforeTheyAreBelieved() throws IOException {
    byte[] bytes = linear();
    int classes = SmallModels.contentOf("classes", bytes);
    assertRefused(
        "section 'classes' of the stream claims 4294967295 strings, which its",
        withInt(bytes, classes, -1));
    assertRefused(
        "section 'classes' of the stream claims a string of 2147483647 bytes at byte "
            + (classes + 8),
        withInt(bytes, classes + 4, Integer.MAX_VALUE));
    assertRefused("ends at byte", withInt(bytes, classes, 4));
    assertRefused("goes on after its content", withInt(bytes, classes, 2));
    assertRefused(
        "string 0 of section 'classes' of the stream, at byte %d, is not UTF-8"
            .formatted(classes + 8),
        withByte(bytes, classes + 8, 0xff));
  }

  @Test
  void sectionsThatAreTooLongTooManyOrOtherThanExpectedAreRefused() throws IOException {
    byte[] bytes = linear();
    int means = SmallModels.contentOf("means", bytes);
    assertRefused(
        "section 'means' of the stream has 56 bytes from byte %d on; 3 times 2 numbers"
            .formatted(means),
        withInt(bytes, means - 8, 56));
    assertRefused(
        "section 'means' of the stream claims 9223372036854775807 bytes",
        withLong(bytes, means - 8, Long.MAX_VALUE));
    assertRefused(
        "section 'means' of the stream claims 18446744073709551615 bytes",
        withLong(bytes, means - 8, -1));
    assertRefused(
        "has a section 'weans' at byte %d, where section 'means' is expected".formatted(means - 16),
        withByte(bytes, means - 16, 'w'));
    assertRefused("where section 'covariance' is expected", withInt(bytes, 32, 7));
    assertRefused("claims -1 sections", withInt(bytes, 32, -1));
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 16);
    SmallModels.littleEndian(longer).putInt(bytes.length - 4, 0x20656874);
    SmallModels.littleEndian(longer).putInt(bytes.length, 0x646e65);
    SmallModels.littleEndian(longer).putLong(bytes.length + 4, 0);
    assertRefused("end at byte " + (bytes.length - 4), SmallModels.sealed(longer));
    assertRefused("has a section 'the?end' at byte", withInt(longer, 32, 9));
    int notes = SmallModels.contentOf("notes", bytes);
    int notesEnd = notes + (int) SmallModels.littleEndian(bytes).getLong(notes - 8);
    assertRefused("is followed by a byte 01", withByte(bytes, notesEnd, 1));
  }

  @Test
  void contentThatIsNoModelIsRefused() throws IOException {
    byte[] bytes = linear();
    int priors = SmallModels.contentOf("priors", bytes);
    int means = SmallModels.contentOf("means", bytes);
    int covariance = SmallModels.contentOf("covarian", bytes);
    assertRefused(
        "section 'means' of the stream holds NaN at byte %d; a finite number is expected"
            .formatted(means + 16),
        withDouble(bytes, means + 16, Double.NaN));
    assertRefused("-Infinity", withDouble(bytes, means, Double.NEGATIVE_INFINITY));
    assertRefused(
        "the stream holds no valid linear discriminant: the priors [0.25, 0.5, 0.5] sum to 1.25",
        withDouble(bytes, priors + 16, 0.5));
    assertRefused("the prior of class 0 is -0.25", withDouble(bytes, priors, -0.25));
    assertRefused("is singular", withDouble(bytes, covariance, 0.25));
  }

  @Test
  void tokenTablesThatAreNotThoseOfTheModelAreRefused() throws IOException {
    float[] vectors = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    TokenTable table = TokenTable.of(List.of("[UNK]", "a", "b"), vectors, 3);
    LinearDiscriminant model =
        LinearDiscriminant.of(
            table.features(),
            Classes.of("a", "b"),
            new double[] {0.5, 0.5},
            new double[3],
            new double[2][3],
            new double[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
    byte[] bytes = SmallModels.bytes(new ModelFile(model).withTable(table));
    assertArrayEquals(vectors, read(bytes).table().orElseThrow().vectors());
    int content = SmallModels.contentOf("tabvec", bytes);
    byte[] other = bytes.clone();
    SmallModels.littleEndian(other).putFloat(content + 32, 10);
    assertRefused("the token table is 'token-table=3x3:", SmallModels.sealed(other));
    byte[] infinite = bytes.clone();
    SmallModels.littleEndian(infinite).putFloat(content + 4, Float.POSITIVE_INFINITY);
    assertRefused("the vector of token 0 ('[UNK]') has Infinity", SmallModels.sealed(infinite));
    byte[] tokens = bytes.clone();
    int last = SmallModels.contentOf("tabtoken", bytes) + 4 + 4 + 5 + 4;
    tokens[last] = 'b';
    assertRefused(
        "token 2 of the vocabulary is 'b', which is token 1 too", SmallModels.sealed(tokens));
    byte[] notation = bytes.clone();
    notation[SmallModels.contentOf("text", bytes) + 8] = 'T';
    assertRefused("'Token-table=", SmallModels.sealed(notation));
  }

  @Test
  void classesOfTheSameNameAreRefused() throws IOException {
    byte[] bytes = SmallModels.bytes(SmallModels.all().get("bernoulli-nb"));
    int classes = SmallModels.contentOf("classes", bytes);
    // "ham", "spam" with the lengths exchanged.
    ByteBuffer content = SmallModels.littleEndian(bytes).position(classes);
    content
        .putInt(2)
        .putInt(3)
        .put(new byte[] {'h', 'a', 'm'})
        .putInt(4)
        .put("spam".getBytes(StandardCharsets.UTF_8));
    assertDoesNotThrow(() -> read(SmallModels.sealed(bytes.clone())));
    content
        .position(classes + 4)
        .putInt(3)
        .put("abc".getBytes(StandardCharsets.UTF_8))
        .putInt(3)
        .put("abc".getBytes(StandardCharsets.UTF_8));
    SmallModels.littleEndian(bytes).putLong(classes - 8, 18);
    content.put((byte) 0);
    assertRefused("two classes are named 'abc'", SmallModels.sealed(bytes));
  }

  @Test
  void featuresOfTheSameNameAreRefused() throws IOException {
    byte[] bytes =
        SmallModels.bytes(
            new ModelFile(
                MultinomialNaiveBayes.of(
                    Features.of("ab", "ac"),
                    Classes.unnamed(1),
                    new double[] {1},
                    new double[][] {{1, 2}})));
    // The number of names, the length of each, then the last letter of the second.
    int last = SmallModels.contentOf("features", bytes) + 4 + 4 + 2 + 4 + 1;
    assertEquals('c', bytes[last]);
    assertRefused("two features are named 'ab'", withByte(bytes, last, 'b'));
  }

  @Test
  void dictionariesThatAreNoneAreRefused() throws IOException {
    byte[] bytes = SmallModels.bytes(SmallModels.all().get("categorical-nb"));
    int sizes = SmallModels.contentOf("sizes", bytes);
    String sizesRefused = "section 'sizes' of the stream holds the number ";
    assertRefused(sizesRefused + "-1,", withLong(bytes, sizes, -1));
    assertRefused(sizesRefused + "2147483647,", withLong(bytes, sizes, Integer.MAX_VALUE));
    assertRefused(sizesRefused + "4,", withLong(bytes, sizes + 24, 4));
    // Two sizes that are too many together.
    assertRefused(
        sizesRefused + "2147483635,", withLong(bytes, sizes + 16, Integer.MAX_VALUE - 12));
    assertRefused(
        "section 'sizes' of the stream claims 1073741825 columns, which the ",
        withLong(bytes, sizes + 16, 1 << 30));
    assertRefused(
        "section 'category' of the stream has 3 strings; 4 are expected",
        withLong(bytes, sizes, 4));
    int names = SmallModels.contentOf("category", bytes);
    // Behind the number of strings, a string of 4 bytes and one of none.
    int last = names + 4 + 8 + 4;
    byte[] twice = withInt(bytes, last, 0);
    SmallModels.littleEndian(twice).putLong(names - 8, last + 4 - names);
    twice = withInt(twice, last + 4, 0);
    assertRefused(
        "section 'category' of the stream has '' twice for feature 0; distinct names", twice);
    int counts = SmallModels.contentOf("counts", bytes);
    assertRefused(
        "holds no valid categorical Naive Bayes: the count of feature",
        withDouble(bytes, counts, -1));
  }

  @Test
  void indicatorsThatAreNoneAreRefused() throws IOException {
    byte[] bytes = SmallModels.bytes(SmallModels.all().get("indicators"));
    int head = SmallModels.contentOf("catfeat", bytes);
    for (long count : new long[] {-1, 0, 3, Long.MAX_VALUE}) {
      assertRefused(
          "section 'catfeat' of the stream holds the number %d, where 1 to 2 is expected"
              .formatted(count),
          withLong(bytes, head, count));
    }
    assertRefused("section 'sizes' of the stream has 16 bytes from byte", withLong(bytes, head, 2));
    int kind = SmallModels.contentOf("model", bytes) + 8;
    assertRefused(
        "'Linear-discriminant' is not a known kind of models; linear-discriminant, ",
        withByte(bytes, kind, 'L'));
    int features = SmallModels.contentOf("partfeat", bytes);
    assertRefused(
        "section 'partfeat' of the stream holds the number 7,", withLong(bytes, features, 7));
    assertRefused(
        "section 'partfeat' of the stream holds the number 1,", withLong(bytes, features + 8, 1));
    int sizes = SmallModels.contentOf("sizes", bytes);
    assertRefused(
        "section 'sizes' of the stream holds the number 3, where 0 to 1 is expected",
        withLong(bytes, sizes + 8, 3));
    int leftOut = SmallModels.contentOf("left_out", bytes);
    assertRefused(
        "holds no valid model of indicator columns: feature 'length, \"quoted\"' has 3 categories"
            + " and is to leave out code 3; one of its categories is expected",
        withLong(bytes, leftOut, 3));
    assertRefused(
        "section 'left_out' of the stream holds the number -1,", withLong(bytes, leftOut, -1));
  }

  @Test
  void moreIndicatorColumnsThanTheFileHasRoomForAreNotBelieved() throws IOException {
    Indicators indicators =
        Indicators.of(Features.of("colour"), List.of(CategoryDictionary.ofSize(2)), 0);
    byte[] bytes =
        SmallModels.bytes(
            new ModelFile(
                IndicatorClassifier.of(
                    indicators,
                    LinearDiscriminant.of(
                        indicators.outputs(),
                        Classes.of("a", "b"),
                        new double[] {0.5, 0.5},
                        new double[1],
                        new double[][] {{0}, {1}},
                        new double[][] {{1}}))));
    byte[] many = withLong(bytes, SmallModels.contentOf("sizes", bytes), 1 << 30);
    refusal(many);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    assertRefused("section 'sizes' of the stream claims 1073741823 columns, which the ", many);
    assertTrue(threads.getCurrentThreadAllocatedBytes() - before < 1 << 17);
  }

  @Test
  void optionsAndCountsOutOfRangeAreRefused() throws IOException {
    byte[] complement = SmallModels.bytes(SmallModels.all().get("complement-nb"));
    assertRefused(
        "section 'normalized' of the stream holds the number 2,",
        withLong(complement, SmallModels.contentOf("normaliz", complement), 2));
    byte[] poisson = SmallModels.bytes(SmallModels.all().get("poisson-nb"));
    assertRefused(
        "the stream holds no valid Poisson Naive Bayes: class 0 has no rows",
        withDouble(poisson, SmallModels.contentOf("weights", poisson), 0));
    byte[] multinomial = SmallModels.bytes(SmallModels.all().get("multinomial-nb"));
    assertRefused(
        "the count of feature 1 in class 0 is 1.0E200; a number from 0 to 2^501",
        withDouble(multinomial, SmallModels.contentOf("counts", multinomial) + 8, 1e200));
  }

  @Test
  void notesOutOfOrderAreRefused() throws IOException {
    byte[] bytes = linear();
    int notes = SmallModels.contentOf("notes", bytes);
    assertRefused(
        "section 'notes' of the stream has 'label' as string 2; keys in ascending order",
        withByte(bytes, notes + 8, 'm'));
    assertRefused("goes on after its content", withInt(bytes, notes, 5));
  }

  /// Whatever a sealed file says, it is a model or it is refused.
  @Test
  void sealedNonsenseIsRefusedOrAModel() throws IOException {
    Random random = new Random(20261103);
    for (ModelFile file : SmallModels.all().values()) {
      byte[] whole = SmallModels.bytes(file);
      for (int attempt = 0; attempt < Trials.of(500, 5_000); attempt++) {
        byte[] bytes = whole.clone();
        int changes = 1 + random.nextInt(3);
        for (int change = 0; change < changes; change++) {
          bytes[8 + random.nextInt(bytes.length - 8)] = (byte) random.nextInt();
        }
        SmallModels.sealed(bytes);
        try {
          read(bytes);
        } catch (UnusableFileException e) {
          assertSentence(e.getMessage());
        }
      }
    }
  }

  private static byte[] linear() throws IOException {
    return SmallModels.bytes(SmallModels.all().get("linear"));
  }

  private static byte[] withByte(byte[] bytes, int at, int value) {
    byte[] copy = bytes.clone();
    copy[at] = (byte) value;
    return SmallModels.sealed(copy);
  }

  private static byte[] withInt(byte[] bytes, int at, int value) {
    byte[] copy = bytes.clone();
    SmallModels.littleEndian(copy).putInt(at, value);
    return SmallModels.sealed(copy);
  }

  private static byte[] withLong(byte[] bytes, int at, long value) {
    byte[] copy = bytes.clone();
    SmallModels.littleEndian(copy).putLong(at, value);
    return SmallModels.sealed(copy);
  }

  private static byte[] withDouble(byte[] bytes, int at, double value) {
    return withLong(bytes, at, Double.doubleToRawLongBits(value));
  }

  private static ModelFile read(byte[] bytes) throws IOException {
    return ModelFile.read(new ByteArrayInputStream(bytes));
  }

  private static void assertRefused(String part, byte[] bytes) {
    String message = refusal(bytes);
    assertTrue(message.contains(part), message);
  }

  private static String refusal(byte[] bytes) {
    String message = assertThrows(UnusableFileException.class, () -> read(bytes)).getMessage();
    assertSentence(message);
    return message;
  }

  private static void assertSentence(String message) {
    assertTrue(message.contains("the stream"), message);
    assertTrue(message.lines().count() == 1 && !message.contains("null"), message);
  }
}
