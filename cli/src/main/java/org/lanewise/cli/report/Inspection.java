package org.lanewise.cli.report;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.IncompleteRows;
import org.lanewise.cli.model.Parameter;
import org.lanewise.cli.output.Visible;
import org.lanewise.cli.rows.ColumnType;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Schema.Column;
import org.lanewise.cli.validation.Choosable;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.gaussian.DiscriminantAxes;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.transform.Indicators;

/// The description of a model.
///
/// @param model the model
public record Inspection(FittedModel model) {

  private static final int MAX_THETA_SHOWN = 20;
  private static final int MAX_DIGITS_SHOWN = 24;
  private static final int MAX_SHOWN = 10;
  private static final int MAX_OPTION_SHOWN = 60;
  private static final int MAX_AXES = 512;

  /// The members of the JSON object, see [JsonObject#members()].
  public Map<String, ?> members() {
    return json().members();
  }

  /// The figures of the model.
  public JsonObject json() {
    Classifier<?, ?> classifier = model.classifier();
    Inputs inputs = model.inputs();
    JsonObject json =
        new JsonObject()
            .put("classifier", model.kindName())
            .put("classes", model.classes().names())
            .put("priors", classifier.priors())
            .put("features", classifier.featureCount())
            .put("featureNames", classifier.features().names())
            .put("rows", rows(inputs.schema()));
    putFirstIndex(inputs.schema(), json);
    if (inputs.schema().label().exists()) {
      json.put("label", shown(inputs.schema().label()));
    }
    if (inputs.threshold().isPresent()) {
      json.put("binarize", inputs.threshold().getAsDouble());
    }
    putOptions(model.options(), json);
    inputs.missing().ifPresent(text -> json.put("missing", text));
    model.incomplete().ifPresent(rows -> put(rows, json));
    model
        .training()
        .chosen()
        .ifPresent(chosen ->
            json.put(
                "chosen",
                new JsonObject()
                    .put("option", chosen.what())
                    .put("candidates", chosen.candidates())
                    .put("logLoss", chosen.logLoss())
                    .put("errorRate", chosen.errorRate())));
    inputs
        .types()
        .ifPresent(types ->
            json.put("columns", inputs.schema().featureNames())
                .put("columnTypes", types.types().stream().map(type -> type.id()).toList()));
    if (!inputs.categoryNames().isEmpty()) {
      json.put("categories", inputs.categoryNames());
    }
    if (!leftOut().isEmpty()) {
      json.put("leftOut", leftOut());
    }
    if (model.temperature().isPresent()) {
      json.put("temperature", model.temperature());
    }
    FitReport.putKept(model.training(), json);
    model.training().testRows().ifPresent(rows -> json.put("testRows", rows.rowCount()));
    json.put("freeParameters", classifier.freeParameters());
    // In digits: a double, as most readers make of a JSON number, could not hold it.
    fullJointParameters().ifPresent(count -> json.put("fullJointParameters", count.toString()));
    if (!model.training().shrinkageIntensities().isEmpty()) {
      json.put("shrinkageIntensities", intensities());
    }
    axes()
        .ifPresent(axes ->
            json.put("axisVariances", axes.variances())
                .put("explainedVariance", axes.explainedVariance()));
    double[] logDeterminants = logDeterminants();
    if (logDeterminants.length > 0) {
      json.put("logDeterminants", logDeterminants);
    }
    json.putObjects(
        "parameters", ParameterRows.of(model).stream().map(ParameterRows::json).toList());
    double[] theta = theta();
    if (theta.length > 0) {
      json.put("theta", theta);
    }
    return json;
  }

  /// For people: a short table, the classes, the parameters of the features that separate most, and
  /// the largest parts of the logistic form.
  public String toText() {
    Classifier<?, ?> classifier = model.classifier();
    Inputs inputs = model.inputs();
    Facts facts =
        new Facts()
            .add("classifier", model.kindName())
            .add("classes", classifier.classCount())
            .add("features", classifier.featureCount())
            .add("rows", rows(inputs.schema()));
    addColumns(inputs.schema(), facts);
    if (inputs.threshold().isPresent()) {
      facts.add("binarize", "1 if greater than " + inputs.threshold().getAsDouble());
    }
    inputs.types().ifPresent(types -> facts.add("columns", types.describe(inputs.schema())));
    List<String> leftOut = leftOut();
    if (!leftOut.isEmpty()) {
      facts.add("indicators", "of each category except " + String.join(", ", leftOut));
    }
    addOptions(facts);
    if (model.takesMissing()) {
      facts.add("missing values", missing(inputs));
    }
    long counted = model.training().classRows().stream().mapToLong(rows -> rows).sum();
    model
        .incomplete()
        .ifPresent(rows ->
            facts.add(
                "incomplete rows",
                counted == 0 ? rows.sentence() : rows.sentence(counted + rows.leftOut())));
    if (model.temperature().isPresent()) {
      facts.add("temperature", "%.6g".formatted(model.temperature().getAsDouble()));
    }
    FitReport.kept(model.training()).forEach(facts::add);
    facts.add("free parameters", classifier.freeParameters());
    fullJointParameters().ifPresent(count -> facts.add("full joint table", shown(count)));
    axes()
        .ifPresent(axes ->
            facts
                .add("discriminant axes", axes.count())
                .add("explained variance", shares(axes.explainedVariance())));
    String parameters =
        ParameterRows.of(model).stream()
            .map(table -> "\n" + table.text())
            .collect(Collectors.joining());
    return facts + "\n" + classTable() + parameters + thetaTable();
  }

