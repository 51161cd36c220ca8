package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Model files that the command wrote when names still lay beside the model, with what it said of
/// them then.
class FirstFilesTest {

  @TempDir private Path folder;

  private static Path model(String name) {
    return Path.of(System.getProperty("basedir", "."), "src/test/resources/models", name);
  }

  private List<String> predict(String name, String content) throws IOException {
    Path data = Files.writeString(folder.resolve("data"), content);
    return CommandRun.lines("predict", "--model", model(name), "--data", data, "--posteriors");
  }

  @Test
  void wordsOfMessagesAreFoundAgain() throws IOException {
    assertEquals(
        List.of(
            "row,label,log_p(ham),log_p(spam)",
            "0,spam,-1.7601541298127246,-0.18876428501615325",
            "1,ham,-0.12548988695299207,-2.1376189806125314"),
        predict("messages-1.model", "win unknown prize\nhome, you?\n"));
    JsonNode json = CommandRun.json("inspect", model("messages-1.model"), "--json");
    assertEquals("[\"ham\",\"spam\"]", json.get("classes").toString());
    assertEquals(
        "[\"9\",\"a\",\"at\",\"home\",\"now\",\"pm\",\"prize\",\"see\",\"win\",\"you\"]",
        json.get("featureNames").toString());
    assertEquals("text", json.get("rows").asText());
  }

  @Test
  void columnsAreMatchedByName() throws IOException {
    assertEquals(
        List.of(
            "row,label,log_p(setosa),log_p(virginica)",
            "0,setosa,-7.334536028522355E-6,-11.822920070097597",
            "1,virginica,-15.797060035892342,-1.3785547723559075E-7"),
        predict("columns-1.model", "wid,len\n3.0,5.0\n2.5,6.0\n"));
    JsonNode json = CommandRun.json("inspect", model("columns-1.model"), "--json");
    assertEquals("[\"len\",\"wid\"]", json.get("featureNames").toString());
    assertEquals("kind", json.get("label").asText());
    assertEquals("{\"shrinkage\":\"oas\"}", json.get("options").toString());
    assertEquals("[0.6972728620127464]", json.get("shrinkageIntensities").toString());
  }

  @Test
  void categoriesAndWhatIsDoneWithOthersAreKept() throws IOException {
    assertEquals(
        List.of(
            "row,label,log_p(no),log_p(yes)",
            "0,no,-0.12516314295400607,-2.1400661634962703",
            "1,yes,-1.0986122886681096,-0.40546510810816444"),
        predict("categories-1.model", "size,odor\n1,a\nunknown,b\n"));
    JsonNode json = CommandRun.json("inspect", model("categories-1.model"), "--json");
    assertEquals("[[\"a\",\"b\",\"c\"],[\"1\",\"2\",\"10\"]]", json.get("categories").toString());
    assertEquals("{\"missing\":\"?\",\"unseen\":\"ignore\"}", json.get("options").toString());
  }

  @Test
  void sparseFeaturesHaveNoNames() throws IOException {
    assertEquals(
        List.of(
            "row,label,log_p(-1),log_p(1)",
            "0,1,-2.4016026833672397,-0.0949401935969203",
            "1,-1,-0.0542822360828254,-2.9405765972027162"),
        predict("sparse-1.model", "1 0:1 3:2\n-1 1:1\n"));
    JsonNode json = CommandRun.json("inspect", model("sparse-1.model"), "--json");
    assertEquals("[]", json.get("featureNames").toString());
    assertEquals("sparse", json.get("rows").asText());
  }
}
