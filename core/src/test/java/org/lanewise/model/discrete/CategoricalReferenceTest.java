package org.lanewise.model.discrete;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.Priors;
import org.lanewise.model.discrete.Reference.Part;
import org.lanewise.model.discrete.Reference.Split;
import org.lanewise.statistics.CategoryStatistics;

/// Categorical Naive Bayes on real data against exact results; see [Reference].
final class CategoricalReferenceTest {

  @Test
  void digits() throws IOException {
    Split<NumericColumns> data = Reference.table("digits/digits.csv.gz", 64);
    check("digits", "cat", codes(data.train()), codes(data.test()));
  }

  private static Part<CategoryColumns> codes(Part<NumericColumns> part) {
    byte[][] codes = new byte[64][part.rows().rowCount()];
    for (int j = 0; j < 64; j++) {
      for (int i = 0; i < codes[j].length; i++) {
        codes[j][i] = (byte) part.rows().value(i, j);
      }
    }
    return new Part<>(CategoryColumns.of(codes).atLeast(17), part.labels());
  }

  @Test
  void mushroom() throws IOException {
    mushroom("cat", List.of());
  }

  @Test
  void mushroomWithMissingValues() throws IOException {
    mushroom("cat_skip", List.of("?"));
  }

  private static void mushroom(String representation, List<String> missing) throws IOException {
    List<String> lines = Reference.lines("mushroom/agaricus-lepiota.data");
    List<CategoryDictionary> dictionaries =
        CategoryColumns.of(missing, columns(lines)).dictionaries();
    List<String> train = new ArrayList<>();
    List<String> test = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      (Reference.isTest(i) ? test : train).add(lines.get(i));
    }
    check(
        "mushroom",
        representation,
        part(dictionaries, missing, train),
        part(dictionaries, missing, test));
  }

  private static Part<CategoryColumns> part(
      List<CategoryDictionary> dictionaries, List<String> missing, List<String> lines) {
    return new Part<>(
        CategoryColumns.of(dictionaries, missing, columns(lines)),
        Labels.of(lines.stream().map(line -> line.substring(0, 1)).toList()));
  }

  private static String[][] columns(List<String> lines) {
    String[][] columns = new String[22][lines.size()];
    for (int i = 0; i < lines.size(); i++) {
      String[] cells = lines.get(i).split(",");
      for (int j = 0; j < 22; j++) {
        columns[j][i] = cells[j + 1];
      }
    }
    return columns;
  }

  private static void check(
      String name, String representation, Part<CategoryColumns> train, Part<CategoryColumns> test)
      throws IOException {
    JsonNode models = Reference.models(name, representation);
    CategoryStatistics statistics = CategoryStatistics.of(train.rows(), train.labels());
    for (Priors priors : List.of(Priors.empirical(), Priors.laplace())) {
      String prior = priors.equals(Priors.laplace()) ? "priorlaplace" : "priormle";
      Reference.check(
          models.path("exact_CategoricalNB_a1_" + prior),
          CategoricalNaiveBayes.fit(statistics, Smoothing.laplace(), priors).scorer(),
          test);
    }
  }
}
