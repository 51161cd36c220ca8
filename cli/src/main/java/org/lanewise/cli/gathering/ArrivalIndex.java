package org.lanewise.cli.gathering;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// Texts, numbered in the order of their arrival, which several threads may bring at once. That
/// order is any: what is gathered by it is put into another in the end.
final class ArrivalIndex {

  private final Map<String, Integer> places = new ConcurrentHashMap<>();
  private final AtomicInteger count = new AtomicInteger();

  /// The place of a text, which is added if it is new.
  int placeOf(String text) {
    Integer known = places.get(text);
    return known != null ? known : places.computeIfAbsent(text, added -> count.getAndIncrement());
  }

  /// The places of texts, which are added if they are new.
  int[] placesOf(List<String> texts) {
    return texts.stream().mapToInt(this::placeOf).toArray();
  }

  /// How many there are, with those that another thread is about to add.
  int count() {
    return count.get();
  }

  /// All of them.
  List<String> texts() {
    return List.copyOf(places.keySet());
  }

  /// How much room to make for so many, where there is room for some: there will be more.
  static int room(int known, int needed) {
    return needed <= known
        ? known
        : (int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, 2L * known));
  }
}
