package org.lanewise.cli.parsing;

/// A part of a file that ends with a record; its arrays serve one block after another.
public final class Block {

  private byte[] bytes = {};
  private int length;

  /// An array with room for so many bytes, and for one more that [Cells] writes.
  byte[] room(int count) {
    if (bytes.length <= count) {
      bytes = new byte[count + 1];
    }
    return bytes;
  }

  /// Says what it holds.
  ///
  /// @param text its bytes, perhaps another array than [#room] gave
  void set(byte[] text, int count) {
    bytes = text;
    length = count;
  }

  /// The array that holds it.
  public byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }
}
