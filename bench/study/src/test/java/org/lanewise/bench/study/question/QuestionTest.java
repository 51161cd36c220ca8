package org.lanewise.bench.study.question;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.bench.study.data.Sets;
import org.lanewise.bench.study.data.Table;
import org.lanewise.bench.study.result.DataTable;

class QuestionTest {

  @TempDir Path folder;

  private static List<Table> iris() throws IOException {
    return new Sets(Path.of("..", "..", "examples", "data"), null)
        .all().stream().filter(table -> table.set().equals("iris")).toList();
  }

  /// The tables of some experiments, by their names.
  private Map<String, String> figures(int threads) throws IOException {
    Path to = Files.createDirectory(folder.resolve(String.valueOf(threads)));
    Map<String, String> found = new TreeMap<>();
    try (Parallel parallel = new Parallel(threads)) {
      Setting setting = new Setting(iris(), true, parallel, to);
      for (Question question :
          List.of(
              new LearningCurves(), new Coefficients(), new Confidence(), new ValuesOfFeatures())) {
        for (DataTable table : question.answer(setting)) {
          table.write(to);
          found.put(table.name(), Files.readString(to.resolve(table.name() + ".tsv")));
        }
      }
    }
    return found;
  }

  @Test
  void figuresAreTheSameForAnyNumberOfThreads() throws IOException {
    assertEquals(figures(1), figures(3));
  }

  @Test
  void anExperimentThatNeedsTheCurvesSaysSo() throws IOException {
    try (Parallel parallel = new Parallel(1)) {
      Setting setting = new Setting(iris(), true, parallel, folder);
      IOException refused = assertThrows(IOException.class, () -> new Confidence().answer(setting));
      assertEquals(
          folder
              + " has no learning curve of iris, numbers, whose C is needed: bench/study/run"
              + " curves",
          refused.getMessage());
    }
  }

  @Test
  void theErrorOfThePlaneBetweenTheMeansIsTheBestOne() {
    assertEquals(
        org.lanewise.bench.study.data.Normal.cdf(-1), Efficiency.error(new double[] {0, 2, 0}, 2));
  }
}
