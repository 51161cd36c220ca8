package org.lanewise.internal.handover.trial;

import java.util.Arrays;

/// Made arguments.
final class Made {

  private Made() {}

  /// Numbers from 0.5 to 1.5, none equal to its neighbours.
  static double[] numbers(int count) {
    double[] numbers = new double[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = 0.5 + (i * 0x9E37 & 1023) / 1024.0;
    }
    return numbers;
  }

  /// The same number.
  static double[] all(int count, double value) {
    double[] numbers = new double[count];
    Arrays.fill(numbers, value);
    return numbers;
  }

  /// Words with every other bit.
  static long[] bits(int count) {
    long[] words = new long[count];
    for (int i = 0; i < count; i++) {
      words[i] = 0x5555555555555555L << (i & 1);
    }
    return words;
  }

  /// 0, step, 2·step …
  static int[] steps(int count, int step) {
    int[] steps = new int[count];
    for (int i = 0; i < count; i++) {
      steps[i] = i * step;
    }
    return steps;
  }

  /// 0 … most − 1 in turn.
  static int[] turns(int count, int most) {
    int[] turns = new int[count];
    for (int i = 0; i < count; i++) {
      turns[i] = i % most;
    }
    return turns;
  }

  /// An extent of at least 1 and at most a cap.
  static int extent(int given, int cap) {
    return Math.clamp(given, 1, cap);
  }

  /// An extent rounded up to a multiple.
  static int multiple(int given, int of, int cap) {
    return (extent(given, cap / of * of) + of - 1) / of * of;
  }
}
