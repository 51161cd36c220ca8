package org.lanewise.langchain4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.lanewise.examples.routing.RoutingService;

/// The example, over HTTP, with synthetic embeddings.
class RoutingServiceTest {

  private static final int WIDTH = 16;

  private final Random random = new Random(5);
  private final StoredEmbeddings embeddings = new StoredEmbeddings();
  private final HttpClient client = HttpClient.newHttpClient();

  /// Texts of one topic: those of class i have a large feature i.
  private List<String> texts(int topic, String name, int count) {
    List<float[]> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      float[] row = new float[WIDTH];
      for (int j = 0; j < WIDTH; j++) {
        row[j] = (float) (random.nextGaussian() * 0.1 + (j == topic ? 1 : 0));
      }
      rows.add(row);
    }
    return embeddings.store(name, rows);
  }

  private HttpResponse<String> post(RoutingService service, String path, String body)
      throws Exception {
    URI uri = URI.create("http://localhost:%d%s".formatted(service.port(), path));
    return client.send(
        HttpRequest.newBuilder(uri).POST(HttpRequest.BodyPublishers.ofString(body)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private int routed(RoutingService service, List<String> texts, String expected) throws Exception {
    int count = 0;
    for (String text : texts) {
      count += post(service, "/route", text).body().equals(expected + "\n") ? 1 : 0;
    }
    return count;
  }

  @Test
  void aClassIsRoutedAsSoonAsItIsLearned() throws Exception {
    Map<String, List<String>> train = new TreeMap<>();
    List<String> known = List.of("delivery", "invoice", "password");
    for (int topic = 0; topic < known.size(); topic++) {
      train.put(known.get(topic), texts(topic, "train " + topic, 20));
    }
    List<String> parcels = texts(0, "parcel", 20);
    List<String> refunds = texts(7, "refund", 20);
    List<String> jokes = texts(11, "joke", 20);
    List<String> hours = texts(12, "hour", 20);
    try (RoutingService service = new RoutingService(embeddings, train, 0)) {
      assertTrue(routed(service, parcels, "delivery") >= 15);
      assertEquals(20, routed(service, refunds, "none"));
      HttpResponse<String> learned =
          post(service, "/classes/refund", String.join("\n", texts(7, "train refund", 5)));
      assertEquals("4 classes\n", learned.body());
      assertTrue(routed(service, refunds, "refund") >= 15);
      assertTrue(routed(service, jokes, "none") >= 15);
      learned =
          post(service, "/classes/opening%20hours", String.join("\n", texts(12, "train hour", 5)));
      assertEquals("5 classes\n", learned.body());
      assertTrue(routed(service, hours, "opening hours") >= 15);
      assertTrue(routed(service, refunds, "refund") >= 15);
      assertTrue(routed(service, parcels, "delivery") >= 15);
      assertTrue(routed(service, jokes, "none") >= 15);
    }
  }

  @Test
  void requestsThatMakeNoSenseAreRefusedAndChangeNothing() throws Exception {
    Map<String, List<String>> train =
        Map.of("a", texts(0, "train a", 20), "b", texts(1, "train b", 20));
    String wide = embeddings.store("wide", List.of(new float[WIDTH + 1])).getFirst();
    try (RoutingService service = new RoutingService(embeddings, train, 0)) {
      assertEquals(400, post(service, "/route", " ").statusCode());
      HttpResponse<String> empty = post(service, "/classes/c", "\n");
      assertEquals(400, empty.statusCode());
      assertEquals("a class and its texts, one a line, are expected\n", empty.body());
      HttpResponse<String> refused = post(service, "/classes/c", wide);
      assertEquals(400, refused.statusCode());
      assertTrue(refused.body().contains("17 features"), refused.body());
      List<String> more = texts(2, "train c", 5);
      assertEquals("3 classes\n", post(service, "/classes/c", String.join("\n", more)).body());
    }
  }
}
