package org.lanewise.interop;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The tensors of a file, read one by one. Their positions were checked against the size of the
/// file, so no array is larger than the file.
final class StoredTensors {

  private static final int BUFFER_BYTES = 1 << 16;

  /// The longest array of a JVM.
  private static final int MOST_NUMBERS = Integer.MAX_VALUE - 8;

  /// The position of a tensor.
  ///
  /// @param from its first byte, counted from the end of the header
  record Place(String name, Tensor.Type type, long[] shape, long from, long to) {}

  private final FileChannel channel;
  private final long start;
  private final List<Place> inOrder;
  private final Map<String, Place> byName = new HashMap<>();
  private final Set<String> known = new HashSet<>();
  private final ByteBuffer buffer =
      ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);

  /// @param start where the bytes of tensors begin in the file
  /// @param byteCount the number of bytes from there to the end of the file
  /// @throws IllegalArgumentException if the tensors do not fill these bytes one after the other
  StoredTensors(FileChannel channel, long start, long byteCount, List<Place> places) {
    this.channel = channel;
    this.start = start;
    inOrder =
        places.stream()
            .sorted(Comparator.comparingLong(Place::from).thenComparingLong(Place::to))
            .toList();
    long end = 0;
    for (Place place : inOrder) {
      if (place.from != end || place.to < place.from) {
        throw new IllegalArgumentException(
            "tensor '%s' has bytes %d to %d of the data; a tensor from byte %d on is expected"
                .formatted(place.name, place.from, place.to, end));
      }
      requireSize(place);
      end = place.to;
      byName.put(place.name, place);
    }
    if (end != byteCount) {
      throw new IllegalArgumentException(
          "the tensors have %d bytes, and %d follow the header; as many are expected"
              .formatted(end, byteCount));
    }
  }

  private static void requireSize(Place place) {
    boolean fits = Arrays.stream(place.shape).allMatch(size -> size >= 0);
    try {
      fits = fits && place.type.byteCount(place.shape) == place.to - place.from;
    } catch (ArithmeticException e) {
      fits = false;
    }
    if (!fits) {
      throw new IllegalArgumentException(
          "tensor '%s' has the shape %s and %d bytes; %d for each number are expected"
              .formatted(
                  place.name,
                  Arrays.toString(place.shape),
                  place.to - place.from,
                  place.type.byteCount()));
    }
  }

  /// Gives the name of each tensor, a line feed and its bytes to a stream, in the order of the
  /// file.
  void copyTo(OutputStream out) throws IOException {
    for (Place place : inOrder) {
      out.write(ParameterFile.utf8(place.name + "\n"));
      for (long at = place.from; at < place.to; at += buffer.limit()) {
        fill(at, place.to - at);
        out.write(buffer.array(), 0, buffer.limit());
      }
    }
  }

  boolean has(String name) {
    return byName.containsKey(name);
  }

  /// The shape of a tensor.
  ///
  /// @throws IllegalArgumentException if there is none
  long[] shape(String name) {
    Place place = byName.get(name);
    if (place == null) {
      throw new IllegalArgumentException(
          "there is no tensor '%s', which is expected".formatted(name));
    }
    return place.shape.clone();
  }

  /// The first dimension of a tensor.
  ///
  /// @throws IllegalArgumentException if there is no such tensor, or it has no dimensions
  long rowCount(String name) {
    long[] shape = shape(name);
    if (shape.length == 0) {
      throw new IllegalArgumentException(
          "tensor '%s' has no dimensions; at least one is expected".formatted(name));
    }
    return shape[0];
  }

  /// Reads a tensor of one dimension.
  ///
  /// @throws IllegalArgumentException if there is none of this shape, or a number is not finite
  double[] vector(String name, long size) throws IOException {
    return rows(find(name, Tensor.Type.F64, size), 1, size, false)[0];
  }

  /// Reads a tensor of integers with one dimension.
  ///
  /// @throws IllegalArgumentException if there is none of this shape, or an integer needs more than
  ///   32 bits
  int[] integers(String name, long size) throws IOException {
    Place place = find(name, Tensor.Type.I64, size);
    int[] values = new int[Math.toIntExact(size)];
    for (int i = 0; i < values.length; ) {
      fill(
          place.from + (long) i * Tensor.NUMBER_BYTES,
          place.to - place.from - (long) i * Tensor.NUMBER_BYTES);
      for (; buffer.hasRemaining(); i++) {
        long value = buffer.getLong();
        if (value != (int) value) {
          throw new IllegalArgumentException(
              "tensor '%s' contains %d; integers of 32 bits are expected".formatted(name, value));
        }
        values[i] = (int) value;
      }
    }
    return values;
  }

  /// Reads a tensor of numbers of any type, rounded to floats.
  ///
  /// @throws IllegalArgumentException if there is none of this shape
  float[] floats(String name, long... shape) throws IOException {
    Place place = byName.get(name);
    if (place == null || place.type == Tensor.Type.I64) {
      place = find(name, Tensor.Type.F32, shape);
    }
    place = find(name, place.type, shape);
    float[] values =
        new float[count(name, place.type.byteCount(shape) / place.type.byteCount(), shape)];
    long at = place.from;
    buffer.limit(0);
    for (int i = 0; i < values.length; i++) {
      if (!buffer.hasRemaining()) {
        fill(at, place.to - at);
        at += buffer.limit();
      }
      values[i] =
          switch (place.type) {
            case F16 -> Float.float16ToFloat(buffer.getShort());
            case F32 -> buffer.getFloat();
            default -> (float) buffer.getDouble();
          };
    }
    return values;
  }

  /// Requires that an array can have so many numbers.
  static int count(String name, long count, long[] shape) {
    if (count > MOST_NUMBERS) {
      throw new IllegalArgumentException(
          "tensor '%s' has the shape %s, %d numbers; at most %d are expected"
              .formatted(name, Arrays.toString(shape), count, MOST_NUMBERS));
    }
    return (int) count;
  }

  /// Reads a tensor of two dimensions.
  ///
  /// @throws IllegalArgumentException if there is none of this shape, or a number is not finite
  double[][] rows(String name, long rowCount, long columnCount) throws IOException {
    return rows(find(name, Tensor.Type.F64, rowCount, columnCount), rowCount, columnCount, false);
  }

  /// Reads scores: numbers, −∞ or ∞.
  ///
  /// @throws IllegalArgumentException as [#rows(String, long, long)]
  double[][] scores(String name, long rowCount, long columnCount) throws IOException {
    return rows(find(name, Tensor.Type.F64, rowCount, columnCount), rowCount, columnCount, true);
  }

  /// Reads a square matrix for each class.
  ///
  /// @throws IllegalArgumentException as [#rows(String, long, long)]
  double[][][] matrices(String name, long count, long size) throws IOException {
    Place place = find(name, Tensor.Type.F64, count, size, size);
    double[][][] matrices = new double[Math.toIntExact(count)][][];
    long bytes = size * size * Tensor.NUMBER_BYTES;
    for (int c = 0; c < matrices.length; c++) {
      long from = place.from + c * bytes;
      matrices[c] =
          rows(new Place(name, place.type, place.shape, from, from + bytes), size, size, false);
    }
    return matrices;
  }

  /// Reads all covariances of the file.
  List<double[][]> covariances() throws IOException {
    List<double[][]> all = new ArrayList<>();
    for (Place place : inOrder) {
      if (place.name.matches("(.*\\.)?covariances?")) {
        long d = place.shape[place.shape.length - 1];
        if (place.shape.length == 2) {
          all.add(rows(place.name, d, d));
        } else {
          all.addAll(Arrays.asList(matrices(place.name, place.shape[0], d)));
        }
      }
    }
    return all;
  }

  private Place find(String name, Tensor.Type type, long... shape) {
    long[] found = shape(name);
    Place place = byName.get(name);
    if (place.type != type || !Arrays.equals(found, shape)) {
      throw new IllegalArgumentException(
          "tensor '%s' is %s %s; %s %s is expected"
              .formatted(name, place.type, Arrays.toString(found), type, Arrays.toString(shape)));
    }
    known.add(name);
    return place;
  }

  private double[][] rows(Place place, long rowCount, long columnCount, boolean mayBeInfinite)
      throws IOException {
    double[][] rows = new double[Math.toIntExact(rowCount)][Math.toIntExact(columnCount)];
    long at = place.from;
    buffer.limit(0);
    for (double[] row : rows) {
      for (int j = 0; j < row.length; j++) {
        if (!buffer.hasRemaining()) {
          fill(at, place.to - at);
          at += buffer.limit();
        }
        row[j] = buffer.getDouble();
        if (!(mayBeInfinite ? !Double.isNaN(row[j]) : Double.isFinite(row[j]))) {
          throw new IllegalArgumentException(
              "tensor '%s' contains %s; finite numbers are expected".formatted(place.name, row[j]));
        }
      }
    }
    return rows;
  }

  /// Fills the buffer, up to its capacity.
  private void fill(long from, long most) throws IOException {
    buffer.clear().limit((int) Math.min(BUFFER_BYTES, most));
    ParameterFile.readFully(channel, buffer, start + from);
    buffer.flip();
  }

  /// Refuses tensors that were not read.
  void finish() {
    for (Place place : inOrder) {
      if (!known.contains(place.name)) {
        throw new IllegalArgumentException(
            "there is a tensor '%s', which is not known".formatted(place.name));
      }
    }
  }
}
