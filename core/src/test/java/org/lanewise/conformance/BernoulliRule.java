package org.lanewise.conformance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.BitSet;

/// The rows of `nasty/bernoulli_200k.json`, which are too many to be in the file: it has the rule.
final class BernoulliRule {

  private static final int FEATURES = 200_000;
  private static final long TWO_32 = 1L << 32;

  private BernoulliRule() {}

  /// Training rows and queries of the case.
  static void fill(ObjectNode node) {
    ArrayNode rows = Json.MAPPER.createArrayNode();
    ArrayNode labels = Json.MAPPER.createArrayNode();
    for (int i = 0; i < 30; i++) {
      BitSet active = active(i, 400);
      for (int f = i % 3 * 1000 + i % 7; f < i % 3 * 1000 + 300; f += 7) {
        active.set(f);
      }
      rows.add(row(active));
      labels.add(i % 3);
    }
    ObjectNode train = (ObjectNode) node.get("train");
    train.set("rows", rows);
    train.set("labels", labels);
    train.put("featureCount", FEATURES);

    BitSet second = active(1001, 400);
    second.set(0, 300);
    BitSet third = new BitSet();
    third.set(1000, 1300);
    third.set(2000, 2300);
    node.set(
        "queries",
        Json.MAPPER
            .createArrayNode()
            .add(row(new BitSet()))
            .add(row(active(1000, 400)))
            .add(row(second))
            .add(row(third))
            .add(row(active(1002, 4))));
  }

  private static ObjectNode row(BitSet active) {
    ObjectNode row = Json.object();
    active.stream().forEach(feature -> row.put(Integer.toString(feature), 1));
    return row;
  }

  private static BitSet active(int i, int share) {
    BitSet active = new BitSet();
    for (int f = 0; f < FEATURES; f++) {
      if ((f * 2654435761L + i * 40503L * 65537L + 12345) % TWO_32 < TWO_32 / share) {
        active.set(f);
      }
    }
    return active;
  }
}
