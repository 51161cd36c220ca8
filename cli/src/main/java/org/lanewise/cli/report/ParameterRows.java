package org.lanewise.cli.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Features;
import org.lanewise.model.Classifier;
import org.lanewise.model.ParameterTable;
import org.lanewise.report.figure.ModelPart;
import org.lanewise.report.figure.Separation;

/// A parameter of a model with a row for each feature, or category of one, and a column for each
/// class. Of covariances these are the variances.
///
/// @param name the parameter, such as `mean`
/// @param classes the classes; none if these share the parameter
/// @param features the features, or categories as `feature=category`
/// @param order their indices, those of the features that separate most first
/// @param table the numbers
record ParameterRows(
    String name, List<String> classes, List<String> features, int[] order, ParameterTable table) {

  private static final int MAX_ROWS = 20;
  private static final int MAX_CLASSES = 10;

  /// Those of a model, without its temperature and single numbers, block by block.
  static List<ParameterRows> of(FittedModel model) {
    Features given = model.classifier().features();
    Features features = model.inputs().shown(given);
    String feature = given.areNamed() ? "" : "feature ";
    List<ParameterRows> all = new ArrayList<>();
    for (ModelPart part : ModelPart.of(model.classifier())) {
      Classifier<?, ?> block = part.model();
      List<String> names =
          IntStream.range(part.first(), part.first() + block.featureCount())
              .mapToObj(j -> feature + features.name(j))
              .toList();
      int[] order =
          Separation.of(part)
              .map(Separation::order)
              .orElseGet(() -> IntStream.range(0, block.featureCount()).toArray());
      int[] places = inCategories(order, block.dictionaries());
      for (ParameterTable table : block.parameters(names)) {
        if (!table.axes().isEmpty()) {
          all.add(of(table, places));
        }
      }
    }
    return all;
  }

  private static ParameterRows of(ParameterTable table, int[] order) {
    boolean byClass = table.axes().size() == (table.isSymmetric() ? 3 : 2);
    List<String> features = table.axes().getLast();
    return new ParameterRows(
        table.isSymmetric() ? "variance" : table.name(),
        byClass ? table.axes().getFirst() : List.of(),
        features,
        // A transform may make other features.
        order.length == features.size() ? order : IntStream.range(0, features.size()).toArray(),
        table);
  }

  /// The places of the categories of features, feature by feature.
  private static int[] inCategories(int[] order, List<CategoryDictionary> dictionaries) {
    if (dictionaries.isEmpty()) {
      return order;
    }
    int[] first = new int[order.length + 1];
    for (int j = 0; j < order.length; j++) {
      first[j + 1] = first[j] + dictionaries.get(j).size();
    }
    return Arrays.stream(order).flatMap(j -> IntStream.range(first[j], first[j + 1])).toArray();
  }

  /// The number of a feature in a class; in class 0 if classes share it.
  private double value(int label, int feature) {
    int[] at =
        table.isSymmetric() ? new int[] {label, feature, feature} : new int[] {label, feature};
    return table
        .value()
        .applyAsDouble(classes.isEmpty() ? Arrays.copyOfRange(at, 1, at.length) : at);
  }

  private double[] values(int label) {
    return IntStream.range(0, features.size()).mapToDouble(j -> value(label, j)).toArray();
  }

  /// The names and all numbers: of each class, or one array if classes share them.
  JsonObject json() {
    JsonObject json = new JsonObject().put("name", name);
    if (!classes.isEmpty()) {
      json.put("classes", classes);
    }
    json.put("features", features);
    return classes.isEmpty()
        ? json.put("values", values(0))
        : json.put(
            "values",
            IntStream.range(0, classes.size()).mapToObj(this::values).toArray(double[][]::new));
  }

  /// A table for people, of some of very many features and classes.
  String text() {
    int columns = Math.min(MAX_CLASSES, classes.size());
    List<String> head = new ArrayList<>(List.of(name));
    head.addAll(classes.isEmpty() ? List.of("all classes") : classes.subList(0, columns));
    TextTable text = new TextTable().row(head);
    for (int j : Arrays.copyOf(order, Math.min(MAX_ROWS, order.length))) {
      List<String> cells = new ArrayList<>(List.of(features.get(j)));
      for (int c = 0; c < Math.max(1, columns); c++) {
        cells.add("%.6g".formatted(value(c, j)));
      }
      text.row(cells);
    }
    return text
        + more(classes.size() - columns, "classes").orElse("")
        + more(order.length - MAX_ROWS, "rows, which separate less").orElse("");
  }

  private static Optional<String> more(int count, String what) {
    return count > 0
        ? Optional.of("and %d more %s; see --json\n".formatted(count, what))
        : Optional.empty();
  }
}
