package org.lanewise.interop;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// A message of Protocol Buffers in its binary encoding: fields by their numbers.
final class ProtoMessage {

  private static final int VARINT = 0;
  private static final int BYTES = 2;
  private static final int TYPE_BITS = 3;
  private static final int VARINT_BITS = 7;
  private static final int MORE = 1 << VARINT_BITS;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  ProtoMessage integer(int field, long value) {
    varint((long) field << TYPE_BITS | VARINT);
    varint(value);
    return this;
  }

  ProtoMessage integers(int field, long... values) {
    for (long value : values) {
      integer(field, value);
    }
    return this;
  }

  ProtoMessage bytes(int field, byte[] value) {
    varint((long) field << TYPE_BITS | BYTES);
    varint(value.length);
    bytes.writeBytes(value);
    return this;
  }

  ProtoMessage text(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  ProtoMessage texts(int field, Iterable<String> values) {
    values.forEach(value -> text(field, value));
    return this;
  }

  ProtoMessage message(int field, ProtoMessage value) {
    return bytes(field, value.toBytes());
  }

  ProtoMessage messages(int field, Iterable<ProtoMessage> values) {
    values.forEach(value -> message(field, value));
    return this;
  }

  byte[] toBytes() {
    return bytes.toByteArray();
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & -MORE) != 0) {
      bytes.write((int) (rest & MORE - 1 | MORE));
      rest >>>= VARINT_BITS;
    }
    bytes.write((int) rest);
  }
}
