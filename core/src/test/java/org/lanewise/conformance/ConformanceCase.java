package org.lanewise.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A case: ways to train a model, and what each of them has to give.
///
/// @param id the folder and the name of the case
/// @param link the file of the case, from the root of the project
/// @param name what it protects
/// @param protects the defects of other libraries that it would show, D1 …
/// @param source where the expected numbers come from
/// @param ways how to train; each has to meet all that is expected
/// @param sameBits whether all ways have to give the same bits
/// @param expected values, none where a refusal is expected
/// @param refusal the refusal expected, or null
/// @param peers what other libraries give, with the evidence
/// @param missing the file it needs and that is not there, or null
record ConformanceCase(
    String id,
    String link,
    String name,
    List<String> protects,
    String source,
    List<Way> ways,
    boolean sameBits,
    List<Expectation> expected,
    Refusal refusal,
    List<String> peers,
    String missing) {

  private static final Set<String> FIELDS =
      Set.of(
          "name protects source model options train queries ask ways sameBits expected refusal peers"
              .split(" "));

  private static final Set<String> OPTIONS =
      Set.of(
          ("priors divisor shrinkage regularization lambda gamma blend varianceSmoothing smoothing"
                  + " normalized unseen throughFile variances withPriors")
              .split(" "));

  private static final Set<String> ASK =
      Set.of("costs actions reject top iterations bins label against baseline lastRow".split(" "));

  private static final Set<String> TRAIN =
      Set.of(
          ("rows labels featureCount example data format features pooled split weights classes"
                  + " batches classesArrive join forget binarize categoryCounts names missing"
                  + " incomplete floats times oneClass")
              .split(" "));

  /// A refusal: an `IllegalArgumentException` of one clear sentence.
  ///
  /// @param atScoring whether rows to be scored are refused; else training rows or options are
  /// @param says words that its message has to hold
  /// @param saysInBatch the same for rows in a batch
  record Refusal(boolean atScoring, List<String> says, List<String> saysInBatch) {}

  /// Reads a case, for every model it names.
  static ConformanceCase read(String id, String link, JsonNode node) {
    requireKnown(id, node, FIELDS);
    List<Way> ways = new ArrayList<>();
    JsonNode models = node.path("model");
    for (JsonNode model : models.isArray() ? models : Json.MAPPER.createArrayNode().add(models)) {
      JsonNode listed = node.path("ways");
      for (JsonNode way : listed.isEmpty() ? List.of(Json.object()) : listed) {
        ways.add(
            new Way(
                way.path("name").asText(""),
                way.path("model").asText(model.asText()),
                merged(node, way, "options"),
                merged(node, way, "train"),
                way.has("queries") ? way.get("queries") : node.get("queries"),
                merged(node, way, "ask")));
      }
    }
    for (Way way : ways) {
      requireKnown(id, way.options(), OPTIONS);
      requireKnown(id, way.train(), TRAIN);
      requireKnown(id, way.ask(), ASK);
    }
    List<Expectation> expected = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : node.path("expected").properties()) {
      expected.add(Expectation.read(entry.getKey(), entry.getValue(), node));
    }
    Refusal refusal = node.has("refusal") ? refusal(node.get("refusal")) : null;
    if (expected.isEmpty() == (refusal == null)) {
      throw new IllegalStateException(id + " expects neither values nor a refusal, or both");
    }
    return new ConformanceCase(
        id,
        link,
        Json.text(node, "name"),
        node.has("protects") ? Json.texts(node.get("protects")) : List.of(),
        Json.text(node, "source"),
        ways,
        node.path("sameBits").asBoolean(),
        expected,
        refusal,
        node.has("peers") ? peers(node.get("peers")) : List.of(),
        null);
  }

  /// A field that nobody reads is a mistake.
  private static void requireKnown(String id, JsonNode node, Set<String> known) {
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      if (!known.contains(field.getKey())) {
        throw new IllegalStateException(
            "%s has the field '%s'; one of %s is expected".formatted(id, field.getKey(), known));
      }
    }
  }

  /// Cases that cannot run here, all those whose id begins with the given one.
  ///
  /// @param missing what they need
  static ConformanceCase absent(String id, String missing) {
    return new ConformanceCase(
        id, "", "", List.of(), "", List.of(), false, List.of(), null, List.of(), missing);
  }

  private static ObjectNode merged(JsonNode node, JsonNode way, String field) {
    return Json.merged(node.path(field), way.path(field));
  }

  private static Refusal refusal(JsonNode node) {
    List<String> says = Json.texts(node.path("says"));
    if (says.isEmpty()) {
      throw new IllegalStateException("a refusal has to say something: " + node);
    }
    return new Refusal(
        Json.text(node, "at").equals("scoring"),
        says,
        node.has("saysInBatch") ? Json.texts(node.get("saysInBatch")) : says);
  }

  private static List<String> peers(JsonNode node) {
    List<String> peers = new ArrayList<>();
    for (JsonNode peer : node) {
      peers.add(
          "%s: %s (%s)"
              .formatted(
                  Json.text(peer, "library"),
                  Json.text(peer, "gives"),
                  Json.text(peer, "evidence")));
    }
    return peers;
  }
}