  /// The categories without an indicator column, such as `colour=red`.
  private List<String> leftOut() {
    if (!(model.uncalibrated() instanceof IndicatorClassifier of)) {
      return List.of();
    }
    Indicators indicators = of.indicators();
    List<String> names = model.inputs().shown(of.features()).names();
    int[] codes = indicators.leftOut();
    return IntStream.range(0, codes.length)
        .mapToObj(f ->
            names.get(indicators.numberCount() + f)
                + "="
                + indicators.dictionaries().get(f).name(codes[f]))
        .toList();
  }

  private String missing(Inputs inputs) {
    String text = inputs.missing().orElse("");
    if (!text.isEmpty()) {
      return "'%s' or an empty cell".formatted(text);
    }
    String refused = "refused without --missing TEXT for predict or evaluate";
    if (inputs.missing().isPresent()) {
      return "an empty cell";
    }
    int categories = inputs.categoryNames().size();
    int texts = inputs.types().map(types -> types.of(ColumnType.TEXT).length).orElse(0);
    if (categories + texts == 0 || model.uncalibrated() instanceof IndicatorClassifier) {
      return refused;
    }
    String columns = texts == 0 ? "category" : categories == 0 ? "text" : "category and text";
    boolean others = categories + texts < inputs.schema().featureNames().size();
    return others
        ? "an empty cell in %s columns; in others %s".formatted(columns, refused)
        : "an empty cell";
  }

  private void addOptions(Facts facts) {
    addOptions("options", model.options(), facts);
    model
        .training()
        .chosen()
        .ifPresent(chosen ->
            facts.add(
                "chosen",
                NumberFormats.plain(
                    "%s of %d values, by %s: log loss %.6g, errors %s",
                    chosen.what(),
                    chosen.candidates(),
                    Choosable.named(chosen.what())
                        .map(what -> what.way(model.options().keySet()))
                        .orElse("leave-one-out"),
                    chosen.logLoss(),
                    Evaluation.percent(chosen.errorRate()))));
    double[] intensities = intensities();
    if (intensities.length > 0) {
      String more =
          intensities.length > MAX_SHOWN
              ? " and %d more".formatted(intensities.length - MAX_SHOWN)
              : "";
      facts.add(
          "shrinkage",
          DoubleStream.of(intensities)
                  .limit(MAX_SHOWN)
                  .mapToObj("%.6g"::formatted)
                  .collect(Collectors.joining(", "))
              + more);
    }
  }

  static void addOptions(String name, Map<Parameter, String> given, Facts facts) {
    if (!given.isEmpty()) {
      facts.add(
          name,
          given.entrySet().stream()
              .map(option -> option.getKey().option() + shown(option.getValue()))
              .collect(Collectors.joining(" ")));
    }
  }

  private static String shown(String text) {
    String shortened =
        text.length() <= MAX_OPTION_SHOWN ? text : text.substring(0, MAX_OPTION_SHOWN) + "…";
    return text.equals("true") ? "" : " " + (text.isEmpty() ? "''" : shortened);
  }

  private static String shares(double[] shares) {
    String more = shares.length > MAX_SHOWN ? " and less" : "";
    return shares.length == 0
        ? "none, because all class means are equal"
        : DoubleStream.of(shares)
                .limit(MAX_SHOWN)
                .mapToObj(share -> "%.2f %%".formatted(100 * share))
                .collect(Collectors.joining(", "))
            + more;
  }

  private double[] intensities() {
    return model.training().shrinkageIntensities().stream().mapToDouble(value -> value).toArray();
  }

  /// The axes of a linear discriminant, unless that would be much work.
  private Optional<DiscriminantAxes> axes() {
    return model.uncalibrated() instanceof LinearDiscriminant lda
            && Math.min(lda.classCount(), lda.featureCount()) <= MAX_AXES
        ? Optional.of(lda.axes())
        : Optional.empty();
  }

