package org.lanewise.cli.options;

import java.nio.file.Path;
import java.util.Optional;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.reading.StandardInput;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.ColumnChoice;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.Roles;

/// Options of the columns of a file.
public final class ColumnOptions implements Arguments.Group {

  private String label;
  private String text;
  private final LayoutOptions layout = new LayoutOptions();

  @Override
  public void addTo(Arguments arguments) {
    arguments.text(
        "--label",
        "COLUMN",
        value -> label = value,
        "The column of the class, by name or 0-based index. By default the last.");
    arguments.text(
        "--text",
        "COLUMN",
        value -> text = value,
        "The column of messages whose words are the features; no other column is one, except with"
            + " mixed-nb.");
    arguments.add(layout);
  }

  /// Whether any of these options was given.
  public boolean areGiven() {
    return label != null || text != null || layout.areGiven();
  }

  /// The column of messages, if one was given.
  public Optional<String> text() {
    return Optional.ofNullable(text);
  }

  /// The text of missing values, with a decimal point if it is a number with a decimal comma and
  /// numbers have such.
  public Optional<String> marker(String missing) {
    return Optional.ofNullable(missing).map(layout.layout()::pointed);
  }

  /// How to read, with no weights.
  ///
  /// @throws UsageException if the layout is invalid
  public ReadOptions readOptions() {
    return ReadOptions.DEFAULT.withLayout(layout.layout()).withRoles(roles(Optional.empty()));
  }

  /// How to read a file for a model.
  public ReadOptions readOptions(FittedModel model) {
    Inputs inputs = model.inputs();
    String tokens = inputs.features().text();
    ReadOptions options =
        readOptions()
            .withCategorical(inputs.areTexts())
            .withOtherTokens(!tokens.isEmpty() && !tokens.startsWith("words"));
    return ClassifierOptions.readOptions(options, model.takesMissing(), inputs.missing());
  }

  /// Opens a file for a model, and says what is assumed about it.
  ///
  /// @param weighsClasses whether a number of each class is kept for the rows of a block
  public DataReader open(
      DataOptions data,
      FittedModel model,
      LabelUse labelUse,
      boolean weighsClasses,
      Progress progress) {
    DataReader reader =
        data.openLike(
            model.inputs().schema(),
            model.classifier().featureCount(),
            readOptions(model),
            labelUse,
            progress);
    reader.noteTo(progress::note);
    reader.labelDoubt(model.classes().names()).ifPresent(progress::note);
    return weighsClasses ? reader.withFewRowsOf(model.classes().count()) : reader;
  }

  /// Opens another file of rows without labels for a model.
  public DataReader open(Path file, FittedModel model, Progress progress) {
    DataReader reader =
        DataReader.openLike(
            model.inputs().schema(),
            model.classifier().featureCount(),
            file,
            readOptions(model),
            LabelUse.IGNORED,
            progress.reading(StandardInput.shortNameOf(file))::share);
    reader.noteTo(progress::note);
    return reader;
  }

  /// The columns that are no features, with one of weights if there is one.
  public Roles roles(Optional<String> weight) {
    return new Roles(
        Optional.ofNullable(label), weight, Optional.ofNullable(text), ColumnChoice.ALL);
  }
}
