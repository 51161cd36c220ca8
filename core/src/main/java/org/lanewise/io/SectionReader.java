package org.lanewise.io;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.lanewise.internal.kernel.PackedTriangle;

/// Reads the sections of a file in order, after its frame has been checked.
///
/// Trusts a number of values, and allocates for it, only if the file has that many bytes left.
final class SectionReader {

  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  /// The most numbers of generated matrices: 1 GB.
  private static final long MAX_RESERVED = 1L << 27;

  private final String source;
  private final int kind;
  private int featureCount;
  private final int classCount;

  /// The offset at which the last section must end.
  private final long contentEnd;

  /// The bytes not yet read; no number at an offset divisible by 8 lies in two blocks.
  private final Deque<ByteBuffer> blocks;

  private int sectionsLeft;
  private long reserved;
  private long position = FileFormat.HEADER_BYTES;

  /// The section being read, and where its content ends.
  private String tag = "";

  private long sectionEnd = FileFormat.HEADER_BYTES;

  /// The tag of the next section, if it was read ahead.
  private String nextTag;

  SectionReader(
      String source,
      int kind,
      int featureCount,
      int classCount,
      int sectionCount,
      long contentEnd,
      Deque<ByteBuffer> blocks) {
    this.source = source;
    this.kind = kind;
    this.featureCount = featureCount;
    this.classCount = classCount;
    this.contentEnd = contentEnd;
    this.blocks = blocks;
    sectionsLeft = sectionCount;
  }

  String source() {
    return source;
  }

  /// The kind of the file.
  int kind() {
    return kind;
  }

  int featureCount() {
    return featureCount;
  }

  int classCount() {
    return classCount;
  }

  /// Counts numbers that are generated, not stored in the file.
  void reserve(long numbers) throws UnusableFileException {
    reserved += numbers;
    if (reserved > MAX_RESERVED) {
      throw new UnusableFileException(
          "the models of %s make matrices of %d numbers in all; at most %d are expected"
              .formatted(source, reserved, MAX_RESERVED));
    }
  }

  /// Sets the number of features of the sections that follow, for a block.
  void features(int count) {
    featureCount = count;
  }

  /// Whether the next section has this name.
  boolean nextIs(String name) throws UnusableFileException {
    if (nextTag == null && sectionsLeft > 0) {
      if (contentEnd - position < FileFormat.SECTION_HEADER_BYTES) {
        throw new UnusableFileException(
            "%s has %d bytes from byte %d to its checksum; a section is expected there"
                .formatted(source, contentEnd - position, position));
      }
      nextTag = tag(bytes(FileFormat.TAG_BYTES));
    }
    return FileFormat.tag(name).equals(nextTag);
  }

  /// A section of 64-bit integers.
  long[] longs(String name, int count) throws UnusableFileException {
    return longRows(name, 1, count)[0];
  }

  /// A section of counts or array indices.
  int[] ints(String name, int count) throws UnusableFileException {
    long[] numbers = longs(name, count);
    int[] values = new int[count];
    for (int i = 0; i < count; i++) {
      requireRange(name, numbers[i], 0, MAX_ARRAY);
      values[i] = (int) numbers[i];
    }
    return values;
  }

  /// A section of doubles that may be infinite, row by row.
  double[] bits(String name, int rowCount, int rowLength) throws UnusableFileException {
    begin(name, rowCount, rowLength);
    requireRange(name, (long) rowCount * rowLength, 0, MAX_ARRAY / Double.BYTES);
    double[] values = new double[rowCount * rowLength];
    copy(values, values.length);
    end();
    return values;
  }

  /// A section of rows of 64-bit integers.
  long[][] longRows(String name, int rowCount, int rowLength) throws UnusableFileException {
    begin(name, rowCount, rowLength);
    long[][] rows = new long[rowCount][rowLength];
    for (long[] row : rows) {
      for (int at = 0; at < rowLength; ) {
        ByteBuffer block = block();
        int part = Math.min(rowLength - at, block.remaining() / Long.BYTES);
        block.asLongBuffer().get(row, at, part);
        skip(block, part * Long.BYTES);
        at += part;
      }
    }
    end();
    return rows;
  }

  /// A section of doubles, all of them finite.
  double[] doubles(String name, int count) throws UnusableFileException {
    return rows(name, 1, count)[0];
  }

  /// A section of rows of doubles, all of them finite.
  double[][] rows(String name, int rowCount, int rowLength) throws UnusableFileException {
    begin(name, rowCount, rowLength);
    double[][] rows = new double[rowCount][];
    for (int row = 0; row < rowCount; row++) {
      rows[row] = new double[rowLength];
      fill(rows[row], rowLength);
    }
    end();
    return rows;
  }

