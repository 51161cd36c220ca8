package org.lanewise.cli.report;

import java.util.Optional;
import java.util.OptionalDouble;
import org.lanewise.cli.answers.PredictionRequest;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.report.figure.RocArea;
import org.lanewise.report.figure.RocCurves;

/// Counts test rows that are rejected because they seem to belong to none of the classes: known
/// rows, which have a class of the model, and unknown rows, which have another.
public final class UnknownTally {

  /// Distances that are kept for the area: 32 MB.
  private static final int MAX_DISTANCES = 1 << 22;

  private final PredictionRequest.Unknown test;
  private final RocCurves distances = new RocCurves(2, MAX_DISTANCES);
  private long known;
  private long knownRejected;
  private long unknown;
  private long unknownRejected;

  /// Known rows that are not rejected and get their class.
  private long correct;

  /// A tally of no rows.
  public UnknownTally(PredictionRequest.Unknown test) {
    this.test = test;
  }

  /// Takes in known rows.
  ///
  /// @param classes those of the model
  /// @param labels the true classes of the rows, all of them among these
  /// @param predicted the class of the model that each row would get
  /// @param found how far each row is from the classes
  public void addKnown(Classes classes, Labels labels, int[] predicted, double[] found) {
    int[] indices = labels.classes().indicesIn(classes);
    for (int row = 0; row < found.length; row++) {
      known++;
      if (rejects(0, found[row])) {
        knownRejected++;
      } else if (indices[labels.index(row)] == predicted[row]) {
        correct++;
      }
    }
  }

  /// Takes in unknown rows.
  ///
  /// @param found how far each row is from the classes
  public void addUnknown(double[] found) {
    for (double distance : found) {
      unknown++;
      if (rejects(1, distance)) {
        unknownRejected++;
      }
    }
  }

  private boolean rejects(int side, double distance) {
    distances.add(side, new double[] {0, distance});
    return test.rejects(distance);
  }

  /// How many rows of other classes there were.
  long unknown() {
    return unknown;
  }

  private long accepted() {
    return known + unknown - knownRejected - unknownRejected;
  }

  private static OptionalDouble share(long part, long whole) {
    return whole == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) part / whole);
  }

  static String shown(long part, long whole) {
    return NumberFormats.plain("%d of %d", part, whole)
        + (whole == 0 ? "" : ", " + Evaluation.percent((double) part / whole));
  }

  /// One member of the JSON object of an evaluation.
  JsonObject json() {
    Optional<RocArea> area = distances.area();
    JsonObject json =
        new JsonObject()
            .put("share", test.share())
            .put("knownRows", known)
            .put("knownRejected", knownRejected)
            .put("knownRejectRate", share(knownRejected, known))
            .put("unknownRows", unknown)
            .put("unknownRejected", unknownRejected)
            .put("unknownRejectRate", share(unknownRejected, unknown))
            .put("accepted", accepted())
            .put("correct", correct)
            .put("accuracy", share(correct, accepted()))
            .put("auc", area.stream().mapToDouble(RocArea::value).findAny());
    area.filter(found -> found.error() > 0).ifPresent(found -> json.put("aucError", found.error()));
    return json;
  }

  /// For people.
  String text() {
    return "rejected as unknown (p-value at most "
        + test.share()
        + ")\n"
        + new Facts()
            .add("known rows rejected", shown(knownRejected, known))
            .add("unknown rows rejected", shown(unknownRejected, unknown))
            .add("correct, not rejected", shown(correct, accepted()))
            .add("ROC area, unknown rows", Evaluation.shown(distances.area()));
  }
}
