package org.lanewise.cli.validation;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.Form;
import org.lanewise.cli.model.IncompleteRows;
import org.lanewise.cli.rows.FileWording;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.RowCopies;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.inference.DensityRanks;
import org.lanewise.inference.Typicality;
import org.lanewise.model.Classifier;
import org.lanewise.model.Recipe;

/// Computes, along with a fit, the densities that typicality ranks rows among.
public final class RowRanks {

  private RowRanks() {}

  /// The ranks of a model; none where there is a law.
  ///
  /// @param read what it was fitted from
  /// @param together whether identical rows are left out together, by default as given
  /// @param notes gets a note if there are such rows
  /// @throws DataException if there are none
  public static Optional<DensityRanks> of(
      FittedModel model,
      FitOptions options,
      Table read,
      UnaryOperator<Boolean> together,
      Consumer<String> notes) {
    ClassifierKind kind = model.kind();
    Table rows =
        kind.isOfNormalClasses()
            ? IncompleteRows.complete(read, kind, options, "--typicality")
            : read;
    Labels labels = FittedModel.ofClassesWithRows(rows.labels());
    try {
      if (kind.hasBlocks() && options.missing().isPresent()) {
        throw new DataException(
            "--typicality cannot be used with --missing, because incomplete rows are likelier"
                + " than complete ones; use complete rows");
      }
      return kind.drawsRows() && options.transform().isEmpty()
          ? RowTypicality.of(model).ranks()
          : ranks(model, options, rows, labels, together, notes);
    } catch (IllegalArgumentException e) {
      throw new FileWording(rows, model.inputs(), labels.classes()).refusal(e);
    }
  }

  /// The recipe makes models of these rows.
  @SuppressWarnings("unchecked")
  private static Optional<DensityRanks> ranks(
      FittedModel model,
      FitOptions options,
      Table rows,
      Labels labels,
      UnaryOperator<Boolean> together,
      Consumer<String> notes) {
    Form<?, ?> form = model.kind().form(model.inputs());
    RowBatch complete = RowTypicality.complete(form, model.inputs(), rows);
    Recipe<Classifier<Object, RowBatch>> recipe =
        (Recipe<Classifier<Object, RowBatch>>)
            model.kind().recipe(options, model.inputs(), complete, labels);
    RowCopies copied = RowCopies.of(rows, together.apply(complete instanceof NumericColumns));
    Optional<DensityRanks> ranks =
        Typicality.of(recipe, complete, labels, copied.identical()).ranks();
    // Where there is a law, no row is ranked.
    ranks.flatMap(_ -> copied.noteOfRanks()).ifPresent(notes);
    return ranks;
  }
}
