package org.lanewise.bench.run;

/// How thoroughly is measured.
enum Mode {
  /// Every shape, several processes.
  FULL,

  /// The shapes that matter most, one short process each.
  QUICK,

  /// Every shape once, untimed: benchmarks check their results before they are timed.
  CHECK
}
