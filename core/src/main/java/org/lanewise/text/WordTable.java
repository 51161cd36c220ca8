package org.lanewise.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Distinct features of texts, numbered in the order of their arrival. Looking up a part of a
/// message allocates nothing.
///
/// Thread-safe once nothing is added any more.
final class WordTable {

  private static final int MIN = 16;

  /// The words one after the other; word i ends at `ends[i]`.
  private char[] chars = new char[MIN];

  private int[] ends = new int[MIN];
  private int count;

  /// At the place of a word its hash, in the high half, and its number + 1; 0 where there is none.
  private long[] places = new long[MIN];

  WordTable() {}

  WordTable(Iterable<String> words) {
    for (String word : words) {
      char[] text = word.toCharArray();
      int unused = add(text, 0, text.length, hash(text, 0, text.length));
    }
  }

  int count() {
    return count;
  }

  /// The words by number.
  List<String> words() {
    List<String> words = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      words.add(new String(chars, start(i), ends[i] - start(i)));
    }
    return words;
  }

  private int start(int word) {
    return word == 0 ? 0 : ends[word - 1];
  }

  /// The number of the word `text[from … to)`, or −1 if there is none.
  ///
  /// @param hash that of the chars
  int find(char[] text, int from, int to, int hash) {
    return (int) places[place(mixed(hash), text, from, to)] - 1;
  }

  /// The number of the word `text[from … to)`, which is added if it is new.
  int add(char[] text, int from, int to, int hash) {
    int mixed = mixed(hash);
    int place = place(mixed, text, from, to);
    if (places[place] != 0) {
      return (int) places[place] - 1;
    }
    int start = start(count);
    int end = Math.addExact(start, to - from);
    chars = TextScratch.room(chars, end, start);
    System.arraycopy(text, from, chars, start, to - from);
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, Math.multiplyExact(2, count));
    }
    ends[count++] = end;
    places[place] = (long) mixed << Integer.SIZE | count;
    if (count * 2L > places.length) {
      grow();
    }
    return count - 1;
  }

  private int place(int mixed, char[] text, int from, int to) {
    int mask = places.length - 1;
    int place = mixed & mask;
    for (long there; (there = places[place]) != 0; place = (place + 1) & mask) {
      if ((int) (there >> Integer.SIZE) == mixed && isAt((int) there - 1, text, from, to)) {
        return place;
      }
    }
    return place;
  }

  private boolean isAt(int word, char[] text, int from, int to) {
    int start = start(word);
    if (ends[word] - start != to - from) {
      return false;
    }
    // Words are short: a call costs more than it saves.
    for (int i = from; i < to; i++) {
      if (chars[start + i - from] != text[i]) {
        return false;
      }
    }
    return true;
  }

  private void grow() {
    long[] old = places;
    places = new long[Math.multiplyExact(2, old.length)];
    int mask = places.length - 1;
    for (long word : old) {
      int place = (int) (word >> Integer.SIZE) & mask;
      while (word != 0 && places[place] != 0) {
        place = (place + 1) & mask;
      }
      if (word != 0) {
        places[place] = word;
      }
    }
  }

  /// The hash of a text with one more char; that of none is 0.
  static int hash(int hash, char c) {
    return hash * 31 + c;
  }

  static int hash(char[] text, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = hash(hash, text[i]);
    }
    return hash;
  }

  /// Linear probing wants the high bits mixed in.
  private static int mixed(int hash) {
    int mixed = hash * 0x9E3779B1;
    return mixed ^ (mixed >>> 15);
  }
}
