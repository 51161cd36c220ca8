package org.lanewise.cli.model;

import java.util.BitSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.NumberFeatures;
import org.lanewise.cli.table.Table;
import org.lanewise.model.gaussian.ExpectationMaximization;

/// The treatment of rows with missing values by a fit of normal classes.
///
/// @param count how many rows lack a value
/// @param way how they were fitted
/// @param iterations of expectation and maximisation; 0 where there were none
/// @param converged whether the likelihood had stopped to rise by then
/// @param rise what the last iteration added to the mean log likelihood of a row; NaN where that is
///   not known
/// @param change by how much it moved covariances, in units of the standard deviations; NaN where
///   that is not known
public record IncompleteRows(
    long count, Way way, int iterations, boolean converged, double rise, double change) {

  /// How rows with missing values are fitted.
  public enum Way {
    /// Each feature is counted in the rows in which it is observed.
    OBSERVED("seen"),
    /// Covariances by expectation and maximisation.
    EM("em"),
    /// They are left out.
    DROP("drop");

    private final String id;

    Way(String id) {
      this.id = id;
    }

    /// The name on the command line and in files.
    public String id() {
      return id;
    }
  }

  private static final String COUNT = "incomplete.rows";
  private static final String WAY = "incomplete.way";
  private static final String ITERATIONS = "em.iterations";
  private static final String CONVERGED = "em.converged";
  private static final String RISE = "em.last.rise";
  private static final String CHANGE = "em.last.change";

  /// Rows that were left out, or counted by their observed values.
  public static IncompleteRows of(long count, Way way) {
    return new IncompleteRows(count, way, 0, false, Double.NaN, Double.NaN);
  }

  /// Rows that covariances were fitted to.
  static IncompleteRows of(long count, ExpectationMaximization em) {
    return new IncompleteRows(
        count, Way.EM, em.iterations(), em.converged(), em.lastRise(), em.lastChange());
  }

  /// The rows that lack a value.
  public static BitSet lacking(Table rows) {
    BitSet lacking = new BitSet();
    if (rows.features() instanceof NumberFeatures numbers) {
      for (double[] column : numbers.columns()) {
        for (int row = 0; row < column.length; row++) {
          if (Double.isNaN(column[row])) {
            lacking.set(row);
          }
        }
      }
    }
    return lacking;
  }

  /// The rows that lack a value by which a discriminant with these options is fitted.
  public static BitSet lacking(Table rows, ClassifierKind kind, FitOptions options) {
    return options.hasIndicators() && options.missing().isPresent()
        ? lacking(rows, FittedModel.inputs(kind, options, rows))
        : lacking(rows);
  }

  /// The rows that lack a value by which a discriminant is fitted.
  public static BitSet lacking(Table rows, Inputs inputs) {
    return inputs.types().isPresent() ? IndicatorRows.lacking(inputs, rows) : lacking(rows);
  }

  /// The indices of the others.
  public static int[] others(Table rows, BitSet lacking) {
    return IntStream.range(0, rows.rowCount()).filter(row -> !lacking.get(row)).toArray();
  }

  /// The complete rows, for an option that takes no others.
  ///
  /// @throws DataException if some rows lack a value and the fit does not leave these out
  public static Table complete(Table rows, ClassifierKind kind, FitOptions options, String option) {
    BitSet lacking = lacking(rows);
    if (lacking.isEmpty()) {
      return rows;
    }
    if (options.incomplete() == Way.DROP) {
      return rows.select(others(rows, lacking));
    }
    int count = lacking.cardinality();
    throw new DataException(
        "%s: %s needs complete rows, and %s missing values; %s"
            .formatted(
                rows.file(),
                option,
                count == 1 ? "1 row has" : count + " rows have",
                kind.isOfScatters() ? "use --incomplete drop" : "remove these rows"));
  }

  /// Describes them in a sentence without its full stop.
  public String sentence() {
    return sentence(count == 1 ? "1 row" : count + " rows");
  }

  /// The same, with the number of rows that were read.
  public String sentence(long read) {
    return sentence("%d of %d rows".formatted(count, read));
  }

  private String sentence(String rows) {
    if (count == 0) {
      return "no row has missing values";
    }
    return rows
        + (count == 1 ? " has missing values" : " have missing values")
        + switch (way) {
          case OBSERVED -> ": each feature uses its observed values";
          case DROP -> count == 1 ? " and was left out" : " and were left out";
          case EM -> ": covariances by expectation-maximisation, " + iterated();
        };
  }

  private String iterated() {
    String last =
        Double.isNaN(change)
            ? ""
            : String.format(
                (Locale) null,
                "; the last raised the mean log-likelihood by %.1e and moved covariances by up to"
                    + " %.1e standard deviations",
                Math.max(0, rise),
                change);
    return converged
        ? "converged after %d iterations%s".formatted(iterations, last)
        : "not converged after %d iterations, so the likelihood could still rise%s"
            .formatted(iterations, last);
  }

  /// Whether the fit stopped before it had converged.
  public boolean stoppedEarly() {
    return iterations > 0 && !converged;
  }

  /// Combines the rows of several fits: their sum, the most iterations, and whether each fit that
  /// iterated has converged.
  public IncompleteRows and(IncompleteRows other) {
    return new IncompleteRows(
        count + other.count,
        way,
        Math.max(iterations, other.iterations),
        iterations + other.iterations > 0
            && (iterations == 0 || converged)
            && (other.iterations == 0 || other.converged),
        larger(rise, other.rise),
        larger(change, other.change));
  }

  /// The rows of all fits of a cross-validation, each counted once: every row is in all fits but
  /// one.
  ///
  /// @param fits the number of fits; with fewer than 2, the count does not change
  public IncompleteRows eachOnce(int fits) {
    return new IncompleteRows(
        count / Math.max(1, fits - 1), way, iterations, converged, rise, change);
  }

  private static double larger(double a, double b) {
    return Double.isNaN(a) || b > a ? b : a;
  }

  /// How many rows were left out.
  public long leftOut() {
    return way == Way.DROP ? count : 0;
  }

  /// Adds notes of a model file.
  void addTo(SortedMap<String, String> notes) {
    notes.put(COUNT, Long.toString(count));
    notes.put(WAY, way.id());
    if (iterations > 0) {
      notes.put(ITERATIONS, Integer.toString(iterations));
      notes.put(CONVERGED, Boolean.toString(converged));
      if (!Double.isNaN(change)) {
        notes.put(RISE, Double.toString(rise));
        notes.put(CHANGE, Double.toString(change));
      }
    }
  }

  /// Parses the notes of a model file.
  ///
  /// @throws IllegalArgumentException if they are invalid
  static Optional<IncompleteRows> of(Map<String, String> notes) {
    String name = notes.get(WAY);
    if (name == null) {
      return Optional.empty();
    }
    Way way =
        Stream.of(Way.values())
            .filter(value -> value.id.equals(name))
            .findFirst()
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "its rows with missing values were fitted by '%s'; expected seen, em or drop"
                        .formatted(name)));
    return Optional.of(
        new IncompleteRows(
            number(COUNT, notes, Long.MAX_VALUE),
            way,
            (int) number(ITERATIONS, notes, Integer.MAX_VALUE),
            Boolean.parseBoolean(notes.get(CONVERGED)),
            real(RISE, notes),
            real(CHANGE, notes)));
  }

  private static double real(String note, Map<String, String> notes) {
    return notes.containsKey(note) ? InputNotes.number(note, notes.get(note)) : Double.NaN;
  }

  private static long number(String note, Map<String, String> notes, long largest) {
    String text = notes.getOrDefault(note, "0");
    if (text.matches("[0-9]{1,18}") && Long.parseLong(text) <= largest) {
      return Long.parseLong(text);
    }
    throw new IllegalArgumentException(
        "its %s is '%s'; expected a number of at least 0".formatted(note, text));
  }
}
