package org.lanewise.cli.parsing;

/// A part of a file that ends with a record; its arrays serve one block after another.
public final class Block {

  private byte[] bytes = {};
  private int length;
  private boolean first;

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
  /// @param isFirst whether no record of its file comes before it
  void set(byte[] text, int count, boolean isFirst) {
    bytes = text;
    length = count;
    first = isFirst;
  }

  /// The array that holds it.
  public byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  boolean isFirst() {
    return first;
  }
}
