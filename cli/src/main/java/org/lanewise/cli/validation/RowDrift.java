package org.lanewise.cli.validation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.lanewise.cli.model.Batch;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.rows.FileWording;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.inference.EqualMeans;
import org.lanewise.model.ShiftedPriors;
import org.lanewise.score.Results;
import org.lanewise.serving.DriftMeter;
import org.lanewise.statistics.GaussianStatistics;

/// The drift of rows against those that were held out of the fit of a model.
///
/// @param alarm the row whose evidence reached the limit; −1 if none did
/// @param since about the first row that drifted; −1 if none did
/// @param bets on the log density, and on each feature if rows are numbers; the one with the
///   largest evidence first
/// @param points after how many rows the evidence was looked at, the last time after all
/// @param evidences the evidence of each bet (inner, at its index) then
/// @param known the held-out rows
/// @param found the rows since the drift began, or all rows
/// @param windows all rows in their order
/// @param tSquared Hotelling's T² of the means of the rows in [#found] and the held-out rows; none
///   unless rows are up to 1,000 numbers, none is missing and the covariance is regular
/// @param parts the share of each feature in T², the largest first
public record RowDrift(
    int alarm,
    int since,
    List<Bet> bets,
    int[] points,
    double[][] evidences,
    Window known,
    Window found,
    List<Window> windows,
    OptionalDouble tSquared,
    List<Part> parts) {

  /// Figures of consecutive rows.
  ///
  /// @param from the first row
  /// @param to the row after the last
  /// @param logDensity the mean log density
  /// @param shares the estimated share of each class
  /// @param unknown the share of rows that are of no class, by a test that rejects [#UNKNOWN_SHARE]
  ///   of known rows; none if the model keeps no ranks for it
  public record Window(
      int from, int to, double logDensity, double[] shares, OptionalDouble unknown) {}

  /// A feature and its share.
  public record Part(String name, double share) {}

  /// @param index its place among the bets of the meter
  /// @param name of what the bet is on
  /// @param evidence the evidence for drift
  /// @param shift its mean in the rows since the drift began, or in all rows, minus that of the
  ///   held-out rows and divided by their standard deviation
  public record Bet(int index, String name, double evidence, double shift) {}

  /// The share of known rows that the test of unknown rows rejects.
  public static final double UNKNOWN_SHARE = 0.05;

  private static final long SEED = 1;

  /// The largest number of features for which a covariance is computed.
  private static final int MOST_FEATURES = 1000;

  private static final int MOST_POINTS = 400;
  private static final int MOST_WINDOWS = 20;
  private static final int LEAST_OF_WINDOW = 50;

  /// The largest evidence of a bet.
  public double evidence() {
    return bets.getFirst().evidence();
  }

  /// Measures the drift.
  ///
  /// @param limit the evidence that is an alarm
  /// @throws DataException if the model refuses rows, or there are too few held-out rows
  public static RowDrift of(FittedModel model, Table heldOut, Table served, double limit) {
    Values known = Values.of(model, heldOut);
    DriftMeter meter;
    try {
      meter = DriftMeter.of(known.logDensities, known.rows, SEED);
    } catch (IllegalArgumentException e) {
      throw new FileWording(heldOut, model.inputs(), model.classes()).refusal(e);
    }
    Values found = Values.of(model, served);
    int n = served.rowCount();
    int[] points = ends(n, Math.min(n, MOST_POINTS));
    double[][] evidences = new double[points.length][];
    int alarm = -1;
    int row = 0;
    for (int i = 0; i < points.length; i++) {
      for (; row < points[i]; row++) {
        found.addTo(meter, row);
        if (alarm < 0 && meter.evidence() >= limit) {
          alarm = row;
        }
      }
      evidences[i] = meter.evidences();
    }
    double[] last = evidences[points.length - 1];
    int most = 0;
    for (int i = 1; i < last.length; i++) {
      most = last[i] > last[most] ? i : most;
    }
    int since = alarm < 0 ? -1 : change(known.column(most), found.column(most), alarm + 1);
    int first = Math.max(0, since);
    if (since >= 0) {
      meter.startWindow();
      for (int i = since; i < n; i++) {
        found.addTo(meter, i);
      }
    }
    double[] shifts = meter.shifts();
    Features features = model.inputs().shown(model.classifier().features());
    List<Bet> bets = new ArrayList<>();
    for (int i = 0; i < last.length; i++) {
      bets.add(new Bet(i, i == 0 ? "log density" : features.name(i - 1), last[i], shifts[i]));
    }
    bets.sort(Comparator.comparingDouble(bet -> -bet.evidence()));
    int[] ends = ends(n, Math.clamp(n / LEAST_OF_WINDOW, 1, MOST_WINDOWS));
    Table rows = served.select(IntStream.range(first, n).toArray());
    Optional<EqualMeans> means = means(known.rows, model.inFile(rows, Batch::rows));
    return new RowDrift(
        alarm,
        since,
        bets,
        points,
        evidences,
        known.window(0, heldOut.rowCount()),
        found.window(first, n),
        IntStream.range(0, ends.length)
            .mapToObj(i -> found.window(i == 0 ? 0 : ends[i - 1], ends[i]))
            .toList(),
        means.stream().mapToDouble(EqualMeans::statistic).findAny(),
        means.map(test -> parts(test, features)).orElse(List.of()));
  }

  /// The ends of parts of about the same size.
  private static int[] ends(int rows, int count) {
    return IntStream.rangeClosed(1, count).map(i -> (int) ((long) rows * i / count)).toArray();
  }

  private static List<Part> parts(EqualMeans means, Features features) {
    double[] parts = means.parts();
    // No feature has a share in a statistic of 0.
    double whole = means.statistic() == 0 ? 1 : means.statistic();
    return IntStream.range(0, parts.length)
        .mapToObj(j -> new Part(features.name(j), parts[j] / whole))
        .sorted(Comparator.comparingDouble(part -> -part.share()))
        .toList();
  }

  private static Optional<EqualMeans> means(RowBatch known, RowBatch found) {
    if (!(known instanceof NumericColumns) || known.featureCount() > MOST_FEATURES) {
      return Optional.empty();
    }
    Classes both = Classes.of("held out", "window");
    GaussianStatistics statistics = new GaussianStatistics(known.features(), both);
    int[] second = new int[found.rowCount()];
    Arrays.fill(second, 1);
    try {
      statistics.add(known, Labels.ofIndices(new int[known.rowCount()], both));
      statistics.add(found, Labels.ofIndices(second, both));
      return Optional.of(EqualMeans.of(statistics));
    } catch (IllegalArgumentException e) {
      // Values are missing, or there are too few rows for a regular covariance.
      return Optional.empty();
    }
  }

  /// Rows with their log densities and posteriors.
  ///
  /// @param unknown 1 for each row that is of no class, 0 for the others; empty if the model keeps
  ///   no ranks
  /// @param row room for the numbers of a row, if rows are numbers
  private record Values(
      FittedModel model,
      RowBatch rows,
      double[] logDensities,
      double[] posteriors,
      double[] unknown,
      double[] row) {

    static Values of(FittedModel model, Table table) {
      return model.inFile(
          table,
          batch -> {
            int n = table.rowCount();
            double[] densities = new double[n];
            double[] posteriors = new double[Math.multiplyExact(n, model.classes().count())];
            batch.score(Results.none().withLogDensities(densities).withPosteriors(posteriors));
            RowBatch rows = batch.rows();
            int d = rows instanceof NumericColumns ? rows.featureCount() : 0;
            return new Values(
                model, rows, densities, posteriors, unknown(model, table), new double[d]);
          });
    }

    private static double[] unknown(FittedModel model, Table table) {
      if (model.training().reference().isEmpty()) {
        return new double[0];
      }
      UnknownRows test = UnknownRows.of(model, UNKNOWN_SHARE);
      return Arrays.stream(model.distances(table, test))
          .map(distance -> test.rejects(distance) ? 1 : 0)
          .toArray();
    }

    Window window(int from, int to) {
      int k = model.classes().count();
      return new Window(
          from,
          to,
          Arrays.stream(logDensities, from, to).average().orElse(Double.NaN),
          ShiftedPriors.ofPosteriors(
                  model.classifier().priors(),
                  Arrays.copyOfRange(posteriors, from * k, to * k),
                  0,
                  ShiftedPriors.MAX_ITERATIONS)
              .priors(),
          unknown.length == 0
              ? OptionalDouble.empty()
              : Arrays.stream(unknown, from, to).average());
    }

    void addTo(DriftMeter meter, int index) {
      if (rows instanceof NumericColumns numbers) {
        numbers.row(index, row);
      }
      meter.add(logDensities[index], row);
    }

    /// The values of a bet.
    double[] column(int bet) {
      return bet == 0
          ? logDensities
          : IntStream.range(0, logDensities.length)
              .mapToDouble(i -> ((NumericColumns) rows).value(i, bet - 1))
              .toArray();
    }
  }

  /// The row before which the mean differs most from that of the rows from it to the alarm, by the
  /// likelihood of two normal distributions with the same variance; the held-out rows come first.
  private static int change(double[] known, double[] found, int end) {
    double[] all =
        IntStream.range(0, known.length + end)
            .mapToDouble(i -> i < known.length ? known[i] : found[i - known.length])
            .map(x -> Double.isFinite(x) ? x : 0)
            .toArray();
    double total = Arrays.stream(all).sum();
    double before = 0;
    double most = -1;
    int since = 0;
    for (int i = 0; i < all.length; i++) {
      if (i >= known.length) {
        double difference = before / i - (total - before) / (all.length - i);
        double gain = difference * difference * i * (all.length - i);
        if (gain > most) {
          most = gain;
          since = i - known.length;
        }
      }
      before += all[i];
    }
    return since;
  }
}
