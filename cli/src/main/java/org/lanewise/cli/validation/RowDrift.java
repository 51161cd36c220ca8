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
/// @param bets on the log density, and on each feature if rows are numbers; the one with the
///   largest evidence first
/// @param alarm the row whose evidence reached the limit; −1 if none did
/// @param since about the first row that drifted; −1 if none did
/// @param window the rows since the drift began, or all rows
/// @param course its course over the rows, if that was asked for
public record RowDrift(
    List<Bet> bets, int alarm, int since, Window window, Optional<Course> course) {

  /// The classes and means of some rows, compared with the held-out rows.
  ///
  /// @param shares the estimated share of each class
  /// @param sharesBefore that in the held-out rows
  /// @param tSquared Hotelling's T² of the means; none unless rows are up to 1,000 numbers, none is
  ///   missing and the covariance is regular
  /// @param parts the share of each feature in T²
  /// @param unknown the share of rows that are of no class, by a test that rejects [#UNKNOWN_SHARE]
  ///   of known rows; none if the model keeps no ranks for it
  public record Window(
      double[] shares,
      double[] sharesBefore,
      OptionalDouble tSquared,
      List<Part> parts,
      OptionalDouble unknown) {}

  /// Figures of the rows in their order.
  ///
  /// @param rows after how many rows the evidence was looked at
  /// @param evidences the evidence then, for the first bets
  /// @param ends the row after each window
  /// @param logDensities the mean log density of each window; that of the held-out rows at the end
  /// @param shares the estimated share of each class, by window
  /// @param unknown the share of rows of no class, by window; none if the model keeps no ranks
  public record Course(
      int[] rows,
      double[][] evidences,
      int[] ends,
      double[] logDensities,
      double[][] shares,
      Optional<double[]> unknown) {}

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

  /// The most points at which evidence is kept, bets whose evidence is kept, and windows.
  private static final int MOST_POINTS = 400;

  private static final int MOST_TRACED = 5;
  private static final int MOST_WINDOWS = 20;
  private static final int LEAST_OF_WINDOW = 50;

  /// The largest evidence of a bet.
  public double evidence() {
    return bets.getFirst().evidence();
  }

  /// Measures the drift.
  ///
  /// @param limit the evidence that is an alarm
  /// @param traced whether its course is wanted
  /// @throws DataException if the model refuses rows, or there are too few held-out rows
  public static RowDrift of(
      FittedModel model, Table heldOut, Table served, double limit, boolean traced) {
    Values known = model.inFile(heldOut, Values::of);
    DriftMeter meter;
    try {
      meter = known.meter();
    } catch (IllegalArgumentException e) {
      throw new FileWording(heldOut, model.inputs(), model.classes()).refusal(e);
    }
    Values found = model.inFile(served, Values::of);
    int n = served.rowCount();
    int alarm = -1;
    for (int row = 0; row < n; row++) {
      found.add(meter, row);
      if (alarm < 0 && meter.evidence() >= limit) {
        alarm = row;
      }
    }
    double[] evidences = meter.evidences();
    int most = 0;
    for (int i = 1; i < evidences.length; i++) {
      most = evidences[i] > evidences[most] ? i : most;
    }
    int since = alarm < 0 ? -1 : change(known.column(most), found.column(most), alarm + 1);
    if (since >= 0) {
      meter.startWindow();
      for (int row = since; row < n; row++) {
        found.add(meter, row);
      }
    }
    double[] shifts = meter.shifts();
    Features features = model.inputs().shown(model.classifier().features());
    List<Bet> bets = new ArrayList<>();
    for (int i = 0; i < evidences.length; i++) {
      String name = i == 0 ? "log density" : features.name(i - 1);
      bets.add(new Bet(i, name, evidences[i], shifts[i]));
    }
    bets.sort(Comparator.comparingDouble(bet -> -bet.evidence()));
    return new RowDrift(
        bets,
        alarm,
        since,
        window(model, known, found, served, Math.max(0, since)),
        traced ? Optional.of(course(model, known, found, served, bets)) : Optional.empty());
  }

  private static Course course(
      FittedModel model, Values known, Values found, Table served, List<Bet> bets) {
    int n = served.rowCount();
    int[] rows = parts(n, Math.min(n, MOST_POINTS));
    double[][] evidences = new double[Math.min(bets.size(), MOST_TRACED)][rows.length];
    DriftMeter meter = known.meter();
    int row = 0;
    for (int i = 0; i < rows.length; i++) {
      for (; row < rows[i]; row++) {
        found.add(meter, row);
      }
      double[] now = meter.evidences();
      for (int bet = 0; bet < evidences.length; bet++) {
        evidences[bet][i] = now[bets.get(bet).index()];
      }
    }
    int[] ends = parts(n, Math.clamp(n / LEAST_OF_WINDOW, 1, MOST_WINDOWS));
    double[] densities = new double[ends.length + 1];
    double[][] shares = new double[ends.length][];
    double[] distances = unknown(model, served);
    double[] unknown = new double[ends.length];
    for (int i = 0; i < ends.length; i++) {
      int from = i == 0 ? 0 : ends[i - 1];
      densities[i] = mean(found.logDensities, from, ends[i]);
      shares[i] = found.shares(model, from, ends[i]);
      unknown[i] = mean(distances, from, ends[i]);
    }
    densities[ends.length] = mean(known.logDensities, 0, known.logDensities.length);
    return new Course(
        rows,
        evidences,
        ends,
        densities,
        shares,
        distances.length == 0 ? Optional.empty() : Optional.of(unknown));
  }

  /// The ends of parts of about the same size.
  private static int[] parts(int rows, int count) {
    return IntStream.rangeClosed(1, count).map(i -> (int) ((long) rows * i / count)).toArray();
  }

  private static double mean(double[] values, int from, int to) {
    return Arrays.stream(values, Math.min(from, values.length), Math.min(to, values.length))
        .average()
        .orElse(Double.NaN);
  }

  private static Window window(
      FittedModel model, Values known, Values found, Table served, int since) {
    Table rows = served.select(IntStream.range(since, served.rowCount()).toArray());
    Optional<EqualMeans> means = means(known.rows, model.inFile(rows, Batch::rows));
    Features features = model.inputs().shown(model.classifier().features());
    List<Part> parts = new ArrayList<>();
    double[] ofFeatures = means.map(EqualMeans::parts).orElse(new double[0]);
    for (int j = 0; j < ofFeatures.length; j++) {
      parts.add(new Part(features.name(j), ofFeatures[j] / means.get().statistic()));
    }
    parts.sort(Comparator.comparingDouble(part -> -part.share()));
    return new Window(
        found.shares(model, since, served.rowCount()),
        known.shares(model, 0, known.logDensities.length),
        means.map(test -> OptionalDouble.of(test.statistic())).orElse(OptionalDouble.empty()),
        parts,
        Arrays.stream(unknown(model, rows)).average());
  }

  /// 1 for each row that is of no class; nothing if the model keeps no ranks.
  private static double[] unknown(FittedModel model, Table rows) {
    if (model.training().reference().isEmpty()) {
      return new double[0];
    }
    UnknownRows test = UnknownRows.of(model, UNKNOWN_SHARE);
    return Arrays.stream(model.distances(rows, test)).map(x -> test.rejects(x) ? 1 : 0).toArray();
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

  /// The log densities and posteriors of rows, and their numbers if they have any.
  private record Values(double[] logDensities, double[] posteriors, RowBatch rows, double[] row) {

    static Values of(Batch<?> batch) {
      int d = batch.rows() instanceof NumericColumns ? batch.rows().featureCount() : 0;
      int n = batch.rows().rowCount();
      double[] densities = new double[n];
      double[] posteriors = new double[Math.multiplyExact(n, batch.scorer().classCount())];
      batch.score(Results.none().withLogDensities(densities).withPosteriors(posteriors));
      return new Values(densities, posteriors, batch.rows(), new double[d]);
    }

    DriftMeter meter() {
      return DriftMeter.of(logDensities, rows, SEED);
    }

    /// The estimated share of each class in some rows.
    double[] shares(FittedModel model, int from, int to) {
      int k = model.classes().count();
      return ShiftedPriors.ofPosteriors(
              model.classifier().priors(),
              Arrays.copyOfRange(posteriors, from * k, to * k),
              0,
              ShiftedPriors.MAX_ITERATIONS)
          .priors();
    }

    void add(DriftMeter meter, int index) {
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
