package org.lanewise.cli.parsing;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;

/// Distinct texts, numbered in the order of their first appearance; a known text costs no
/// allocation.
final class Dictionary {

  private static final int MIN_TABLE = 16;

  private final List<String> texts = new ArrayList<>();
  private boolean hasOtherBytes;
  private int[] hashes = new int[MIN_TABLE];
  // Code + 1 at the place of a text, 0 where there is none.
  private int[] places = new int[MIN_TABLE];

  /// The code of the text in `bytes[from … to)`, which is added if it is new.
  int codeOf(byte[] bytes, int from, int to) {
    int hash = hash(bytes, from, to);
    int place = find(hash, bytes, from, to);
    if (places[place] == 0) {
      hashes[place] = hash;
      places[place] = texts.size() + 1;
      String text = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
      texts.add(text);
      hasOtherBytes |= !Cell.isUtf8(text.getBytes(StandardCharsets.ISO_8859_1));
      int code = texts.size() - 1;
      if (texts.size() * 2 > places.length) {
        grow();
      }
      return code;
    }
    return places[place] - 1;
  }

  /// Whether any text is not UTF-8.
  boolean hasOtherBytes() {
    return hasOtherBytes;
  }

  /// The texts, of bytes, in code order.
  List<String> decoded() {
    return texts.stream().map(Cell::decode).toList();
  }

  /// The labels of the first rows whose codes are given: texts are names of classes.
  Labels labels(int[] codes, int rowCount) {
    List<String> names = decoded();
    // Bytes that differ may be the same text, in UTF-8 and in ISO-8859-1.
    Classes classes = Classes.sorted(names);
    int[] indexOfCode = names.stream().mapToInt(classes::indexOf).toArray();
    int[] indices = new int[rowCount];
    for (int row = 0; row < rowCount; row++) {
      indices[row] = indexOfCode[codes[row]];
    }
    return Labels.ofIndices(indices, classes);
  }

  private int find(int hash, byte[] bytes, int from, int to) {
    int mask = places.length - 1;
    int place = hash & mask;
    while (places[place] != 0
        && !(hashes[place] == hash && equal(texts.get(places[place] - 1), bytes, from, to))) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private void grow() {
    int[] oldHashes = hashes;
    int[] oldPlaces = places;
    hashes = new int[oldHashes.length * 2];
    places = new int[oldPlaces.length * 2];
    int mask = places.length - 1;
    for (int old = 0; old < oldPlaces.length; old++) {
      if (oldPlaces[old] != 0) {
        int place = oldHashes[old] & mask;
        while (places[place] != 0) {
          place = (place + 1) & mask;
        }
        hashes[place] = oldHashes[old];
        places[place] = oldPlaces[old];
      }
    }
  }

  private static boolean equal(String text, byte[] bytes, int from, int to) {
    if (text.length() != to - from) {
      return false;
    }
    for (int i = from; i < to; i++) {
      if (text.charAt(i - from) != (bytes[i] & 0xFF)) {
        return false;
      }
    }
    return true;
  }

  private static int hash(byte[] bytes, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = hash * 31 + bytes[i];
    }
    // Linear probing wants the high bits mixed in.
    hash *= 0x9E3779B1;
    return hash ^ (hash >>> 15);
  }
}
