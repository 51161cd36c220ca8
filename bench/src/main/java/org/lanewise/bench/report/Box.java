package org.lanewise.bench.report;

/// The box that a text or a point covers.
record Box(double left, double top, double right, double bottom) {
  /// Whether they share a point.
  boolean overlaps(Box other) {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }

  /// Whether this box lies within another.
  boolean within(Box outer) {
    return left >= outer.left && right <= outer.right && top >= outer.top && bottom <= outer.bottom;
  }
}
