package org.lanewise.bench.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The roofs as a result file holds them: by the number of threads in words, and then by what.
public final class RoofValues {

  /// What result files call the roofs of one thread.
  public static final String ONE = "1 thread";

  /// What they call the share of the machine that was not ours while a roof was measured.
  public static final String OTHERS = "other work and steal, %";

  private static final String MEMORY = "read memory GB/s";

  /// Several threads that come to no more than this many times what one comes to gain nothing:
  /// roofs of two runs differ by as much.
  private static final double NO_GAIN = 1.05;

  private RoofValues() {}

  /// Says which roofs of several threads are no higher than those of one, and what that means; a
  /// sentence for each number of threads where there are any.
  ///
  /// @param roofs as a result file holds them
  public static List<String> withoutGain(Map<String, Map<String, Double>> roofs) {
    List<String> sentences = new ArrayList<>();
    Map<String, Double> one = roofs.getOrDefault(ONE, Map.of());
    roofs.forEach((threads, values) -> {
      List<String> names =
          values.keySet().stream()
              .filter(name -> !threads.equals(ONE) && !name.equals(OTHERS))
              .filter(name -> values.get(name) <= NO_GAIN * one.getOrDefault(name, Double.NaN))
              .toList();
      if (names.equals(List.of(MEMORY))) {
        sentences.add(
            "%s read memory no faster than one does: one alone takes all that there is."
                .formatted(threads));
      } else if (!names.isEmpty()) {
        sentences.add(
            "%s come no higher than one in %s: they share a core, or other work or the host (steal) took the other. What several threads gain cannot be seen here."
                .formatted(threads, String.join(", ", names)));
      }
    });
    return sentences;
  }
}
