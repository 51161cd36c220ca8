package org.lanewise.interop;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/// A graph of ONNX that is being built: each method adds a node or a constant and returns the name
/// of its result. Field numbers are those of `onnx.proto`.
final class OnnxGraph {

  /// Element types of tensors.
  enum ElementType {
    FLOAT(1),
    INT64(7),
    STRING(8),
    DOUBLE(11);

    private final int code;

    ElementType(int code) {
      this.code = code;
    }
  }

  /// The version of the operators, which runtimes support since 2022.
  private static final int OPSET = 17;

  private static final int IR_VERSION = 8;

  private static final int INT_ATTRIBUTE = 2;
  private static final int INTS_ATTRIBUTE = 7;

  private final List<ProtoMessage> nodes = new ArrayList<>();
  private final List<ProtoMessage> constants = new ArrayList<>();
  private final List<ProtoMessage> inputs = new ArrayList<>();
  private final List<ProtoMessage> outputs = new ArrayList<>();
  private long constantBytes;
  private int names;

  /// An input of n rows.
  String input(String name, ElementType type, long width) {
    inputs.add(value(name, type, width));
    return name;
  }

  /// An output of n rows; a vector if its width is 0.
  void output(String name, ElementType type, long width, String from) {
    nodes.add(node("Identity", List.of(from), name));
    outputs.add(value(name, type, width));
  }

  private static ProtoMessage value(String name, ElementType type, long width) {
    ProtoMessage shape = new ProtoMessage().message(1, new ProtoMessage().text(2, "rows"));
    if (width > 0) {
      shape.message(1, new ProtoMessage().integer(1, width));
    }
    ProtoMessage tensor = new ProtoMessage().integer(1, type.code).message(2, shape);
    return new ProtoMessage().text(1, name).message(2, new ProtoMessage().message(1, tensor));
  }

  /// A constant in C order.
  String numbers(double[] values, long... shape) {
    ByteBuffer bytes = buffer(values.length);
    bytes.asDoubleBuffer().put(values);
    return constant(ElementType.DOUBLE, bytes.array(), shape);
  }

  /// A constant with a row for each array.
  String rows(double[][] rows) {
    int width = rows[0].length;
    ByteBuffer bytes = buffer((long) rows.length * width);
    for (double[] row : rows) {
      for (double value : row) {
        bytes.putDouble(value);
      }
    }
    return constant(ElementType.DOUBLE, bytes.array(), rows.length, width);
  }

  /// A constant with a column for each array.
  String columns(double[][] columns) {
    int height = columns[0].length;
    ByteBuffer bytes = buffer((long) columns.length * height);
    for (int j = 0; j < height; j++) {
      for (double[] column : columns) {
        bytes.putDouble(column[j]);
      }
    }
    return constant(ElementType.DOUBLE, bytes.array(), height, columns.length);
  }

  String number(double value) {
    return numbers(new double[] {value});
  }

  String integers(long... values) {
    ByteBuffer bytes = buffer(values.length);
    bytes.asLongBuffer().put(values);
    return constant(ElementType.INT64, bytes.array(), values.length);
  }

  String texts(List<String> values) {
    String name = name();
    constants.add(tensor(ElementType.STRING, name, values.size()).texts(6, values));
    return name;
  }

  private ByteBuffer buffer(long count) {
    long size = count * Long.BYTES;
    constantBytes += size;
    if (constantBytes > Integer.MAX_VALUE - (1 << 20)) {
      throw new IllegalArgumentException(
          "the model has more than 2^31 bytes of parameters; an ONNX file of at most 2 GB is"
              + " expected");
    }
    return ByteBuffer.allocate((int) size).order(ByteOrder.LITTLE_ENDIAN);
  }

  private String constant(ElementType type, byte[] bytes, long... shape) {
    String name = name();
    constants.add(tensor(type, name, shape).bytes(9, bytes));
    return name;
  }

  private static ProtoMessage tensor(ElementType type, String name, long... shape) {
    return new ProtoMessage().integers(1, shape).integer(2, type.code).text(8, name);
  }

  /// Adds a node without attributes.
  String add(String operator, String... operands) {
    return add(operator, List.of(), operands);
  }

  /// A reduction over an axis, which is kept with length 1.
  String reduce(String operator, int axis, String operand) {
    // This operator takes its axes as an operand.
    return operator.equals("ReduceSum")
        ? add(operator, operand, integers(axis))
        : add(operator, List.of(integersAttribute("axes", axis)), operand);
  }

  /// The index of the largest number of each row; ties go to the lowest index.
  String argMax(String operand) {
    return add("ArgMax", List.of(attribute("axis", 1), attribute("keepdims", 0)), operand);
  }

  String concat(String... operands) {
    return add("Concat", List.of(attribute("axis", 1)), operands);
  }

  String cast(ElementType type, String operand) {
    return add("Cast", List.of(attribute("to", type.code)), operand);
  }

  String squeeze(String operand, int axis) {
    return add("Squeeze", operand, integers(axis));
  }

  String unsqueeze(String operand, int axis) {
    return add("Unsqueeze", operand, integers(axis));
  }

  private String add(String operator, List<ProtoMessage> attributes, String... operands) {
    String name = name();
    nodes.add(node(operator, List.of(operands), name).messages(5, attributes));
    return name;
  }

  private static ProtoMessage node(String operator, List<String> operands, String result) {
    return new ProtoMessage().texts(1, operands).text(2, result).text(4, operator);
  }

  private static ProtoMessage attribute(String name, long value) {
    return new ProtoMessage().text(1, name).integer(3, value).integer(20, INT_ATTRIBUTE);
  }

  private static ProtoMessage integersAttribute(String name, long... values) {
    return new ProtoMessage().text(1, name).integers(8, values).integer(20, INTS_ATTRIBUTE);
  }

  private String name() {
    return "v" + names++;
  }

  /// The model of this graph.
  ///
  /// @param description a description for readers, as JSON text
  byte[] toBytes(String description) {
    ProtoMessage graph =
        new ProtoMessage()
            .messages(1, nodes)
            .text(2, "lanewise")
            .messages(5, constants)
            .messages(11, inputs)
            .messages(12, outputs);
    return new ProtoMessage()
        .integer(1, IR_VERSION)
        .text(2, "lanewise")
        .message(7, graph)
        .message(8, new ProtoMessage().text(1, "").integer(2, OPSET))
        .message(14, new ProtoMessage().text(1, "lanewise").text(2, description))
        .toBytes();
  }
}
