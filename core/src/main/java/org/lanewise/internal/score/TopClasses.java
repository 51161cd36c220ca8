package org.lanewise.internal.score;

/// The classes of the largest scores, the best first; of equals the lowest first.
final class TopClasses implements RowRule {

  static final TopClasses RULE = new TopClasses();

  private TopClasses() {}

  @Override
  public void apply(
      double[] scores, int from, int k, int width, int row, int[] labels, double[] out) {
    int first = row * width;
    for (int c = 0; c < k; c++) {
      double score = scores[from + c];
      int held = Math.min(c, width);
      int at = held;
      while (at > 0 && scores[from + labels[first + at - 1]] < score) {
        at--;
      }
      if (at == width) {
        continue;
      }
      int end = Math.min(held, width - 1);
      for (int i = end; i > at; i--) {
        labels[first + i] = labels[first + i - 1];
      }
      labels[first + at] = c;
    }
  }
}