  /// A section of rows of doubles, all of them finite, up to its end.
  double[][] matrix(String name, int rowLength) throws UnusableFileException {
    begin(name);
    long rowCount = (sectionEnd - position) / ((long) rowLength * Double.BYTES);
    requireNumbers(Math.max(1, rowCount), rowLength);
    double[][] rows = new double[Math.toIntExact(rowCount)][rowLength];
    for (double[] row : rows) {
      fill(row, rowLength);
    }
    end();
    return rows;
  }

  /// A section of the upper triangles of symmetric d×d matrices, all entries finite.
  double[][][] symmetric(String name, int count, int d) throws UnusableFileException {
    begin(name, count, FileFormat.triangle(d));
    double[][][] matrices = new double[count][d][d];
    for (double[][] matrix : matrices) {
      fill(
          d,
          (i, j, value) -> {
            matrix[i][j] = value;
            matrix[j][i] = value;
          });
    }
    end();
    return matrices;
  }

  /// A section of d×d matrices, all entries finite, packed as [PackedTriangle] with 0 below the
  /// diagonal and in the padding.
  double[][] triangles(String name, int count) throws UnusableFileException {
    begin(name, count, FileFormat.triangle(featureCount));
    double[][] triangles = new double[count][packedSize()];
    for (double[] triangle : triangles) {
      fill(featureCount, (i, j, value) -> triangle[PackedTriangle.index(i, j)] = value);
    }
    end();
    return triangles;
  }

  /// An entry of a matrix, in row i and column j.
  private interface Entry {
    void set(int i, int j, double value);
  }

  /// Reads the upper triangle of a d×d matrix, column by column.
  private void fill(int d, Entry entry) throws UnusableFileException {
    double[] column = new double[d];
    for (int j = 0; j < d; j++) {
      fill(column, j + 1);
      for (int i = 0; i <= j; i++) {
        entry.set(i, j, column[i]);
      }
    }
  }

  /// Checks a number of a section that has been read.
  void requireRange(String name, long value, long least, long most) throws UnusableFileException {
    require(value >= least && value <= most, name, value, least + " to " + most);
  }

  /// Checks a number of a section that has been read.
  ///
  /// @param expected what is accepted, in words
  void require(boolean accepted, String name, long value, String expected)
      throws UnusableFileException {
    if (!accepted) {
      throw new UnusableFileException(
          "section '%s' of %s holds the number %d, where %s is expected"
              .formatted(name, source, value, expected));
    }
  }

  /// Refuses a number of 8-byte values, read from a section, that the rest of the file cannot hold.
  void requireRoom(String name, long count) throws UnusableFileException {
    if (count > (contentEnd - position) / Double.BYTES) {
      throw new UnusableFileException(
          "section '%s' of %s claims %d columns, which the %d bytes after it cannot hold"
              .formatted(name, source, count, contentEnd - position));
    }
  }

