package org.lanewise.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.StoredModel;
import org.lanewise.cli.options.Arguments;
import org.lanewise.cli.options.ColumnOptions;
import org.lanewise.cli.options.DataOptions;
import org.lanewise.cli.options.RunOptions;
import org.lanewise.cli.options.UsageException;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.output.Visible;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.report.JsonObject;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.Table;
import org.lanewise.cli.validation.RowDrift;
import org.lanewise.data.Workers;
import picocli.CommandLine.Model.CommandSpec;

/// `lanewise drift`: whether rows still come from where those of a model came from.
final class DriftCommand implements Subcommand {

  private static final int MAX_SHOWN = 10;

  private Path model;
  private Path heldOut;
  private final DataOptions data = DataOptions.unlabelled();
  private final ColumnOptions columns = new ColumnOptions();
  private String alpha = "0.01";
  private boolean json;
  private final RunOptions run = new RunOptions();

  @Override
  public CommandSpec spec() {
    Arguments arguments =
        Arguments.ofCommand(
            this,
            "drift",
            "Test whether rows, in their order, come from where held-out rows came from.",
            "Bets on the log density and on each number of the rows; without drift, the evidence"
                + " ever reaches 1/ALPHA with a probability of at most ALPHA.");
    arguments.examples("  lanewise drift --model flowers.model --held-out test.csv --data new.csv");
    arguments.requiredFile("--model", "FILE", value -> model = value, "A model file.");
    arguments.requiredFile(
        "--held-out",
        "FILE",
        value -> heldOut = value,
        "At least 64 rows to which the model was not fitted, in any order but that of time.");
    arguments.add(data);
    arguments.add(columns);
    arguments.text(
        "--alpha",
        "ALPHA",
        value -> alpha = value,
        "The largest probability of a false alarm, 0.01 by default.");
    arguments.json(() -> json = true);
    arguments.add(run);
    return arguments.spec();
  }

  @Override
  public void run(Session session) {
    data.check();
    double limit = 1 / UsageException.probability("--alpha", alpha, "0.01");
    Workers workers = run.start();
    String report;
    try (Progress progress = session.progress()) {
      FittedModel read = StoredModel.read(model);
      read.requireDensity();
      Table known;
      try (DataReader reader = columns.open(heldOut, read, progress)) {
        known = reader.all(workers);
      }
      try (DataReader reader = columns.open(data, read, LabelUse.IGNORED, false, progress)) {
        Table rows = reader.all(workers);
        progress.stage("measuring");
        RowDrift drift = RowDrift.of(read, known, rows, limit);
        report = json ? json(drift, read, rows, limit) : text(drift, read, rows, limit);
      }
    }
    session.print(report);
  }

  private static String text(RowDrift drift, FittedModel model, Table rows, double limit) {
    StringBuilder text = new StringBuilder();
    text.append(
        drift.alarm() < 0
            ? "no drift in %d rows: evidence %.4g, an alarm needs %.4g%n"
                .formatted(rows.rowCount(), drift.evidence(), limit)
            : "drift in %d rows: since about row %d, alarm in row %d; evidence %.4g, an alarm needs %.4g%n"
                .formatted(rows.rowCount(), drift.since(), drift.alarm(), drift.evidence(), limit));
    text.append("%n%12s  %10s%n".formatted("evidence", "shift"));
    for (RowDrift.Bet bet : drift.bets().stream().limit(MAX_SHOWN).toList()) {
      text.append(
          String.format(
              Locale.ROOT,
              "%12.4g  %+7.2f sd  %s%s%n",
              bet.evidence(),
              bet.shift(),
              Visible.text(bet.name()),
              bet.evidence() >= limit ? "  (drifted)" : ""));
    }
    RowDrift.Window window = drift.window();
    text.append(
        "%n%s rows against the held-out rows:%n".formatted(drift.since() < 0 ? "all" : "these"));
    text.append("class shares:");
    for (int c = 0; c < window.shares().length; c++) {
      text.append(
          "%s %s %.3f (was %.3f)"
              .formatted(
                  c == 0 ? "" : ",",
                  Visible.text(model.classes().name(c)),
                  window.shares()[c],
                  window.sharesBefore()[c]));
    }
    text.append("%n".formatted());
    window
        .tSquared()
        .ifPresent(t ->
            text.append(
                "Hotelling's T² of the means: %.4g%s%n".formatted(t, parts(window.parts()))));
    window
        .unknown()
        .ifPresent(share ->
            text.append(
                "rows of no class: %.3f (of known rows: %s)%n"
                    .formatted(share, RowDrift.UNKNOWN_SHARE)));
    return text.toString();
  }

  private static String parts(List<RowDrift.Part> parts) {
    return parts.stream()
        .limit(MAX_SHOWN)
        .map(part -> "%s %.1f %%".formatted(Visible.text(part.name()), 100 * part.share()))
        .collect(Collectors.joining(", ", ", by ", ""));
  }

  private static String json(RowDrift drift, FittedModel model, Table rows, double limit) {
    JsonObject json =
        new JsonObject()
            .put("rows", rows.rowCount())
            .put("limit", limit)
            .put("evidence", drift.evidence())
            .put("drift", drift.alarm() >= 0);
    if (drift.alarm() >= 0) {
      json.put("alarmRow", drift.alarm()).put("sinceRow", drift.since());
    }
    json.putObjects(
        "bets",
        drift.bets().stream()
            .map(bet ->
                new JsonObject()
                    .put("name", bet.name())
                    .put("evidence", bet.evidence())
                    .put("shift", bet.shift())
                    .put("drifted", bet.evidence() >= limit))
            .toList());
    RowDrift.Window window = drift.window();
    json.put("classes", model.classes().names())
        .put("classShares", window.shares())
        .put("classSharesBefore", window.sharesBefore());
    if (window.tSquared().isPresent()) {
      json.put("tSquared", window.tSquared().getAsDouble());
      json.putObjects(
          "tSquaredParts",
          window.parts().stream()
              .map(part -> new JsonObject().put("name", part.name()).put("share", part.share()))
              .toList());
    }
    window.unknown().ifPresent(share -> json.put("unknown", share));
    return json + "\n";
  }
}
