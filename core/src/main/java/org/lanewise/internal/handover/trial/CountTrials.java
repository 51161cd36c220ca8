package org.lanewise.internal.handover.trial;

/// Made calls of [org.lanewise.internal.kernel.CountKernels].
final class CountTrials {

  private static final int MAX_WORDS = 2048;
  private static final int MAX_CLASSES = 64;

  private CountTrials() {}

  static Trial of(String method, int a, int b) {
    return switch (method) {
      case "count" -> count(a, b);
      case "countTwo" -> countTwo(a, b);
      case "masks" -> masks(a, b);
      default -> throw Trials.unknown(method);
    };
  }

  private static Trial count(int wordCount, int classes) {
    int words = Made.extent(wordCount, MAX_WORDS);
    int k = Made.extent(classes, MAX_CLASSES);
    long[] column = Made.bits(words);
    long[] mask = Made.bits(words * k);
    long[] counts = new long[k];
    return Trial.of(
        k,
        (kernels, most) -> kernels.count().count(column, 0, words, mask, words, most, counts, 0));
  }

  private static Trial countTwo(int wordCount, int classes) {
    int words = Made.extent(wordCount, MAX_WORDS);
    int k = Made.extent(classes, MAX_CLASSES);
    long[] left = Made.bits(words);
    long[] right = Made.bits(words);
    long[] mask = Made.bits(words * k);
    long[] counts = new long[2 * k];
    return Trial.of(
        k,
        (kernels, most) ->
            kernels.count().countTwo(left, right, 0, words, mask, words, most, counts, 0));
  }

  private static Trial masks(int wordCount, int classes) {
    int words = Made.extent(wordCount, MAX_WORDS);
    int k = Made.extent(classes, MAX_CLASSES);
    int[] label = Made.turns(words * Long.SIZE, k);
    long[] mask = new long[k * words];
    return kernels -> kernels.count().masks(label, label.length, k, words, mask);
  }
}
