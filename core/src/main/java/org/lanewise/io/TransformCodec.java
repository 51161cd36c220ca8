package org.lanewise.io;

import java.util.ArrayList;
import java.util.List;
import org.lanewise.transform.Transform;
import org.lanewise.transform.TransformStep;
import org.lanewise.transform.TransformStep.Linear;
import org.lanewise.transform.TransformStep.RandomFeatures;
import org.lanewise.transform.TransformStep.SignedPower;
import org.lanewise.transform.TransformStep.Standardization;
import org.lanewise.transform.TransformStep.UnitLength;

/// The steps of a transform in a file, and the kind of what follows for the transformed rows.
final class TransformCodec {

  private static final String STEPS = "steps";
  private static final String STEP = "step";
  private static final String MEANS = "stepmean";
  private static final String DEVIATIONS = "stepdevs";
  private static final String MATRIX = "stepmat";
  private static final String OFFSET = "stepoffs";
  static final String INNER = "inner";

  private static final int NUMBERS = 3;
  private static final int MAX_STEPS = 100;

  private static final int UNIT = 1;
  private static final int POWER = 2;
  private static final int STANDARD = 3;
  private static final int LINEAR = 4;
  private static final int RANDOM = 5;

  /// A transform, and the kind of the model or statistics of transformed rows.
  record Head(Transform transform, long kind) {}

  private TransformCodec() {}

  /// The transform of rows, then the kind and number of features of the transformed ones.
  static List<Section> sections(Transform transform, int kind, int featureCount) {
    List<TransformStep> steps = transform.steps();
    List<Section> sections = new ArrayList<>();
    sections.add(Section.longs(STEPS, steps.size()));
    for (TransformStep step : steps) {
      add(step, sections);
    }
    sections.add(Section.longs(INNER, kind, featureCount));
    return sections;
  }

  private static void add(TransformStep step, List<Section> sections) {
    switch (step) {
      case UnitLength _ -> sections.add(Section.longs(STEP, UNIT, 0, 0));
      case SignedPower power ->
          sections.add(Section.longs(STEP, POWER, Double.doubleToLongBits(power.exponent()), 0));
      case Standardization standard -> {
        double[] deviations = standard.deviations();
        sections.add(
            Section.longs(STEP, STANDARD, standard.means().length, deviations.length == 0 ? 0 : 1));
        sections.add(Section.doubles(MEANS, standard.means()));
        if (deviations.length > 0) {
          sections.add(Section.doubles(DEVIATIONS, deviations));
        }
      }
      case Linear map -> {
        double[][] matrix = map.matrix();
        sections.add(Section.longs(STEP, LINEAR, matrix.length, matrix[0].length));
        sections.add(Section.rows(MATRIX, matrix.length, matrix[0].length, i -> matrix[i]));
        sections.add(Section.doubles(OFFSET, map.offset()));
      }
      case RandomFeatures random ->
          sections.add(Section.longs(STEP, RANDOM, random.count(), random.seed()));
    }
  }

  /// Reads a transform, and the kind of what follows for its results.
  ///
  /// @throws IllegalArgumentException if it does not accept the features of the file
  static Head read(SectionReader in) throws UnusableFileException {
    long count = in.longs(STEPS, 1)[0];
    in.requireRange(STEPS, count, 1, MAX_STEPS);
    int outputs = in.featureCount();
    Transform transform = null;
    for (int i = 0; i < count; i++) {
      Transform step = step(in, outputs);
      outputs = step.outputCount(outputs);
      transform = transform == null ? step : transform.then(step);
    }
    long[] inner = in.longs(INNER, 2);
    in.requireRange(INNER, inner[1], outputs, outputs);
    return new Head(transform, inner[0]);
  }

  private static Transform step(SectionReader in, int width) throws UnusableFileException {
    long[] step = in.longs(STEP, NUMBERS);
    in.requireRange(STEP, step[0], UNIT, RANDOM);
    in.requireRange(STEP, step[0] == UNIT ? step[1] : 0, 0, 0);
    in.requireRange(STEP, step[0] == UNIT || step[0] == POWER ? step[2] : 0, 0, 0);
    return switch ((int) step[0]) {
      case UNIT -> Transform.unitLength();
      case POWER -> Transform.signedPower(Double.longBitsToDouble(step[1]));
      case STANDARD -> {
        int d = size(in, step[1]);
        in.requireRange(STEP, step[2], 0, 1);
        double[] means = in.doubles(MEANS, d);
        yield step[2] == 0
            ? Transform.centering(means)
            : Transform.standardization(means, in.doubles(DEVIATIONS, d));
      }
      case LINEAR -> {
        double[][] matrix = in.rows(MATRIX, size(in, step[1]), size(in, step[2]));
        yield Transform.linear(matrix, in.doubles(OFFSET, matrix.length));
      }
      default -> {
        int count = size(in, step[1]);
        in.addRandom(STEP, (long) count * width);
        yield Transform.randomFeatures(count, step[2]);
      }
    };
  }

  private static int size(SectionReader in, long value) throws UnusableFileException {
    in.requireRange(STEP, value, 1, Integer.MAX_VALUE);
    return (int) value;
  }
}