  /// A section of strings.
  List<String> strings(String name) throws UnusableFileException {
    begin(name);
    long count = Integer.toUnsignedLong(length("the number of its strings"));
    if (count > (sectionEnd - position) / Integer.BYTES) {
      throw new UnusableFileException(
          "section '%s' of %s claims %d strings, which its %d bytes cannot hold"
              .formatted(tag, source, count, sectionEnd - position + Integer.BYTES));
    }
    List<String> strings = new ArrayList<>((int) count);
    for (int index = 0; index < count; index++) {
      long byteCount = Integer.toUnsignedLong(length("the length of string " + index));
      if (byteCount > sectionEnd - position || byteCount > MAX_ARRAY) {
        throw new UnusableFileException(
            "section '%s' of %s claims a string of %d bytes at byte %d; at most the %d left in it are expected"
                .formatted(tag, source, byteCount, position, sectionEnd - position));
      }
      long begin = position;
      try {
        strings.add(
            StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes((int) byteCount)))
                .toString());
      } catch (CharacterCodingException e) {
        throw new UnusableFileException(
            "string %d of section '%s' of %s, at byte %d, is not UTF-8"
                .formatted(index, tag, source, begin),
            e);
      }
    }
    end();
    return strings;
  }

  /// Rejects sections that were not read.
  void finish() throws UnusableFileException {
    if (sectionsLeft > 0) {
      nextIs("");
      throw new UnusableFileException(
          "%s has a section '%s' at byte %d, where no more are expected"
              .formatted(source, nextTag, position - FileFormat.TAG_BYTES));
    }
    if (position != contentEnd) {
      throw new UnusableFileException(
          "the sections of %s end at byte %d; byte %d, where its checksum is, is expected"
              .formatted(source, position, contentEnd));
    }
  }

  private void begin(String name, long rowCount, long rowLength) throws UnusableFileException {
    begin(name);
    requireNumbers(rowCount, rowLength);
  }

  private void requireNumbers(long rowCount, long rowLength) throws UnusableFileException {
    long doubles = (sectionEnd - position) / Double.BYTES;
    // Cannot overflow: each factor is at most the number of bytes left when the product is formed.
    if ((sectionEnd - position) % Double.BYTES != 0
        || (rowLength == 0
            ? doubles != 0
            : doubles % rowLength != 0 || doubles / rowLength != rowCount)) {
      throw new UnusableFileException(
          "section '%s' of %s has %d bytes from byte %d on; %d times %d numbers of 8 bytes are expected"
              .formatted(tag, source, sectionEnd - position, position, rowCount, rowLength));
    }
  }

  private void begin(String name) throws UnusableFileException {
    if (!nextIs(name)) {
      throw new UnusableFileException(
          sectionsLeft == 0
              ? "%s ends its sections at byte %d, where section '%s' is expected"
                  .formatted(source, position, name)
              : "%s has a section '%s' at byte %d, where section '%s' is expected"
                  .formatted(source, nextTag, position - FileFormat.TAG_BYTES, name));
    }
    nextTag = null;
    sectionsLeft--;
    tag = name;
    ByteBuffer block = block();
    long byteCount = block.getLong(block.position());
    skip(block, Long.BYTES);
    if (byteCount < 0 || byteCount > contentEnd - position - FileFormat.padding(byteCount)) {
      throw new UnusableFileException(
          "section '%s' of %s claims %s bytes from byte %d on; at most the %d left are expected"
              .formatted(
                  tag, source, Long.toUnsignedString(byteCount), position, contentEnd - position));
    }
    sectionEnd = position + byteCount;
  }

  private void end() throws UnusableFileException {
    if (position != sectionEnd) {
      throw new UnusableFileException(
          "section '%s' of %s goes on after its content, from byte %d to %d; no more is expected in it"
              .formatted(tag, source, position, sectionEnd));
    }
    for (byte padding : bytes((int) FileFormat.padding(sectionEnd))) {
      if (padding != 0) {
        throw new UnusableFileException(
            "section '%s' of %s is followed by a byte %02x; zeros up to a multiple of 8 are expected"
                .formatted(tag, source, padding));
      }
    }
  }

  private void fill(double[] out, int count) throws UnusableFileException {
    long start = position;
    copy(out, count);
    for (int i = 0; i < count; i++) {
      if (!Double.isFinite(out[i])) {
        throw new UnusableFileException(
            "section '%s' of %s holds %s at byte %d; a finite number is expected"
                .formatted(tag, source, out[i], start + (long) i * Double.BYTES));
      }
    }
  }

  private void copy(double[] out, int count) {
    for (int at = 0; at < count; ) {
      ByteBuffer block = block();
      int part = Math.min(count - at, block.remaining() / Double.BYTES);
      block.asDoubleBuffer().get(out, at, part);
      skip(block, part * Double.BYTES);
      at += part;
    }
  }

  private int length(String what) throws UnusableFileException {
    if (sectionEnd - position < Integer.BYTES) {
      throw new UnusableFileException(
          "section '%s' of %s ends at byte %d, where %s is expected"
              .formatted(tag, source, sectionEnd, what));
    }
    byte[] bytes = bytes(Integer.BYTES);
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt();
  }

  /// The next bytes, which must exist.
  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    for (int at = 0; at < count; ) {
      ByteBuffer block = block();
      int part = Math.min(count - at, block.remaining());
      block.get(block.position(), bytes, at, part);
      skip(block, part);
      at += part;
    }
    return bytes;
  }

  private ByteBuffer block() {
    while (!blocks.getFirst().hasRemaining()) {
      blocks.removeFirst();
    }
    return blocks.getFirst();
  }

  private void skip(ByteBuffer block, int byteCount) {
    block.position(block.position() + byteCount);
    position += byteCount;
  }

  /// The length of a packed matrix of all features.
  private int packedSize() throws UnusableFileException {
    try {
      return PackedTriangle.size(featureCount);
    } catch (ArithmeticException e) {
      throw new UnusableFileException(
          "%s has %d features, more than a covariance matrix can have here"
              .formatted(source, featureCount),
          e);
    }
  }

  /// The tag without trailing zeros; characters that are not visible become '?'.
  private static String tag(byte[] bytes) {
    int length = bytes.length;
    while (length > 0 && bytes[length - 1] == 0) {
      length--;
    }
    StringBuilder tag = new StringBuilder();
    for (int i = 0; i < length; i++) {
      tag.append(bytes[i] > ' ' && bytes[i] < 0x7f ? (char) bytes[i] : '?');
    }
    return tag.toString();
  }
}
