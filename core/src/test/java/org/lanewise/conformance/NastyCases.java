package org.lanewise.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.lanewise.data.Classes;

/// Numerically nasty data with exact results, in the form of the folder `nasty`, as cases.
///
/// A file there leaves some things open, such as whether a singular covariance is refused: what
/// this library does is in `nasty.json`.
final class NastyCases {

  private static final Path FOLDER = Path.of("src/test/resources/nasty");
  private static final String LINK = "core/src/test/resources/nasty/";

  /// The source of a refusal: there is no number to be right.
  private static final String REASON = "the reason in the file";

  private final JsonNode models;
  private final JsonNode decisions;
  private final String source;

  private NastyCases(JsonNode settings) {
    models = settings.get("models");
    decisions = settings.get("decisions");
    source = Json.text(settings, "source");
  }

  static List<ConformanceCase> all(Path conformance) throws IOException {
    NastyCases reader = new NastyCases(Json.read(conformance.resolve("nasty.json")));
    List<ConformanceCase> cases = new ArrayList<>();
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.sorted().toList()) {
        JsonNode nasty = Json.read(file);
        if (nasty.has("cases")) {
          reader.addMalformed(nasty, cases);
        } else {
          for (Map.Entry<String, JsonNode> entry : nasty.get("expect").properties()) {
            cases.add(reader.read(nasty, entry.getKey(), entry.getValue()));
          }
        }
      }
    }
    return cases;
  }

  // ---- results and refusals

  private ConformanceCase read(JsonNode nasty, String name, JsonNode expect) {
    String file = nasty.get("case").asText();
    String id = "nasty/" + file + "/" + name.replace(' ', '-');
    if (!models.has(name)) {
      throw new IllegalStateException("nasty.json does not say what " + name + " is");
    }
    JsonNode model = models.get(name);
    JsonNode decision = decisions.path(file + "/" + name);
    JsonNode nastyTrain = nasty.get("train");
    JsonNode nastyQuery = nasty.get("query");
    boolean bits = model.path("bits").asBoolean() && nastyTrain.has("X_binary");
    ObjectNode node = Json.object();
    node.put("name", decision.path("name").asText(described(nasty, expect)));
    node.put("source", decision.has("refusal") ? REASON : source);
    node.set("model", model.get("model"));
    node.set("options", Json.merged(model.path("options"), decision.path("options")));
    node.set("train", Json.merged(train(nastyTrain, model, bits), decision.path("train")));
    node.set(
        "queries", queries(nastyQuery, model, bits, name, expect.path("log_posterior").size()));
    if (file.equals("bernoulli_200k")) {
      BernoulliRule.fill(node);
    }
    for (String field : List.of("protects", "peers")) {
      if (decision.has(field)) {
        node.set(field, decision.get(field));
      }
    }
    if (decision.has("refusal")) {
      node.set("refusal", decision.get("refusal"));
    } else if (decision.has("expected")) {
      node.set("expected", decision.get("expected"));
    } else {
      node.set("expected", Json.merged(expected(nasty, expect, decision), decision.path("also")));
    }
    return ConformanceCase.read(id, LINK + file + ".json", node);
  }

  /// The first words of the description, and the reason for a refusal if it says more.
  private static String described(JsonNode nasty, JsonNode expect) {
    String description = nasty.get("description").asText();
    String reason = expect.path("reason").asText();
    return Markdown.shortened(description, 150)
        + (reason.isEmpty() || description.contains(reason) ? "" : ": " + reason);
  }

  private static ObjectNode train(JsonNode nasty, JsonNode model, boolean bits) {
    ObjectNode train = Json.merged(model.path("train"));
    train.set("rows", without(nasty.path(bits ? "X_binary" : "X"), model));
    train.set("labels", nasty.get("y"));
    if (nasty.has("weights")) {
      train.set("weights", nasty.get("weights"));
    }
    if (nasty.has("classes")) {
      train.set("classes", nasty.get("classes"));
    }
    if (nasty.has("n_categories")) {
      train.set("categoryCounts", nasty.get("n_categories"));
    }
    return train;
  }

  /// The queries with a result, or the one to be refused.
  private static JsonNode queries(
      JsonNode nasty, JsonNode model, boolean bits, String name, int results) {
    JsonNode rows = without(nasty.path(bits ? "X_binary" : "X"), model);
    if (name.endsWith(" query_row_1")) {
      return Json.MAPPER.createArrayNode().add(rows.get(1));
    }
    ArrayNode some = Json.MAPPER.createArrayNode();
    for (int i = 0; i < (results == 0 ? rows.size() : results); i++) {
      some.add(rows.get(i));
    }
    return some;
  }

  /// Rows without the feature that a refusal asks to leave out.
  private static JsonNode without(JsonNode rows, JsonNode model) {
    if (!model.has("without")) {
      return rows;
    }
    ArrayNode less = Json.MAPPER.createArrayNode();
    for (JsonNode row : rows) {
      ArrayNode copy = row.deepCopy();
      copy.remove(model.get("without").intValue());
      less.add(copy);
    }
    return less;
  }

  /// Log posteriors to 100 times the error of the best float64 computation in the file, and what
  /// else there is.
  private static ObjectNode expected(JsonNode nasty, JsonNode expect, JsonNode decision) {
    double best = Double.POSITIVE_INFINITY;
    for (Map.Entry<String, JsonNode> entry : expect.properties()) {
      if (entry.getKey().startsWith("float64_error_numpy") && entry.getValue().isNumber()) {
        best = Math.min(best, entry.getValue().doubleValue());
      }
    }
    boolean measured = best < Double.POSITIVE_INFINITY && !decision.has("tolerance");
    double tolerance =
        decision.has("tolerance")
            ? Json.number(decision.get("tolerance"))
            : measured ? 100 * best : 1e-13;
    String why =
        decision.has("why")
            ? decision.get("why").asText()
            : measured
                ? "100 times the error of the best float64 computation in the file"
                : "some 500 roundings of the log joint";
    ObjectNode expected = Json.object();
    JsonNode joint = ordered(expect.path("log_joint"), nasty, expect);
    ObjectNode posterior =
        expectation(ordered(expect.get("log_posterior"), nasty, expect), tolerance, why);
    if (!measured && !joint.isMissingNode() && joint.size() > 0) {
      posterior.set("magnitudes", joint);
    }
    expected.set("logPosterior", posterior);
    if (joint.size() > 0) {
      expected.set(
          "logJoint",
          expectation(joint, Math.max(tolerance, 1e-13), why + ", but not less than 1e-13"));
    }
    double relative = Math.max(tolerance, 1e-13);
    if (expect.has("variances")) {
      expected.set(
          "variances",
          ofValue(ordered(expect.get("variances"), nasty, expect, false), relative, why));
    }
    if (expect.has("covariance")) {
      expected.set("covariance", expectation(expect.get("covariance"), relative, why));
    }
    return expected;
  }

  private static ObjectNode expectation(JsonNode values, double tolerance, String why) {
    ObjectNode node = Json.object();
    node.set("values", values);
    node.put("tolerance", Double.toString(tolerance));
    node.put("why", why);
    node.put("onlyFirst", true);
    return node;
  }

  private static ObjectNode ofValue(JsonNode values, double tolerance, String why) {
    return expectation(values, tolerance, why).put("relativeTo", "value");
  }

  private static JsonNode ordered(JsonNode rows, JsonNode nasty, JsonNode expect) {
    return ordered(rows, nasty, expect, true);
  }

  /// Columns (or rows) in the order in which this library has the classes.
  private static JsonNode ordered(JsonNode rows, JsonNode nasty, JsonNode expect, boolean columns) {
    if (!expect.has("class_order_of_columns") || rows.isMissingNode()) {
      return rows;
    }
    List<String> names = Json.texts(expect.get("class_order_of_columns"));
    boolean integers = nasty.get("train").get("y").get(0).isIntegralNumber();
    List<String> order = integers ? names : Classes.sorted(names).names();
    ArrayNode ordered = Json.MAPPER.createArrayNode();
    if (!columns) {
      order.forEach(name -> ordered.add(rows.get(names.indexOf(name))));
      return ordered;
    }
    for (JsonNode row : rows) {
      ArrayNode copy = ordered.addArray();
      order.forEach(name -> copy.add(row.get(names.indexOf(name))));
    }
    return ordered;
  }

  // ---- malformed input

  private void addMalformed(JsonNode nasty, List<ConformanceCase> cases) {
    for (JsonNode bad : nasty.get("cases")) {
      String what = bad.get("what").asText();
      JsonNode decision = decisions.path("bad_shapes/" + what);
      // There is no model before a fit returns one: nothing to be refused.
      if (bad.get("X").isNull()) {
        continue;
      }
      ObjectNode node = Json.object();
      node.put("name", what + ": refused in one clear sentence");
      node.put("source", REASON);
      node.set("model", decision.get("models"));
      ObjectNode options = Json.object();
      if (bad.has("priors")) {
        options.set("priors", bad.get("priors"));
      }
      if (bad.has("alpha")) {
        options.set("smoothing", bad.get("alpha"));
      }
      node.set("options", options);
      ObjectNode train = Json.object();
      train.set("rows", bad.get("X"));
      train.set("labels", bad.get("y"));
      node.set("train", train);
      if (bad.has("query")) {
        node.set("queries", bad.get("query"));
      }
      node.set("refusal", decision.get("refusal"));
      String id =
          "nasty/bad_shapes/"
              + what.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("-$", "");
      cases.add(ConformanceCase.read(id, LINK + "bad_shapes.json", node));
    }
  }
}
