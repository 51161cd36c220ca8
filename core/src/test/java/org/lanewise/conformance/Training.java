package org.lanewise.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.statistics.Statistics;

/// The training rows of a case, and how they come in.
///
/// @param weights null where every row weighs 1
/// @param batches the rows of each batch, or null for all rows in one
/// @param merge whether batches become statistics of their own, to be merged
/// @param forget rows to be subtracted again, or null
/// @param arrive whether no class is known beforehand, and each batch names its own
/// @param queries the rows to be scored
record Training(
    Table rows,
    Labels labels,
    double[] weights,
    int[][] batches,
    boolean merge,
    int[] forget,
    boolean arrive,
    Queries queries) {

  /// The rows that are queries where a case says `"split"`, and are not trained on.
  static boolean isTest(int row) {
    return row % 5 == 4;
  }

  /// Reads the rows of a way to train, and its queries.
  static Training read(Way way) throws IOException {
    JsonNode train = way.train();
    Table rows;
    Labels labels;
    if (train.has("rows")) {
      rows = Table.read(train.get("rows"), train);
      labels = labels(train.get("labels"), train.get("classes"));
    } else {
      DataSet set = DataSet.read(train);
      int[] chosen = chosen(set, train, row -> !train.has("split") || !isTest(row));
      rows = set.rows().select(chosen);
      labels = labels(set, train, chosen);
    }
    return new Training(
        rows,
        labels,
        train.has("weights") ? Json.vector(train.get("weights")) : null,
        train.has("batches") ? matrix(train.get("batches")) : null,
        train.path("join").asText().equals("merge"),
        train.has("forget") ? Json.integers(train.get("forget")) : null,
        train.path("classesArrive").asBoolean(),
        queries(way.queries(), train, new Queries(rows, labels)));
  }

  /// The rows of a data set that have one of the classes asked for.
  static int[] chosen(DataSet set, JsonNode train, IntPredicate which) {
    List<String> classes = train.has("classes") ? Json.texts(train.get("classes")) : null;
    return IntStream.range(0, set.labels().size())
        .filter(which)
        .filter(row -> classes == null || classes.contains(set.labels().get(row)))
        .toArray();
  }

  static Labels labels(DataSet set, JsonNode train, int[] chosen) {
    if (train.path("oneClass").asBoolean()) {
      return Labels.ofIndices(new int[chosen.length], 1);
    }
    String[] names = Arrays.stream(chosen).mapToObj(set.labels()::get).toArray(String[]::new);
    return train.has("classes")
        ? Labels.of(Classes.of(Json.texts(train.get("classes"))), names)
        : Labels.of(Classes.sorted(set.labels()), names);
  }

  /// As a caller would make them: from integers where all are, else from text.
  private static Labels labels(JsonNode labels, JsonNode classes) {
    if (classes != null) {
      return Labels.of(Classes.of(Json.texts(classes)), Json.texts(labels).toArray(String[]::new));
    }
    boolean integers = true;
    for (JsonNode label : labels) {
      integers &= label.isIntegralNumber();
    }
    if (!integers) {
      return Labels.of(Json.texts(labels));
    }
    long[] values = new long[labels.size()];
    Arrays.setAll(values, i -> labels.get(i).longValue());
    return Labels.of(values);
  }

  private static int[][] matrix(JsonNode node) {
    int[][] rows = new int[node.size()][];
    Arrays.setAll(rows, i -> Json.integers(node.get(i)));
    return rows;
  }

  /// The statistics of all rows, made as the case says.
  <B extends RowBatch, S extends Statistics> S statistics(
      Form<?, B> form, Accumulation<B, S> accumulation) {
    S statistics = null;
    for (int[] batch : batches == null ? all() : batches) {
      Table part = batch == null ? rows : rows.select(batch);
      B columns = form.batch().apply(part);
      if (statistics == null || merge) {
        S fresh = accumulation.empty().apply(columns, known());
        add(accumulation, fresh, columns, batch);
        if (statistics == null) {
          statistics = fresh;
        } else {
          statistics.merge(fresh);
        }
      } else {
        add(accumulation, statistics, columns, batch);
      }
    }
    if (forget != null) {
      B columns = form.batch().apply(rows.select(forget));
      S fresh = accumulation.empty().apply(columns, known());
      add(accumulation, fresh, columns, forget);
      statistics.subtract(fresh);
    }
    return statistics;
  }

  /// The classes that statistics know before the first batch.
  private Classes known() {
    return arrive ? Classes.sorted(List.of()) : labels.classes();
  }

  private static int[][] all() {
    return new int[1][];
  }

  private <B extends RowBatch, S extends Statistics> void add(
      Accumulation<B, S> accumulation, S statistics, B columns, int[] batch) {
    Labels chosen = batch == null ? labels : labels.select(batch);
    if (arrive) {
      Labels all = chosen;
      chosen = Labels.of(IntStream.range(0, all.rowCount()).mapToObj(all::name).toList());
    }
    if (weights != null) {
      double[] some =
          batch == null ? weights : Arrays.stream(batch).mapToDouble(row -> weights[row]).toArray();
      chosen = chosen.withWeights(some);
    }
    accumulation.add().accept(statistics, columns, chosen);
  }

  /// These rows, one of them with weight 0.
  Training without(int row) {
    double[] others = weights == null ? new double[rows.rowCount()] : weights.clone();
    if (weights == null) {
      Arrays.fill(others, 1);
    }
    others[row] = 0;
    return new Training(rows, labels, others, null, false, null, false, queries);
  }

  /// Rows to be scored: given ones, rows of the data set the training rows come from, or the
  /// training rows themselves.
  private static Queries queries(JsonNode queries, JsonNode train, Queries trained)
      throws IOException {
    if (queries != null && queries.isArray()) {
      return new Queries(Table.read(queries, train), null);
    }
    if (queries == null && !train.has("split")) {
      return trained;
    }
    DataSet set = DataSet.read(train);
    int[] chosen =
        queries == null ? chosen(set, train, Training::isTest) : Json.integers(queries.get("rows"));
    return new Queries(set.rows().select(chosen), labels(set, train, chosen));
  }

  /// Rows to be scored.
  ///
  /// @param labels null where the true classes are not known
  record Queries(Table rows, Labels labels) {}
}
