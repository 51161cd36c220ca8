package org.lanewise.bench.rivals.onnx;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.lanewise.model.gaussian.LinearDiscriminant;

/// A linear discriminant as an ONNX file: `labels = ArgMax(Gemm(rows, W, b))`, in doubles or in
/// floats.
///
/// The file is a protocol buffer of the messages of onnx.proto: fields of a number and a wire type,
/// of which two are needed, integers of seven bits a byte (0) and bytes after their length (2).
final class LinearModel {

  /// The name of the input, a row of numbers each.
  static final String ROWS = "rows";

  /// The name of the output, 64-bit integers.
  static final String LABELS = "labels";

  private static final int FLOAT = 1;
  private static final int DOUBLE = 11;
  private static final int INT64 = 7;
  private static final int FORMAT_VERSION = 8;
  private static final int OPERATOR_SET = 17;
  private static final int ATTRIBUTE_OF_INTEGER = 2;

  private LinearModel() {}

  /// A message that is being written.
  private static final class Message {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Message integer(int field, long value) {
      varint((long) field << 3);
      varint(value);
      return this;
    }

    Message text(int field, String value) {
      return data(field, value.getBytes(StandardCharsets.UTF_8));
    }

    Message message(int field, Message value) {
      return data(field, value.bytes.toByteArray());
    }

    Message data(int field, byte[] value) {
      varint((long) field << 3 | 2);
      varint(value.length);
      bytes.writeBytes(value);
      return this;
    }

    private void varint(long value) {
      long rest = value;
      while ((rest & ~0x7fL) != 0) {
        bytes.write((int) (rest & 0x7f | 0x80));
        rest >>>= 7;
      }
      bytes.write((int) rest);
    }
  }

  /// Writes a model.
  ///
  /// @param floats whether rows and arithmetic are in floats
  static byte[] of(LinearDiscriminant model, boolean floats) {
    int featureCount = model.featureCount();
    int classCount = model.classCount();
    double[] weights = new double[featureCount * classCount];
    double[] intercepts = new double[classCount];
    for (int c = 0; c < classCount; c++) {
      double[] coefficients = model.coefficients(c);
      for (int j = 0; j < featureCount; j++) {
        weights[j * classCount + c] = coefficients[j];
      }
      intercepts[c] = model.intercept(c);
    }
    Message scores =
        new Message()
            .text(1, ROWS)
            .text(1, "weights")
            .text(1, "intercepts")
            .text(2, "scores")
            .text(4, "Gemm");
    Message labels =
        new Message()
            .text(1, "scores")
            .text(2, LABELS)
            .text(4, "ArgMax")
            .message(5, attribute("axis", 1))
            .message(5, attribute("keepdims", 0));
    Message graph =
        new Message()
            .message(1, scores)
            .message(1, labels)
            .text(2, "linear discriminant")
            .message(5, tensor("weights", floats, weights, featureCount, classCount))
            .message(5, tensor("intercepts", floats, intercepts, classCount))
            .message(
                11, value(ROWS, floats ? FLOAT : DOUBLE, rowDimension(), dimension(featureCount)))
            .message(12, value(LABELS, INT64, rowDimension()));
    return new Message()
        .integer(1, FORMAT_VERSION)
        .text(2, "lanewise")
        .message(7, graph)
        .message(8, new Message().text(1, "").integer(2, OPERATOR_SET))
        .bytes
        .toByteArray();
  }

  private static Message attribute(String name, int value) {
    return new Message().text(1, name).integer(3, value).integer(20, ATTRIBUTE_OF_INTEGER);
  }

  private static Message tensor(String name, boolean floats, double[] values, int... sizes) {
    Message tensor = new Message();
    for (int size : sizes) {
      tensor.integer(1, size);
    }
    int bytes = floats ? Float.BYTES : Double.BYTES;
    ByteBuffer raw = ByteBuffer.allocate(values.length * bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (double value : values) {
      if (floats) {
        raw.putFloat((float) value);
      } else {
        raw.putDouble(value);
      }
    }
    return tensor.integer(2, floats ? FLOAT : DOUBLE).text(8, name).data(9, raw.array());
  }

  private static Message dimension(int size) {
    return new Message().integer(1, size);
  }

  /// As many as there are.
  private static Message rowDimension() {
    return new Message().text(2, "n");
  }

  private static Message value(String name, int type, Message... dimensions) {
    Message shape = new Message();
    for (Message dimension : dimensions) {
      shape.message(1, dimension);
    }
    Message tensor = new Message().integer(1, type).message(2, shape);
    return new Message().text(1, name).message(2, new Message().message(1, tensor));
  }
}
