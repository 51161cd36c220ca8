package org.lanewise.cli.report;

import java.util.List;
import java.util.OptionalDouble;
import org.lanewise.calibration.Calibration;
import org.lanewise.calibration.Reliability;

/// How well posteriors are calibrated.
///
/// @param calibration that of the largest posterior of test rows
public record CalibrationFigures(Calibration calibration) {

  /// One member of the JSON object of an evaluation; `null`s where no row has posteriors.
  JsonObject json() {
    if (calibration.rowCount() == 0) {
      return new JsonObject()
          .put("brierScore", OptionalDouble.empty())
          .put("expectedCalibrationError", OptionalDouble.empty())
          .put("maximumCalibrationError", OptionalDouble.empty())
          .putObjects("bins", List.of());
    }
    Reliability table = calibration.reliability(Calibration.DEFAULT_BINS);
    List<JsonObject> bins =
        table.bins().stream()
            .map(bin ->
                new JsonObject()
                    .put("from", bin.from())
                    .put("to", bin.to())
                    .put("rows", Math.round(bin.weight()))
                    .put("predicted", bin.predicted())
                    .put("observed", bin.observed()))
            .toList();
    return new JsonObject()
        .put("brierScore", calibration.brierScore())
        .put("expectedCalibrationError", table.expectedError())
        .put("maximumCalibrationError", table.maximumError())
        .putObjects("bins", bins);
  }

  /// For people.
  String text() {
    if (calibration.rowCount() == 0) {
      return new Facts().add("calibration", "none: no test row has posteriors").toString();
    }
    Reliability table = calibration.reliability(Calibration.DEFAULT_BINS);
    TextTable bins = new TextTable().row("largest probability", "rows", "mean", "correct");
    for (Reliability.Bin bin : table.bins()) {
      bins.row(
          NumberFormats.plain("%.3f to %.3f", bin.from(), bin.to()),
          Long.toString(Math.round(bin.weight())),
          NumberFormats.plain("%.4f", bin.predicted()),
          NumberFormats.plain("%.4f", bin.observed()));
    }
    return new Facts()
            .add("Brier score", NumberFormats.plain("%.6g", calibration.brierScore()))
            .add("expected calibration error", NumberFormats.plain("%.6g", table.expectedError()))
            .add("maximum calibration error", NumberFormats.plain("%.6g", table.maximumError()))
        + "\n"
        + bins;
  }
}
