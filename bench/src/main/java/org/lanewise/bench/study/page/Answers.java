package org.lanewise.bench.study.page;

import org.lanewise.bench.report.Page;

/// What the figures answer.
final class Answers {
  private Answers() {}

  static void inShort(Page page, Figures figures) {}
  static void efficiency(Page page, Figures figures) {}
  static void robustness(Page page, Figures figures) {}
  static void curves(Page page, Figures figures) {}
  static void theta(Page page, Figures figures) {}
  static void confidence(Page page, Figures figures) {}
  static void smoothing(Page page, Figures figures) {}
  static void values(Page page, Figures figures) {}
  static void cost(Page page, Figures figures) {}
}
