package org.lanewise.cli.gathering;

import java.util.Optional;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Workers;
import org.lanewise.statistics.Statistics;

/// A model that learns the rows of a file block by block. If it forgets nothing, it has the bits of
/// a fit to the rows so far, with the types, categories and words of the whole file.
public final class Learner {

  /// Rows with less weight are forgotten.
  private static final double LEAST = 1e-150;

  private final ClassifierKind kind;
  private final FitOptions options;
  private final Inputs inputs;
  private final double factor;
  private final Workers workers;
  private Optional<Gathered> gathered = Optional.empty();
  private Optional<FittedModel> model = Optional.empty();
  private Optional<DataException> refusal = Optional.empty();

  /// A learner of no rows.
  ///
  /// @param all all rows of the file
  /// @param factor the weight of a row relative to that of the next one
  /// @throws DataException if the classifier does not take the rows
  public Learner(
      ClassifierKind kind, FitOptions options, Table all, double factor, Workers workers) {
    this.kind = kind;
    this.options = options;
    this.factor = factor;
    this.workers = workers;
    inputs = FittedModel.inputs(kind, options, all);
  }

  /// Learns the rows that follow, and fits a model to all rows so far if that can be done.
  ///
  /// @throws DataException if a row cannot be learned
  public void learn(Table rows) {
    double kept = StrictMath.pow(factor, rows.rowCount());
    Optional<Gathered> before =
        kept < LEAST
            ? Optional.empty()
            : kept < 1 ? gathered.map(all -> all.decayed(kept)) : gathered;
    Gathered all = Gathered.of(kind, options, inputs, rows, before, workers);
    gathered = Optional.of(all);
    try {
      model = Optional.of(all.withoutEmptyClasses().fit(kind, options));
      refusal = Optional.empty();
    } catch (DataException e) {
      refusal = Optional.of(e);
    }
  }

  /// The latest model that could be fitted.
  public Optional<FittedModel> model() {
    return model;
  }

  /// Why no model can be fitted to all rows so far, if none can.
  public Optional<DataException> refusal() {
    return refusal;
  }

  /// The statistics of the rows so far, at least one.
  public Statistics statistics() {
    return gathered.orElseThrow().statistics();
  }
}
