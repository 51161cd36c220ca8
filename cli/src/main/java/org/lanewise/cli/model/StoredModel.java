package org.lanewise.cli.model;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.lanewise.cli.rows.ColumnTypes;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.DataException;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.RowFormat;
import org.lanewise.io.ModelFile;
import org.lanewise.io.StatisticsFile;
import org.lanewise.io.UnusableFileException;
import org.lanewise.model.Classifier;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.transform.Indicators;

/// A [FittedModel] as a model file keeps it: what the model does not know is in the file's notes.
///
/// | note | value |
/// | --- | --- |
/// | `classifier` | the name on the command line |
/// | `rows` | `table`, `sparse` or `text` |
/// | `first.index` | the index of the first feature in sparse lines, 0 or 1 |
/// | `label.index`, `label.name` | the label's column in the file that was learned from |
/// | `weight.index`, `weight.name` | the weight's column, if there was one |
/// | `text.index`, `text.name` | the messages' column, if there was one; of a text column next to others only its name, if it has one |
/// | `column.types` | the type of each feature's column in the order of the file, divided by commas, if they differ |
/// | `dropped.columns` | the columns that were left out, if there were any: `0,3-5` |
/// | `class.rows` | how many rows of each class were learned from, divided by commas, if none had a weight |
/// | `chosen.at.the.end` | `true` if values beyond those that were tried may be better |
/// | `chosen.option`, `chosen.candidates`, `chosen.log.loss`, `chosen.error.rate` | the option that was chosen by leave-one-out, if one was, of how many values, and how good it was |
/// | `shrinkage.intensities` | those of the covariances, divided by commas, if they were shrunk |
/// | `incomplete.rows`, `incomplete.way` | how many rows lacked values, and how they were fitted |
/// | `em.iterations`, `em.converged` | of expectation and maximisation, if that was it |
/// | `em.last.rise`, `em.last.change` | what its last iteration did to the mean log likelihood and to covariances |
/// | the name of an option such as `alpha`, `binarize`, `missing` | its text, if it was given |
///
/// The model's features have the columns' names if the file had a header, or are the words of the
/// vocabulary. A file without notes, as a program writes it, is taken for a model of tables without
/// a label.
public final class StoredModel {

  private static final String CLASSIFIER = "classifier";
  private static final String CHOSEN = "chosen.option";
  private static final String CANDIDATES = "chosen.candidates";
  private static final String LOG_LOSS = "chosen.log.loss";
  private static final String ERROR_RATE = "chosen.error.rate";
  private static final String AT_THE_END = "chosen.at.the.end";
  private static final String INTENSITIES = "shrinkage.intensities";

  private StoredModel() {}

  /// Writes a model file, whole or not at all.
  ///
  /// @throws DataException if it cannot be written
  public static void write(FittedModel model, Path path) {
    try {
      file(model).write(path);
    } catch (UnusableFileException e) {
      throw new DataException(e.getMessage(), e);
    }
  }

  /// A model file to be written.
  public static ModelFile file(FittedModel model) {
    SortedMap<String, String> notes = new TreeMap<>();
    notes.put(CLASSIFIER, model.kindName());
    InputNotes.add(model.inputs(), notes);
    model.options().forEach((option, text) -> notes.put(option.id(), text));
    model.incomplete().ifPresent(rows -> rows.addTo(notes));
    InputNotes.add(InputNotes.CLASS_ROWS, model.training().classRows(), notes);
    model
        .training()
        .chosen()
        .ifPresent(chosen -> {
          notes.put(CHOSEN, chosen.what());
          notes.put(CANDIDATES, Integer.toString(chosen.candidates()));
          notes.put(LOG_LOSS, Double.toString(chosen.logLoss()));
          notes.put(ERROR_RATE, Double.toString(chosen.errorRate()));
          if (chosen.atTheEnd()) {
            notes.put(AT_THE_END, "true");
          }
        });
    InputNotes.add(INTENSITIES, model.training().shrinkageIntensities(), notes);
    return new ModelFile(
        model.classifier(),
        notes,
        model.training().ranks(),
        model.training().reference(),
        model.training().sets(),
        model.training().testRows(),
        model.inputs().vocabulary().flatMap(words -> words.text().table()));
  }

