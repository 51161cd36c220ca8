package org.lanewise.interop;

import java.nio.file.Path;
import java.util.Arrays;
import org.lanewise.data.Classes;
import org.lanewise.description.Description;
import org.lanewise.internal.file.AtomicFile;
import org.lanewise.interop.OnnxGraph.ElementType;
import org.lanewise.io.ModelFile;
import org.lanewise.io.UnusableFileException;
import org.lanewise.model.Classifier;

/// Writes models as graphs of ONNX, for runtimes of other languages.
///
/// ```java
/// OnnxFile.write(new ModelFile(model), Path.of("iris.onnx"));
/// ```
///
/// | input | type and shape | for |
/// | --- | --- | --- |
/// | `x` | numbers (n, d) | rows of numbers, bits (0 or 1) or counts |
/// | `codes` | integers of 64 bits (n, d) | rows of categories: indices into the model's categories |
/// | `x`, `codes` | as above | numbers and categories of a model of indicators |
/// | `x_0`, `codes_1`, … | | the blocks of a mixed model, in their order |
///
/// | output | type and shape | is |
/// | --- | --- | --- |
/// | `label` | (n) | the class: an integer of 64 bits if all classes are integers or have no names, else a text |
/// | `log_joint` | numbers (n, k) | log p(x, c), or the scores of a model without densities |
/// | `probabilities` | numbers (n, k) | p(c \| x), tempered if the model has a temperature |
///
/// The graph uses the standard operators (`ai.onnx`, version 17) in double precision; those of
/// `ai.onnx.ml` compute in single precision. Numbers are doubles, or floats if asked for: then only
/// inputs and outputs are rounded, by a relative 2⁻²⁴.
///
/// Results differ from the model's by rounding, because runtimes sum in an order of their own:
/// labels can differ only between classes whose scores are that close. If the model rejects a row,
/// such as one with NaN, an unknown code or a negative count, the graph fails too: `label` looks up
/// a class that does not exist. The entry `lanewise` of the metadata describes the model, with the
/// names of classes, features and categories, in the notation of parameter files.
public final class OnnxFile {

  private static final String CALIBRATED = "calibrated";
  private static final String THRESHOLD = "binarize";

  private OnnxFile() {}

  /// Writes a graph whose inputs and outputs are doubles.
  ///
  /// @param file the model; if its notes contain `binarize`, bits are inputs greater than this
  ///   number
  /// @throws IllegalArgumentException if a probability of the model is 0, or if the parameters take
  ///   more than 2 GB
  /// @throws UnusableFileException if the file cannot be written; an existing file is then
  ///   unchanged
  public static void write(ModelFile file, Path path) throws UnusableFileException {
    write(file, path, ElementType.DOUBLE);
  }

  /// Writes a graph whose inputs and outputs are floats. It computes in doubles.
  ///
  /// @throws IllegalArgumentException as [#write(ModelFile, Path)]
  /// @throws UnusableFileException as [#write(ModelFile, Path)]
  public static void writeFloats(ModelFile file, Path path) throws UnusableFileException {
    write(file, path, ElementType.FLOAT);
  }

  private static void write(ModelFile file, Path path, ElementType type)
      throws UnusableFileException {
    byte[] bytes = bytes(file, type);
    AtomicFile.write(path, out -> out.write(bytes));
  }

  private static byte[] bytes(ModelFile file, ElementType type) {
    Classifier<?, ?> model = file.model();
    int k = model.classCount();
    OnnxGraph graph = new OnnxGraph();
    OnnxScores.Parts parts = new OnnxScores(graph, type, threshold(file)).of(model.bare(), "");
    String joints = parts.sum(graph);
    String scores = tempered(graph, model, parts.byClass());
    String largest = graph.reduce("ReduceMax", 1, scores);
    String shares = graph.add("Exp", graph.add("Sub", scores, largest));
    String posteriors = graph.add("Div", shares, graph.reduce("ReduceSum", 1, shares));
    // 0 if all numbers are finite, otherwise NaN.
    String best = graph.reduce("ReduceMax", 1, joints);
    String refused = graph.squeeze(graph.add("IsNaN", graph.add("Sub", best, best)), 1);
    String index = graph.add("Where", refused, graph.integers(k), graph.argMax(scores));
    boolean integers = model.classes().names().stream().allMatch(OnnxFile::isInteger);
    graph.output(
        "label",
        integers ? ElementType.INT64 : ElementType.STRING,
        0,
        graph.add("Gather", labels(graph, model.classes(), integers), index));
    output(graph, "log_joint", type, k, joints);
    output(graph, "probabilities", type, k, posteriors);
    return graph.toBytes(Json.text(DescriptionTree.of(file).members(), "the description"));
  }

  /// Whether a name is a 64-bit integer as Java prints it.
  private static boolean isInteger(String name) {
    try {
      return name.equals(Long.toString(Long.parseLong(name)));
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static double threshold(ModelFile file) {
    String text = file.notes().get(THRESHOLD);
    return text == null ? Double.NaN : Double.parseDouble(text);
  }

  private static String labels(OnnxGraph graph, Classes classes, boolean integers) {
    return integers
        ? graph.integers(classes.names().stream().mapToLong(Long::parseLong).toArray())
        : graph.texts(classes.names());
  }

  private static void output(OnnxGraph graph, String name, ElementType type, int k, String values) {
    graph.output(name, type, k, type == ElementType.DOUBLE ? values : graph.cast(type, values));
  }

  /// (score − shift)/T + shift, where priors that were replaced shift the scores.
  private static String tempered(OnnxGraph graph, Classifier<?, ?> model, String scores) {
    Description description = model.describe();
    if (!description.kind().equals(CALIBRATED)) {
      return scores;
    }
    double[] priors = model.priors();
    double[] fitted = description.rows("priors")[0];
    double[] shift = new double[priors.length];
    // A class with prior 0 stays at −∞.
    Arrays.setAll(shift, c -> priors[c] == 0 ? 0 : Math.log(priors[c]) - Math.log(fitted[c]));
    String shifts = graph.numbers(shift, 1, shift.length);
    return graph.add(
        "Add",
        graph.add(
            "Div",
            graph.add("Sub", scores, shifts),
            graph.number((Double) description.options().get("temperature"))),
        shifts);
  }
}
