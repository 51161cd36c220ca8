package org.lanewise.bench.study.page;

import org.lanewise.bench.report.Page;

/// What the figures answer.
final class Answers {

  static final String EFFICIENCY = "";
  static final String ROBUSTNESS = "";
  static final String CURVES = "";
  static final String THETA = "";
  static final String CONFIDENCE = "";
  static final String SMOOTHING = "";
  static final String VALUES = "";
  static final String COST = "";

  private Answers() {}

  static void write(Page page, Figures figures, String answer) {
    if (figures.answers()) {
      page.line("%s", answer);
    }
  }
}
