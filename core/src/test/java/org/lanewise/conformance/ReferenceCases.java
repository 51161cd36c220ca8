package org.lanewise.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Results of exact arithmetic and of scikit-learn on real data, in the form of the folder
/// `reference`, as cases. Which data set, which rows of which kind and which options a result
/// belongs to is in `reference.json`.
///
/// The small sets come with the project. The large ones are read from the folders that the system
/// properties `lanewise.reference` and `lanewise.data` name.
final class ReferenceCases {

  private static final Path FOLDER = Path.of("src/test/resources/reference");

  private final JsonNode models;
  private final JsonNode tolerance;
  private final JsonNode why;

  private ReferenceCases(JsonNode settings) {
    models = settings.get("models");
    tolerance = settings.get("tolerance");
    why = settings.get("why");
  }

  static List<ConformanceCase> all(Path conformance) throws IOException {
    JsonNode settings = Json.read(conformance.resolve("reference.json"));
    ReferenceCases reader = new ReferenceCases(settings);
    List<ConformanceCase> cases = new ArrayList<>();
    for (Map.Entry<String, JsonNode> set : settings.get("sets").properties()) {
      reader.add(set.getKey(), set.getValue(), cases);
    }
    return cases;
  }

  private void add(String set, JsonNode representations, List<ConformanceCase> cases)
      throws IOException {
    Path small = FOLDER.resolve(set + ".json");
    Path folder = DataSet.folder("lanewise.reference");
    Path results = Files.exists(small) || folder == null ? small : folder.resolve(set + ".json");
    for (Map.Entry<String, JsonNode> entry : representations.properties()) {
      Path data = DataSet.path(entry.getValue());
      String missing =
          !Files.exists(results)
              ? "a folder with " + set + ".json in the property lanewise.reference"
              : data == null || !Files.exists(data)
                  ? "a folder with the data set " + set + " in the property lanewise.data"
                  : null;
      if (missing != null) {
        cases.add(ConformanceCase.absent("reference/" + set + "/" + entry.getKey(), missing));
      } else {
        String link =
            results.equals(small)
                ? "core/src/test/resources/reference/" + set + ".json"
                : "core/src/test/resources/conformance/reference.json";
        add(
            "reference/" + set + "/" + entry.getKey() + "/",
            link,
            entry.getValue(),
            Json.read(results).get("reps").get(entry.getKey()),
            cases);
      }
    }
  }

  private void add(
      String prefix,
      String link,
      JsonNode description,
      JsonNode data,
      List<ConformanceCase> cases) {
    ObjectNode train = description.deepCopy();
    train.put("split", true);
    if (data.has("features_kept")) {
      train.set("features", data.get("features_kept"));
    }
    for (Map.Entry<String, JsonNode> entry : data.get("models").properties()) {
      String name = entry.getKey();
      if (!models.has(name)) {
        continue;
      }
      JsonNode model = models.get(name);
      JsonNode found = entry.getValue();
      boolean exact = name.startsWith("exact_");
      // A peer's result where exact arithmetic finds a singular covariance is no standard.
      boolean comparable = isCompared(data.path("checks"), name) || model.path("alone").asBoolean();
      if (!exact && !(comparable && found.has("pred"))) {
        continue;
      }
      ObjectNode node = Json.object();
      node.put("name", Json.text(model, "name"));
      node.put("source", exact ? "512-bit arithmetic" : "scikit-learn 1.2.1");
      node.set("model", model.get("model"));
      node.set("options", model.path("options"));
      node.set("train", train);
      if (found.has("pred")) {
        node.set("expected", expected(found, exact, distance(data.path("checks"), name)));
      } else {
        String words = found.has("zero_variances") ? "has variance 0 in class" : "is singular";
        node.set(
            "refusal",
            Json.object()
                .put("at", "training")
                .set("says", Json.MAPPER.createArrayNode().add(words)));
      }
      cases.add(ConformanceCase.read(prefix + name, link, node));
    }
  }

  private static boolean isCompared(JsonNode checks, String name) {
    return checks.properties().stream().anyMatch(c -> c.getKey().startsWith(name + " ~ exact_"));
  }

  /// How far a peer is from exact arithmetic, as the file of results says; or 0.
  private static double distance(JsonNode checks, String name) {
    for (Map.Entry<String, JsonNode> check : checks.properties()) {
      if (check.getKey().startsWith(name + " ~ exact_")) {
        return check.getValue().get("max_rel").doubleValue();
      }
    }
    return 0;
  }

  private ObjectNode expected(JsonNode found, boolean exact, double distance) {
    ObjectNode expected = Json.object();
    double accepted = Json.number(tolerance) + 2 * distance;
    String reason =
        exact
            ? why.asText()
            : why.asText() + ", and twice what the peer itself is off exact arithmetic";
    expected.set("labelDigits", Json.object().set("values", found.get("pred")));
    expected.set("correct", Json.object().set("values", found.get("n_correct")));
    put(expected, "logPosterior", found.get("logpost_first_test_rows"), accepted, reason);
    put(expected, "meanLogPosteriorOfTruth", found.get("mean_logpost_true"), accepted, reason);
    put(expected, "logLikelihood", found.get("test_loglik"), accepted, reason);
    if (exact && found.has("logdet")) {
      JsonNode determinant = found.get("logdet");
      put(
          expected,
          determinant.isArray() ? "logDeterminants" : "logDeterminant",
          determinant,
          accepted,
          reason);
    }
    if (exact) {
      put(expected, "covarianceTrace", found.get("covariance_trace"), 1e-13, reason);
      put(expected, "variancesSum", found.get("var_sum"), 1e-13, reason);
      put(expected, "meansSum", found.get("means_sum"), 1e-13, reason);
      put(expected, "means", row(found.get("means_row0_first5")), 1e-13, reason);
      put(expected, "variances", row(found.get("var_row0_first5")), 1e-13, reason);
    }
    return expected;
  }

  /// The values of the first class.
  private static ArrayNode row(JsonNode values) {
    return values == null ? null : Json.MAPPER.createArrayNode().add(values);
  }

  private static void put(
      ObjectNode expected, String quantity, JsonNode values, double accepted, String reason) {
    if (values != null) {
      ObjectNode node = Json.object();
      node.set("values", values);
      node.put("tolerance", Double.toString(accepted));
      node.put("why", reason);
      node.put("onlyFirst", true);
      expected.set(quantity, node);
    }
  }
}
