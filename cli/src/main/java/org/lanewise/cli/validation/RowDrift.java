package org.lanewise.cli.validation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.lanewise.cli.model.Batch;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.rows.FileWording;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.serving.DriftMeter;

/// The drift of rows against those that were held out of the fit of a model.
///
/// @param bets on the log density, and on each feature if rows are numbers; the one with the
///   largest evidence first
/// @param alarm the row whose evidence reached the limit; −1 if none did
/// @param since about the first row that drifted; −1 if none did
public record RowDrift(List<Bet> bets, int alarm, int since) {

  /// @param name of what the bet is on
  /// @param evidence the evidence for drift
  /// @param shift its mean in the rows since the drift began, or in all rows, minus that of the
  ///   held-out rows and divided by their standard deviation
  public record Bet(String name, double evidence, double shift) {}

  private static final long SEED = 1;

  /// The largest evidence of a bet.
  public double evidence() {
    return bets.getFirst().evidence();
  }

  /// Measures the drift.
  ///
  /// @param limit the evidence that is an alarm
  /// @throws DataException if the model refuses rows, or there are too few held-out rows
  public static RowDrift of(FittedModel model, Table heldOut, Table served, double limit) {
    Values known = model.inFile(heldOut, Values::of);
    DriftMeter meter;
    try {
      meter = DriftMeter.of(known.logDensities, known.rows, SEED);
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
    List<Bet> bets = new ArrayList<>();
    for (int i = 0; i < evidences.length; i++) {
      String name =
          i == 0 ? "log density" : model.inputs().shown(model.classifier().features()).name(i - 1);
      bets.add(new Bet(name, evidences[i], shifts[i]));
    }
    bets.sort(Comparator.comparingDouble(bet -> -bet.evidence()));
    return new RowDrift(bets, alarm, since);
  }

  /// The log densities of rows, and their numbers if they have any.
  private record Values(double[] logDensities, RowBatch rows, double[] row) {

    static Values of(Batch<?> batch) {
      int d = batch.rows() instanceof NumericColumns ? batch.rows().featureCount() : 0;
      return new Values(batch.logDensities(), batch.rows(), new double[d]);
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
