package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.example;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.io.ModelFile;
import org.lanewise.io.TestRows;

/// `lanewise diff`, and `fit --test-rows`.
class DiffCommandTest {

  private static final Path IRIS = example("iris.csv");

  @TempDir Path folder;
  private Path before;
  private Path after;

  @BeforeEach
  void names() {
    before = folder.resolve("before");
    after = folder.resolve("after");
  }

  private void fit(Path model, Path data, Object... options) {
    Object[] all = new Object[options.length + 5];
    System.arraycopy(new Object[] {"fit", "--data", data, "--out", model}, 0, all, 0, 5);
    System.arraycopy(options, 0, all, 5, options.length);
    CommandRun.output(all);
  }

  @Test
  void theSameModelDiffersInNothing() {
    fit(before, IRIS, "--classifier", "lda");
    String text = CommandRun.output("diff", before, before, "--data", IRIS);
    assertEquals(
        """
        prior: 0 of 3 moved
        mean: 0 of 12 moved
        covariance: 0 of 10 moved
        0 of 150 rows change class
        classes, features and parameters are the same
        """,
        text);
  }

  @Test
  void namesWhatMovedAndTheRowsThatChange() {
    fit(before, IRIS, "--classifier", "lda");
    fit(after, IRIS, "--classifier", "lda", "--priors", "0.2,0.2,0.6");
    JsonNode json =
        CommandRun.json("diff", before, after, "--data", IRIS, "--moves", "2", "--json");
    JsonNode prior = json.at("/parameters/0");
    assertEquals("prior", prior.path("parameter").textValue());
    assertEquals(3, prior.path("moved").intValue());
    assertEquals(2, prior.path("largest").size());
    assertEquals("2", prior.at("/largest/0/of/0").textValue());
    assertEquals(0.6 - 1.0 / 3, prior.at("/largest/0/by").doubleValue(), 1e-15);
    assertEquals(0, json.at("/parameters/1/moved").intValue());
    assertEquals(150, json.path("rows").intValue());
    int changed = json.path("changedRows").intValue();
    List<String> labels = CommandRun.lines("predict", "--model", before, "--data", IRIS);
    List<String> others = CommandRun.lines("predict", "--model", after, "--data", IRIS);
    int expected = 0;
    for (int i = 0; i < labels.size(); i++) {
      expected += labels.get(i).equals(others.get(i)) ? 0 : 1;
    }
    assertTrue(changed > 0);
    assertEquals(expected, changed);
  }

  @Test
  void namesClassesAndFeaturesThatOneModelLacks() throws IOException {
    Path data = folder.resolve("a.csv");
    Files.writeString(data, "a,b,label\n1,2,x\n2,1,x\n5,6,y\n6,5,y\n7,8,y\n");
    Path other = folder.resolve("b.csv");
    Files.writeString(other, "a,c,label\n1,2,x\n2,1,x\n5,6,z\n6,5,z\n7,8,z\n");
    fit(before, data, "--classifier", "gaussian-nb");
    fit(after, other, "--classifier", "lda", "--shrinkage", "0.5");
    String text = CommandRun.output("diff", before, after);
    assertTrue(text.contains(before + " is gaussian-nb, " + after + " is lda\n"), text);
    assertTrue(text.contains("classes only in " + before + ": y\n"), text);
    assertTrue(text.contains("features only in " + after + ": c\n"), text);
    assertTrue(text.contains("mean: 0 of 1 moved\n"), text);
    CommandRun refused = CommandRun.of("diff", before, after, "--moves", "x");
    assertEquals(
        "lanewise: invalid value 'x' for --moves; expected a number from 0 to 1000.\n",
        refused.err());
    assertTrue(
        CommandRun.of("diff", before, after, "--data", "-")
            .err()
            .startsWith("lanewise: diff reads"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"lda", "qda", "gaussian-nb", "categorical-nb", "poisson-nb", "mixed-nb"})
  void aModelKeepsTestRowsAndItsFileSaysSo(String classifier) throws IOException {
    fit(before, IRIS, "--classifier", classifier, "--test-rows", "7");
    ModelFile file = ModelFile.read(before);
    TestRows rows = file.testRows().orElseThrow();
    assertEquals(7, rows.rowCount());
    rows.require(file.model());
    assertEquals(7, CommandRun.json("inspect", before, "--json").path("testRows").intValue());
  }

  @Test
  void ofMessagesTooAndOfRowsThatLackValuesOnlyWholeOnes() throws IOException {
    Path mail = example("sms_spam.tsv");
    fit(
        before,
        mail,
        "--classifier",
        "bernoulli-nb",
        "--label",
        "0",
        "--text",
        "1",
        "--test-rows",
        "3");
    ModelFile file = ModelFile.read(before);
    assertEquals(3, file.testRows().orElseThrow().rowCount());
    Path data = folder.resolve("a.csv");
    Files.writeString(data, "a,b,label\n1,,x\n2,1,x\n3,1,x\n5,6,y\n6,5,y\n7,,y\n8,8,y\n");
    fit(before, data, "--classifier", "gaussian-nb", "--missing", "NA", "--test-rows", "7");
    assertEquals(5, ModelFile.read(before).testRows().orElseThrow().rowCount());
    assertEquals(
        "lanewise: invalid value '0' for --test-rows; expected a number from 1 to 1000.\n",
        CommandRun.of(
                "fit", "--classifier", "lda", "--data", IRIS, "--test-rows", "0", "--out", before)
            .err());
  }
}
