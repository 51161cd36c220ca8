package org.lanewise.cli.gathering;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.lanewise.cli.model.InputNotes;

/// Weights of rows that fall with their age, as statistics keep them: a row of time t counts 2^(t/h
/// − E), where E = ⌊latest/h⌋. Statistics with a later row differ by a power of two, so that parts
/// can be merged in any order.
///
/// @param halfLife h, in seconds
/// @param latest the latest time of a row, in seconds since 1970
public record Decay(double halfLife, double latest) {

  private static final String HALF_LIFE = "half-life.seconds";
  private static final String LATEST = "half-life.latest";

  /// Rows with less weight than 2^−498, about 1e-150, count as absent.
  private static final int LEAST_EXPONENT = -498;

  private double exponent() {
    return Math.floor(latest / halfLife);
  }

  /// The weight of a row.
  public double weight(double time) {
    double power = time / halfLife - exponent();
    return power < LEAST_EXPONENT ? 0 : StrictMath.pow(2, power);
  }

  /// The factor that makes these weights relative to the latest row, which then counts 1.
  double toLatest() {
    return StrictMath.pow(2, exponent() - latest / halfLife);
  }

  /// The decay of rows of both.
  Decay and(Decay other) {
    return new Decay(halfLife, Math.max(latest, other.latest));
  }

  /// The factor that makes these weights those of rows of a later time, a power of two; 0 if none
  /// would be left.
  double to(Decay later) {
    double power = exponent() - later.exponent();
    return power < LEAST_EXPONENT ? 0 : Math.scalb(1.0, (int) power);
  }

  /// Describes the decay.
  public String describe() {
    return "half after %s seconds; the latest row is of %s".formatted(halfLife, text(latest));
  }

  /// A time as text.
  public static String text(double seconds) {
    return Instant.ofEpochMilli(Math.round(seconds * 1000)).toString();
  }

  void addTo(SortedMap<String, String> notes) {
    notes.put(HALF_LIFE, Double.toString(halfLife));
    notes.put(LATEST, Double.toString(latest));
  }

  /// @throws IllegalArgumentException if they are invalid
  static Optional<Decay> of(Map<String, String> notes) {
    if (!notes.containsKey(HALF_LIFE)) {
      return Optional.empty();
    }
    double halfLife = InputNotes.number(HALF_LIFE, notes.get(HALF_LIFE));
    if (!(halfLife > 0)) {
      throw new IllegalArgumentException(
          "its %s is '%s'; expected a number above 0".formatted(HALF_LIFE, halfLife));
    }
    return Optional.of(
        new Decay(halfLife, InputNotes.number(LATEST, notes.getOrDefault(LATEST, ""))));
  }

  /// The half-life of statistics, in words.
  static String text(Gathered gathered) {
    return gathered
        .decay()
        .map(decay -> "a half-life of %s seconds".formatted(decay.halfLife))
        .orElse("no half-life");
  }
}