  /// Reads a model file.
  ///
  /// @throws DataException if it cannot be read or is no model of this command
  public static FittedModel read(Path path) {
    return of(file(path), path);
  }

  /// Reads the contents of a model file.
  ///
  /// @throws DataException if it cannot be read
  public static ModelFile file(Path path) {
    try {
      return ModelFile.read(path);
    } catch (UnusableFileException e) {
      if (StatisticsFile.isOne(path)) {
        throw new DataException(
            "'%s' contains statistics, not a model; to fit one, use lanewise fit --statistics"
                .formatted(path),
            e);
      }
      throw new DataException(e.getMessage(), e);
    }
  }

  /// The model of a file.
  ///
  /// @throws DataException if it is no model of this command
  public static FittedModel of(ModelFile file, Path path) {
    try {
      return new FittedModel(
          ClassifierKind.of(file.model()),
          file.model(),
          inputs(file),
          InputNotes.options(file.notes()),
          training(file),
          IncompleteRows.of(file.notes()));
    } catch (IllegalArgumentException e) {
      throw new DataException("'%s' is not a usable model: %s".formatted(path, e.getMessage()), e);
    }
  }

  private static Inputs inputs(ModelFile file) {
    Classifier<?, ?> bare = file.model().bare();
    if (bare instanceof IndicatorClassifier model) {
      Indicators indicators = model.indicators();
      return InputNotes.inputs(
          file.notes(),
          bare.features(),
          bare.features(),
          Optional.of(MixedBlocks.ofIndicators(indicators, file.notes())),
          Optional.of(indicators.dictionaries()),
          Optional.empty());
    }
    Optional<ColumnTypes> types =
        bare.format() == RowFormat.BLOCKS
            ? Optional.of(MixedBlocks.ofModel(bare.blocks(), file.notes()))
            : Optional.empty();
    List<CategoryDictionary> categories =
        bare.blocks().stream().flatMap(block -> block.dictionaries().stream()).toList();
    Optional<List<CategoryDictionary>> dictionaries =
        categories.isEmpty() ? Optional.empty() : Optional.of(categories);
    return InputNotes.inputs(
        file.notes(),
        bare.features(),
        bare.blocks().getLast().features(),
        types,
        dictionaries,
        file.table());
  }

  private static Training training(ModelFile file) {
    List<Long> classRows = InputNotes.classRows(file.notes(), file.model().classCount());
    String intensities = file.notes().get(INTENSITIES);
    return new Training(
        classRows,
        intensities == null
            ? List.of()
            : Stream.of(intensities.split(",", -1))
                .map(part -> InputNotes.number("shrinkage", part))
                .toList(),
        Optional.ofNullable(file.notes().get(CHOSEN)).map(option -> chosen(option, file.notes())),
        file.ranks(),
        file.reference(),
        file.sets(),
        file.testRows());
  }

  private static Training.Chosen chosen(String option, Map<String, String> notes) {
    return new Training.Chosen(
        option,
        (int) Math.min(Integer.MAX_VALUE, InputNotes.count(notes.getOrDefault(CANDIDATES, "0"))),
        logLoss(notes.getOrDefault(LOG_LOSS, "")),
        InputNotes.number("error rate", notes.getOrDefault(ERROR_RATE, "")),
        Boolean.parseBoolean(notes.get(AT_THE_END)));
  }

  /// Infinite where each candidate gives some row probability 0 in its class.
  private static double logLoss(String text) {
    return text.equals("Infinity") ? Double.POSITIVE_INFINITY : InputNotes.number("log loss", text);
  }
}
