package org.lanewise.cli.validation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.Form;
import org.lanewise.cli.rows.FileWording;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.model.Classifier;
import org.lanewise.serving.DriftMeter;

/// The drift of rows against those that were held out of the fit of a model.
///
/// @param names the log density, and the features if rows are numbers
/// @param evidences the evidence for drift of each
/// @param shifts the mean of each in the rows since the drift began, or in all rows, minus that of
///   the held-out rows and divided by their standard deviation
/// @param alarm the row whose evidence reached the limit; −1 if none did
/// @param since about the first row that drifted; −1 if none did
public record RowDrift(
    List<String> names, double[] evidences, double[] shifts, int alarm, int since) {

  private static final long SEED = 1;

  /// Measures the drift.
  ///
  /// @param limit the evidence that is an alarm
  /// @throws DataException if the model refuses rows, or there are too few held-out rows
  public static RowDrift of(FittedModel model, Table heldOut, Table served, double limit) {
    return of(model, model.kind().form(model.inputs()), heldOut, served, limit);
  }

  private static <R, B extends RowBatch> RowDrift of(
      FittedModel model, Form<R, B> form, Table heldOut, Table served, double limit) {
    Classifier<R, B> classifier = model.uncalibrated().in(form.format(model.inputs()));
    double[][] known;
    double[][] found;
    DriftMeter meter;
    Table read = heldOut;
    try {
      B rows = form.batch(model.inputs(), heldOut);
      known = values(classifier, rows);
      meter = DriftMeter.of(classifier, rows, SEED);
      read = served;
      found = values(classifier, form.batch(model.inputs(), served));
    } catch (IllegalArgumentException e) {
      throw new FileWording(read, model.inputs(), model.classes()).refusal(e);
    }
    int alarm = -1;
    for (int row = 0; row < found.length; row++) {
      meter.add(found[row][0], Arrays.copyOfRange(found[row], 1, found[row].length));
      if (alarm < 0 && meter.evidence() >= limit) {
        alarm = row;
      }
    }
    double[] evidences = meter.evidences();
    int most = 0;
    for (int i = 1; i < evidences.length; i++) {
      most = evidences[i] > evidences[most] ? i : most;
    }
    int since = alarm < 0 ? -1 : change(column(known, most), column(found, most), alarm + 1);
    List<String> names = new ArrayList<>(List.of("log density"));
    for (int j = 1; j < evidences.length; j++) {
      names.add(model.inputs().shown(classifier.features()).name(j - 1));
    }
    double[] shifts = new double[evidences.length];
    int first = Math.max(0, since);
    Arrays.setAll(shifts, i -> shift(column(known, i), column(found, i), first));
    return new RowDrift(names, evidences, shifts, alarm, since);
  }

  /// The log density of each row, then its numbers if it has any.
  private static <R, B extends RowBatch> double[][] values(Classifier<R, B> model, B rows) {
    double[] densities = model.scorer().logDensity(rows);
    int d = rows instanceof NumericColumns ? rows.featureCount() : 0;
    double[][] values = new double[densities.length][1 + d];
    double[] row = new double[d];
    for (int i = 0; i < values.length; i++) {
      values[i][0] = densities[i];
      if (rows instanceof NumericColumns columns) {
        columns.row(i, row);
        System.arraycopy(row, 0, values[i], 1, d);
      }
    }
    return values;
  }

  private static double[] column(double[][] rows, int column) {
    return Arrays.stream(rows).mapToDouble(row -> row[column]).toArray();
  }

  private static double shift(double[] known, double[] found, int first) {
    double[] finite = Arrays.stream(known).filter(Double::isFinite).toArray();
    double mean = Arrays.stream(finite).average().orElse(Double.NaN);
    double squares = Arrays.stream(finite).map(x -> (x - mean) * (x - mean)).sum();
    double now =
        Arrays.stream(found, first, found.length)
            .filter(Double::isFinite)
            .average()
            .orElse(Double.NaN);
    return (now - mean) / Math.sqrt(squares / (finite.length - 1));
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