  /// The form of the rows of a file.
  static String rows(Schema schema) {
    return schema.isSparse() ? "sparse" : schema.text().exists() ? "text" : "table";
  }

  static void putFirstIndex(Schema schema, JsonObject json) {
    if (schema.isSparse()) {
      json.put("firstIndex", schema.firstIndex());
    }
  }

  static void putOptions(Map<Parameter, String> given, JsonObject json) {
    if (!given.isEmpty()) {
      JsonObject options = new JsonObject();
      given.forEach((option, text) -> options.put(option.id(), text));
      json.put("options", options);
    }
  }

  static void addColumns(Schema schema, Facts facts) {
    if (schema.isSparse()) {
      facts.add("first index", schema.firstIndex());
    }
    if (schema.label().exists()) {
      Column label = schema.label();
      facts.add(
          "label",
          label.name().isEmpty()
              ? "column index " + label.index()
              : "column '%s'".formatted(label.name()));
    }
  }

  private static String shown(Column column) {
    return column.name().isEmpty() ? Integer.toString(column.index()) : column.name();
  }

  private static String shown(BigInteger count) {
    String digits = count.toString();
    return digits.length() <= MAX_DIGITS_SHOWN
        ? digits
        : new BigDecimal(count).round(new MathContext(4)).toString();
  }

  private TextTable classTable() {
    double[] priors = model.classifier().priors();
    double[] logDeterminants = logDeterminants();
    TextTable table = new TextTable();
    List<String> head = new ArrayList<>(List.of("class", "prior"));
    if (logDeterminants.length > 0) {
      head.add("log |covariance|");
    }
    table.row(head);
    for (int label = 0; label < priors.length; label++) {
      List<String> cells =
          new ArrayList<>(List.of(model.classes().name(label), "%.6f".formatted(priors[label])));
      if (logDeterminants.length > 0) {
        cells.add("%.6g".formatted(logDeterminants[label]));
      }
      table.row(cells);
    }
    return table;
  }

  private String thetaTable() {
    double[] theta = theta();
    if (theta.length == 0) {
      return "";
    }
    List<Integer> largest =
        IntStream.range(1, theta.length)
            .boxed()
            .sorted((a, b) -> Double.compare(Math.abs(theta[b]), Math.abs(theta[a])))
            .limit(MAX_THETA_SHOWN)
            .toList();
    TextTable table = new TextTable().row("1", "%.6g".formatted(theta[0]));
    for (int i : largest) {
      table.row(describe(i - 1), "%.6g".formatted(theta[i]));
    }
    int more = theta.length - 1 - largest.size();
    return "\nlogistic form: p(%s | x) = 1 / (1 + exp(-theta.[1, %s])), theta:\n"
            .formatted(
                Visible.text(model.classes().names().getLast()),
                model.inputs().categoryNames().isEmpty() ? "x" : "x has the category")
        + table
        + (more == 0 ? "" : "and %d smaller ones; see --json\n".formatted(more));
  }

  /// Names the feature, or the category of one, to which a part of θ belongs.
  private String describe(int place) {
    Inputs inputs = model.inputs();
    int feature = 0;
    int code = place;
    for (List<String> names : inputs.categoryNames()) {
      if (code < names.size()) {
        return "%s '%s'".formatted(inputs.describe(feature), names.get(code));
      }
      code -= names.size();
      feature++;
    }
    return inputs.describe(place);
  }

  /// log |Σ_c| of each class, the same for all where they share it; none without covariances.
  private double[] logDeterminants() {
    return model.uncalibrated() instanceof GaussianClassifier normal
        ? IntStream.range(0, normal.classCount()).mapToDouble(normal::logDeterminant).toArray()
        : new double[0];
  }

  /// θ of a model that has a finite logistic form; none otherwise.
  private double[] theta() {
    if (model.classes().count() != 2) {
      return new double[0];
    }
    try {
      return model.uncalibrated().theta();
    } catch (IllegalStateException e) {
      // There is no such form, or a probability is 0 and it is not finite.
      return new double[0];
    }
  }

  private Optional<BigInteger> fullJointParameters() {
    return model.uncalibrated() instanceof BernoulliNaiveBayes naive
        ? Optional.of(naive.fullJointParameters())
        : Optional.empty();
  }

  /// Says what a fit made of rows with missing values.
  static void put(IncompleteRows rows, JsonObject json) {
    json.put("incompleteRows", rows.count()).put("incompleteFit", rows.way().id());
    if (rows.iterations() > 0) {
      json.put("emIterations", rows.iterations()).put("emConverged", rows.converged());
      if (!Double.isNaN(rows.change())) {
        json.put("emLastRise", rows.rise()).put("emLastChange", rows.change());
      }
    }
  }
}
