package org.lanewise.cli.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.lanewise.cli.table.DataException;
import org.lanewise.data.NumericColumns;
import org.lanewise.transform.Transform;

/// The transform that `--transform` asks for: steps divided by commas.
///
/// | step | is |
/// | --- | --- |
/// | `unit` | unit length |
/// | `power=P` | sign(x)·\|x\|^P |
/// | `center`, `standard` | less the means of the training rows; divided by their deviations too |
/// | `linear=FILE` | Ax, with the rows of A in a CSV file without a header |
/// | `random=N:seed=S` | N random features; the seed is 1 if it is not given |
public final class TransformText {

  /// The steps, for messages.
  public static final String STEPS =
      "unit, power=P, center, standard, linear=FILE or random=N:seed=S";

  private static final String LINEAR = "linear=";

  private final String text;
  private final List<String> steps;

  private TransformText(String text) {
    this.text = text;
    steps = List.of(text.split(",", -1));
  }

  /// Reads steps.
  ///
  /// @throws IllegalArgumentException if one is unknown or has no usable number
  public static TransformText of(String text) {
    TransformText parsed = new TransformText(text);
    for (String step : parsed.steps) {
      if (!needsRows(step) && !step.startsWith(LINEAR)) {
        Transform unused = parsed.fixed(step);
      }
    }
    return parsed;
  }

  /// The files that the steps of a text read.
  public static Stream<Path> files(String text) {
    return Stream.of(text.split(",", -1))
        .filter(step -> step.startsWith(LINEAR))
        .map(step -> Path.of(step.substring(LINEAR.length())));
  }

  /// Whether a step depends on the training rows.
  public boolean needsRows() {
    return steps.stream().anyMatch(TransformText::needsRows);
  }

  private static boolean needsRows(String step) {
    return step.equals("center") || step.equals("standard");
  }

  /// The transform for some training rows.
  ///
  /// @throws DataException if a file cannot be read
  public Transform of(NumericColumns rows) {
    Transform all = null;
    for (String step : steps) {
      NumericColumns before = all == null ? rows : all.of(rows);
      Transform next =
          switch (step) {
            case "center" -> Transform.centering(before);
            case "standard" -> Transform.standardization(before);
            default -> fixed(step);
          };
      all = all == null ? next : all.then(next);
    }
    return all;
  }

  /// The transform of steps that do not depend on rows.
  public Transform withoutRows() {
    return steps.stream().map(this::fixed).reduce(Transform::then).orElseThrow();
  }

  private Transform fixed(String step) {
    int equals = step.indexOf('=');
    String name = equals < 0 ? step : step.substring(0, equals);
    String value = equals < 0 ? "" : step.substring(equals + 1);
    try {
      switch (name) {
        case "unit" -> {
          if (equals < 0) {
            return Transform.unitLength();
          }
        }
        case "power" -> {
          return Transform.signedPower(FitOptions.parseOrThrow(value));
        }
        case "linear" -> {
          double[][] matrix = matrix(Path.of(value));
          return Transform.linear(matrix, new double[matrix.length]);
        }
        case "random" -> {
          String[] parts = value.split(":seed=", -1);
          if (parts.length <= 2) {
            return Transform.randomFeatures(
                Integer.parseInt(parts[0]), parts.length == 1 ? 1 : Long.parseLong(parts[1]));
          }
        }
        default -> {}
      }
    } catch (NumberFormatException e) {
      throw unknown(step);
    } catch (DataException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "invalid value '%s' for --transform: %s".formatted(text, e.getMessage()), e);
    }
    throw unknown(step);
  }

  private IllegalArgumentException unknown(String step) {
    return new IllegalArgumentException(
        "invalid value '%s' for --transform: unknown step '%s'; expected %s"
            .formatted(text, step, STEPS));
  }

  private static double[][] matrix(Path file) {
    List<double[]> rows = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(file)) {
        if (!line.isBlank()) {
          rows.add(Stream.of(line.split(",", -1)).mapToDouble(FitOptions::parseOrThrow).toArray());
        }
      }
    } catch (NumberFormatException e) {
      throw new DataException(
          "--transform: row %d of '%s' is not a list of numbers; expected numbers separated by commas and no header"
              .formatted(rows.size() + 1, file),
          e);
    } catch (IOException e) {
      throw new DataException(
          "--transform: cannot read '%s'; expected a CSV file of numbers".formatted(file), e);
    }
    return rows.toArray(double[][]::new);
  }
}
