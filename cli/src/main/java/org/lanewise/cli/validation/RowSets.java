package org.lanewise.cli.validation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.lanewise.cli.answers.PredictionRequest;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Labels;
import org.lanewise.inference.ClassSets;
import org.lanewise.validation.LeaveOneOut;

/// Sets of classes that contain the class of a row with a given probability.
public final class RowSets {

  private RowSets() {}

  /// Ranks rows that were held out of the fit of a model; rows of classes that it does not know are
  /// left out.
  ///
  /// @throws DataException if the model refuses a row
  public static ClassSets heldOut(FittedModel model, Iterable<Table> test) {
    int k = model.classes().count();
    List<double[]> joints = new ArrayList<>();
    List<Integer> labels = new ArrayList<>();
    for (Table rows : test) {
      double[] found = model.logJoints(rows);
      int[] known = rows.labels().classes().indicesIn(model.classes());
      for (int row = 0; row < rows.rowCount(); row++) {
        int label = known[rows.labels().index(row)];
        if (label >= 0) {
          joints.add(Arrays.copyOfRange(found, row * k, (row + 1) * k));
          labels.add(label);
        }
      }
    }
    int[] indices = labels.stream().mapToInt(Integer::intValue).toArray();
    return ClassSets.of(
        joints.toArray(double[][]::new), Labels.ofIndices(indices, model.classes()), true);
  }

  /// Ranks rows that were each left out of a fit.
  ///
  /// @throws DataException if they have other densities than the model gives to new rows
  public static ClassSets leftOut(RowRemoval removal, LeaveOneOut result) {
    if (removal.span().isPresent()) {
      throw new DataException(
          "--sets left-out: with more features than rows, densities of left-out rows are not those"
              + " of new rows; use --sets every:N");
    }
    return ClassSets.of(result.logJoints(), removal.labels(), false);
  }

  /// The sets of rows.
  public static PredictionRequest.Sets of(FittedModel model, double coverage) {
    return new PredictionRequest.Sets(coverage, model.uncalibrated(), kept(model).at(coverage));
  }

  private static ClassSets kept(FittedModel model) {
    return model
        .training()
        .sets()
        .orElseThrow(() ->
            new DataException(
                "--coverage: the model does not keep ranked rows; fit it with --sets left-out or"
                    + " --sets every:N"));
  }

  /// Describes the promise of the sets, and names the classes without one.
  public static String promise(FittedModel model, double coverage) {
    ClassSets sets = kept(model);
    ClassSets.Rule rule = sets.at(coverage);
    List<String> always =
        IntStream.range(0, sets.classCount())
            .filter(rule::isAlwaysIn)
            .mapToObj(model.classes()::name)
            .toList();
    String promise =
        sets.areHeldOut()
            ? "sets contain the class of a row with a probability of at least %s in each class, if"
                + " rows come from where the held-out rows came from"
            : "sets contain the class of a row with a probability of about %s in each class;"
                + " left-out rows give no strict bound, held-out rows do (fit --sets every:N)";
    String exceptions =
        always.isEmpty()
            ? ""
            : "; in every set, because of too few ranked rows: " + String.join(", ", always);
    return promise.formatted(coverage) + exceptions;
  }
}
