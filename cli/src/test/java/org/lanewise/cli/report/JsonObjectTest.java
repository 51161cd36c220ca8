package org.lanewise.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class JsonObjectTest {

  private static JsonNode parsed(JsonObject object) throws JsonProcessingException {
    return new ObjectMapper().readTree(object.toString());
  }

  @Test
  void textsSurviveWhateverTheyHold() throws JsonProcessingException {
    String text = "a\"b\\c\n\t\u0000\u001f\u007fé日本\uD83D\uDE00</script>";
    JsonNode node = parsed(new JsonObject().put(text, text).put("list", List.of(text, "")));
    assertEquals(text, node.get(text).asText());
    assertEquals(text, node.get("list").get(0).asText());
    assertEquals(2, node.get("list").size());
  }

  @Test
  void whatTurnsTheDirectionOfWritingIsEscaped() throws JsonProcessingException {
    String turns = "\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069";
    JsonObject object = new JsonObject().put("user" + turns + "gnp.exe", List.of("\u05D0" + turns));
    assertEquals(
        "{\"user\\u061c\\u200e\\u200f\\u202a\\u202b\\u202c\\u202d\\u202e\\u2066\\u2067\\u2068\\u2069gnp.exe\":"
            + "[\"\u05D0\\u061c\\u200e\\u200f\\u202a\\u202b\\u202c\\u202d\\u202e\\u2066\\u2067\\u2068\\u2069\"]}",
        object.toString());
    assertEquals("\u05D0" + turns, parsed(object).get("user" + turns + "gnp.exe").get(0).asText());
    assertEquals(
        "{\"\uD83D\uDE00\":\"\\ud83d\"}",
        new JsonObject().put("\uD83D\uDE00", "\uD83D").toString());
  }

  @Test
  void doublesAreReadBackAsTheSame() throws JsonProcessingException {
    double[] values = {0.1, -0.0, 1e-300, Double.MIN_VALUE, Double.MAX_VALUE, 1.0 / 3};
    JsonNode node = parsed(new JsonObject().put("values", values));
    for (int i = 0; i < values.length; i++) {
      assertEquals(values[i], node.get("values").get(i).asDouble());
    }
  }

  @Test
  void numbersThatJsonDoesNotHaveAreTexts() {
    assertEquals(
        "{\"a\":\"Infinity\",\"b\":\"-Infinity\",\"c\":\"NaN\",\"d\":[\"Infinity\",1.0]}",
        new JsonObject()
            .put("a", Double.POSITIVE_INFINITY)
            .put("b", Double.NEGATIVE_INFINITY)
            .put("c", Double.NaN)
            .put("d", new double[] {Double.POSITIVE_INFINITY, 1})
            .toString());
  }

  @Test
  void numbersThatThereAreNotAreNull() {
    assertEquals(
        "{\"a\":null,\"b\":0.5,\"c\":{\"d\":\"x\"},\"e\":[[\"y\"],[]]}",
        new JsonObject()
            .put("a", OptionalDouble.empty())
            .put("b", OptionalDouble.of(0.5))
            .put("c", new JsonObject().put("d", "x"))
            .put("e", List.of(List.of("y"), List.of()))
            .toString());
  }

  @Test
  void emptyThingsAreEmpty() {
    assertEquals("{}", new JsonObject().toString());
    assertEquals(
        "{\"a\":[],\"b\":[[1,2],[]]}",
        new JsonObject().put("a", List.of()).put("b", new long[][] {{1, 2}, {}}).toString());
  }
}
