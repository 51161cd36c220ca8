package org.lanewise.cli;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.lanewise.cli.blocks.UnlabelledPriors;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.options.ColumnOptions;
import org.lanewise.cli.options.DataOptions;
import org.lanewise.cli.options.NewPriors;
import org.lanewise.cli.options.UsageException;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.data.Workers;
import org.lanewise.model.Priors;
import org.lanewise.model.ShiftedPriors;

/// Replaces the class priors of a model, as `--priors` asks.
final class ModelPriors {

  private static final int MAX_SHOWN = 10;

  private ModelPriors() {}

  /// Refuses priors that are to be found from rows which come only once.
  ///
  /// @throws UsageException if so
  static void requireTwice(NewPriors asked, DataOptions data) {
    if (asked.priors().isEmpty()) {
      data.requireAgain("--priors from-data reads the data twice");
    }
  }

  /// Returns the model with other priors. If they are estimated from the rows, the caller has
  /// opened the rows for its own pass before.
  static FittedModel replace(
      FittedModel model,
      NewPriors asked,
      DataOptions data,
      ColumnOptions columns,
      Workers workers,
      Progress progress) {
    if (asked.priors().isPresent()) {
      FittedModel changed = model.withPriors(asked.priors().get());
      if (asked.byIndex()) {
        progress.note(
            "priors in the order of the classes: " + shown(model, changed.classifier().priors()));
      }
      return changed;
    }
    model.requirePriors();
    ShiftedPriors shifted;
    try (DataReader reader = columns.open(data, model, LabelUse.IGNORED, true, progress)) {
      shifted = UnlabelledPriors.find(model, reader, workers);
    }
    progress.note(sentence(model, data, shifted));
    return model.withPriors(Priors.fixed(shifted.priors()));
  }

  private static String shown(FittedModel model, double[] priors) {
    String first =
        IntStream.range(0, Math.min(priors.length, MAX_SHOWN))
            .mapToObj(
                c -> String.format(Locale.ROOT, "%s %.4g", model.classes().name(c), priors[c]))
            .collect(Collectors.joining(", "));
    return priors.length > MAX_SHOWN
        ? "%s and %d more".formatted(first, priors.length - MAX_SHOWN)
        : first;
  }

  private static String sentence(FittedModel model, DataOptions data, ShiftedPriors shifted) {
    double[] priors = shifted.priors();
    // With a temperature posteriors are of no p(row), and there is no likelihood to tell.
    String likelihood =
        model.temperature().isPresent()
            ? ""
            : String.format(
                Locale.ROOT,
                "; log-likelihood %.6g, with the priors of the model %.6g",
                shifted.logLikelihood(),
                shifted.logLikelihoodBefore());
    return String.format(
        Locale.ROOT,
        "priors estimated from %s: %s (%d iterations%s)%s",
        data.shortName(),
        shown(model, priors),
        shifted.iterations(),
        shifted.hasConverged() ? "" : ", not converged",
        likelihood);
  }
}
