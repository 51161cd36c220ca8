package org.lanewise.examples.service;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.io.ModelFile;
import org.lanewise.model.gaussian.LinearDiscriminant;

class ScoringServiceTest {

  static {
    // Seconds: before the server reads it.
    System.setProperty("sun.net.httpserver.maxReqTime", "5");
  }

  private static final double[][] ROWS = {{5.1, 3.5}, {4.9, 3.0}, {6.2, 2.8}, {5.8, 3.2}};
  private static final String REQUEST =
      "{\"rows\": [[5.0, 3.3], {\"width\": 2.9, \"length\": 6.1}]}";

  private static final Duration DRAIN = Duration.ofMillis(10);

  private static final JsonMapper JSON = new JsonMapper();

  @TempDir Path folder;

  private final HttpClient client = HttpClient.newHttpClient();
  private Path file;
  private ScoringService service;

  private static LinearDiscriminant model(String... labels) {
    return LinearDiscriminant.fit(
        NumericColumns.fromRows(ROWS).withFeatures("length", "width"), Labels.of(labels));
  }

  /// On the loopback interface only.
  private static ScoringService service(
      Path model, int port, Duration look, Duration drain, int stopSeconds) throws IOException {
    return new ScoringService(
        model,
        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
        look,
        drain,
        stopSeconds);
  }

  @BeforeEach
  void start() throws IOException {
    file = folder.resolve("flowers.model");
    ModelFile.write(model("a", "a", "b", "b"), file);
    service = service(file, 0, Duration.ofMillis(5), DRAIN, 5);
  }

  @AfterEach
  void stop() {
    client.close();
    service.close();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(
        URI.create("http://localhost:%d%s".formatted(service.port(), path)));
  }

  private HttpResponse<String> get(String path) throws Exception {
    return client.send(request(path).build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> score(String body) throws Exception {
    return client.send(
        request("/score").POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
  }

  @Test
  void aPageHasTheEvidenceForDriftOfTheRowsThatWereScored() throws Exception {
    assertEquals("drift is not measured\n", get("/drift").body());
    double[][] heldOut = new double[80][];
    Arrays.setAll(heldOut, i -> new double[] {5 + 0.01 * (i % 9), 3 + 0.01 * (i % 7)});
    service.measureDrift(NumericColumns.fromRows(heldOut));
    score(REQUEST);
    String page = get("/drift").body();
    assertTrue(page.startsWith("version 1, 2 rows: evidence 0.5000, an alarm needs 100\n"), page);
    assertTrue(page.contains("\nwidth: evidence 0.2500, shift "), page);
  }

  @Test
  void scoresRowsByPlaceAndByName() throws Exception {
    HttpResponse<String> response = score(REQUEST);
    assertEquals(200, response.statusCode(), response.body());
    JsonNode answer = JSON.readTree(response.body());
    LinearDiscriminant model = model("a", "a", "b", "b");
    assertEquals("a", answer.at("/answers/0/label").textValue());
    assertEquals("b", answer.at("/answers/1/label").textValue());
    double[] row = {6.1, 2.9};
    assertEquals(model.posterior(row)[1], answer.at("/answers/1/posterior").doubleValue());
    assertEquals(model.scorer().logDensity(row), answer.at("/answers/1/logDensity").doubleValue());
    assertEquals(1, answer.at("/version").intValue());
  }

  private void assertRefused(String body, String message) throws Exception {
    HttpResponse<String> response = score(body);
    assertEquals(400, response.statusCode());
    String said = JSON.readTree(response.body()).path("error").textValue();
    assertTrue(said.startsWith(message), said);
  }

  @Test
  void saysWhatIsWrongWithARequest() throws Exception {
    assertRefused("{", "the body is no JSON: ");
    assertRefused("", "the body has no 'rows'; an array of rows is expected there");
    assertRefused("{\"rows\": 3}", "the body has no 'rows'; an array of rows is expected there");
    assertRefused("{\"rows\": [[1, 2], [1]]}", "row 1 has 1 values; 2 are expected");
    assertRefused("{\"rows\": [7]}", "row 0 has 0 values; 2 are expected");
    assertRefused(
        "{\"rows\": [[1, \"2\"]]}", "row 0 has \"2\" for feature 'width'; a number is expected");
    assertRefused(
        "{\"rows\": [{\"length\": 1, \"with\": 2}]}",
        "row 0 has nothing for feature 'width'; a number is expected");
    assertRefused(
        "{\"rows\": [[1, 1e999]]}", "row 0: feature 1 of the row is Infinity; a finite number is");
    assertEquals(405, get("/score").statusCode());
  }

  @Test
  void isReadyAndCounts() throws Exception {
    assertEquals(200, get("/health/live").statusCode());
    assertEquals("serves '%s'%n".formatted(file), get("/health/ready").body());
    assertTrue(get("/metrics").body().contains("lanewise_model_version 1"));
    assertEquals(404, get("/").statusCode());
  }

  @Test
  void servesANewModelWhenItsFileChangesAndTheOldOneWhileItIsBad() throws Exception {
    ModelFile.write(model("a", "b", "a", "b"), file);
    while (!get("/metrics").body().contains("version 2")) {
      Thread.onSpinWait();
    }
    assertEquals(2, JSON.readTree(score(REQUEST).body()).path("version").intValue());
    Files.writeString(file, "no model");
    while (get("/metrics").body().contains("refusals 0")) {
      Thread.onSpinWait();
    }
    assertEquals(2, JSON.readTree(score(REQUEST).body()).path("version").intValue());
  }

  @Test
  void aDensityThatIsNoNumberIsNull() throws Exception {
    JsonNode answer = JSON.readTree(score("{\"rows\": [[1e160, 3]]}").body()).at("/answers/0");
    assertTrue(answer.path("logDensity").isNull(), answer.toString());
    assertEquals(1, answer.path("posterior").doubleValue());
  }

  @Test
  void isNotReadyWhileItStopsAndAnswersMeanwhile() throws Exception {
    service.close();
    // Longer than a busy machine may keep the test waiting; it ends with the last request.
    service = service(file, 0, Duration.ofMillis(5), Duration.ofMinutes(1), 5);
    Thread stopping = Thread.ofVirtual().start(service::close);
    int status = 200;
    while (status == 200) {
      status = get("/health/ready").statusCode();
    }
    assertEquals(503, status);
    assertEquals(200, score(REQUEST).statusCode());
    LockSupport.unpark(stopping);
    stopping.join();
    assertThrows(ConnectException.class, () -> get("/health/live"));
  }

  @Test
  void doesNotStartWithoutAGoodModel() throws Exception {
    Path bad = folder.resolve("bad.model");
    Files.writeString(bad, "no model");
    String said =
        assertThrows(
                IOException.class, () -> service(bad, 0, Duration.ofSeconds(1), DRAIN, 1).close())
            .getMessage();
    assertTrue(said.contains("it is no file of Lanewise"), said);
  }

  /// A client that keeps its connection as long as the server does.
  private final class KeepAlive implements AutoCloseable {

    private Socket socket;
    private boolean told;

    /// Sends a request.
    ///
    /// @return the status line, or "refused" where there is no connection to be had
    String send() throws IOException {
      if (socket == null) {
        try {
          socket = new Socket(InetAddress.getLoopbackAddress(), service.port());
        } catch (ConnectException e) {
          return "refused";
        }
      }
      String head = "POST /score HTTP/1.1\r\nHost: x\r\nContent-Length: " + REQUEST.length();
      socket.getOutputStream().write((head + "\r\n\r\n" + REQUEST).getBytes(US_ASCII));
      String status = line();
      int length = 0;
      told = false;
      for (String line = line(); !line.isEmpty(); line = line()) {
        told |= line.equalsIgnoreCase("Connection: close");
        if (line.toLowerCase(Locale.ROOT).startsWith("content-length: ")) {
          length = Integer.parseInt(line.substring(16));
        }
      }
      socket.getInputStream().readNBytes(length);
      if (told) {
        close();
      }
      return status;
    }

    private String line() throws IOException {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      for (int b = socket.getInputStream().read(); b != '\n'; b = socket.getInputStream().read()) {
        if (b < 0) {
          throw new EOFException("the connection was closed instead of an answer");
        }
        line.write(b);
      }
      return line.toString(US_ASCII).strip();
    }

    @Override
    public void close() throws IOException {
      if (socket != null) {
        socket.close();
        socket = null;
      }
    }
  }

  @Test
  void noKeptConnectionLosesARequestWhenItStops() throws Exception {
    service.close();
    service = service(file, 0, Duration.ofMillis(5), Duration.ofMinutes(1), 5);
    List<KeepAlive> clients = Stream.generate(KeepAlive::new).limit(30).toList();
    for (KeepAlive client : clients) {
      assertEquals("HTTP/1.1 200 OK", client.send());
      assertFalse(client.told);
    }
    Thread stopping = Thread.ofVirtual().start(service::close);
    while (get("/health/ready").statusCode() == 200) {
      Thread.onSpinWait();
    }
    for (int round = 0; round < 2; round++) {
      for (KeepAlive client : clients) {
        assertEquals("HTTP/1.1 200 OK", client.send());
        assertTrue(client.told);
      }
    }
    LockSupport.unpark(stopping);
    stopping.join();
    for (KeepAlive client : clients) {
      assertEquals("refused", client.send());
    }
  }

  /// Who asks again and again, each time by a new connection, is answered or refused, not cut off.
  @Test
  void noNewConnectionIsResetWhenThePortIsClosed() throws Exception {
    service.close();
    service = service(file, 0, Duration.ofMillis(5), Duration.ofMillis(100), 5);
    List<Future<String>> last = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 20; i++) {
        last.add(threads.submit(this::sendUntilRefused));
      }
      service.close();
    }
    for (Future<String> status : last) {
      assertEquals("refused", status.get());
    }
  }

  private String sendUntilRefused() throws IOException {
    try (KeepAlive client = new KeepAlive()) {
      String status = client.send();
      while (status.equals("HTTP/1.1 200 OK")) {
        status = client.send();
      }
      return status;
    }
  }

  @Test
  @Tag("sweep") // It waits for the server's patience to end.
  void aSlowSenderIsCutOffAndOthersAreAnsweredThen() throws Exception {
    try (Socket body = new Socket(InetAddress.getLoopbackAddress(), service.port());
        Socket head = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
      String begin = "POST /score HTTP/1.1\r\nHost: x\r\nContent-Length: " + (16 << 20);
      body.getOutputStream().write((begin + "\r\n\r\n{\"rows\": [").getBytes(US_ASCII));
      head.getOutputStream().write("POST /score HT".getBytes(US_ASCII));
      assertEquals(-1, body.getInputStream().read());
      assertEquals(-1, head.getInputStream().read());
    }
    assertEquals(200, score(REQUEST).statusCode());
  }

  @Test
  void largeBodiesWaitForOneAnother() throws Exception {
    String rows = "[0.1234567,0.7654321],".repeat(4_000);
    String body = "{\"padding\": \"" + "x".repeat(8 << 20) + "\", \"rows\": [" + rows + "[1,2]]}";
    List<CompletableFuture<HttpResponse<String>>> sent =
        Stream.generate(() ->
                client.sendAsync(
                    request("/score").POST(BodyPublishers.ofString(body)).build(),
                    BodyHandlers.ofString()))
            .limit(3)
            .toList();
    for (CompletableFuture<HttpResponse<String>> response : sent) {
      assertEquals(200, response.get().statusCode());
      assertEquals(4_001, JSON.readTree(response.get().body()).path("answers").size());
    }
    HttpResponse<String> many = score("{\"rows\": [" + "[1,2],".repeat(100_000) + "[1,2]]}");
    assertEquals(400, many.statusCode());
    assertTrue(many.body().contains("at most 100000 rows are expected"), many.body());
  }

  @Test
  void aBodyThatIsTooLargeIsAnsweredAllTheSame() throws Exception {
    HttpResponse<String> response = score(" ".repeat((16 << 20) + 1));
    assertEquals(413, response.statusCode());
    assertTrue(response.body().contains("at most 16777216 bytes are expected"), response.body());
    HttpRequest chunked =
        request("/score")
            .POST(BodyPublishers.ofByteArrays(List.of(new byte[16 << 20], new byte[1 << 20])))
            .build();
    assertEquals(413, client.send(chunked, BodyHandlers.ofString()).statusCode());
  }

  @Test
  void longValuesAreCutInErrors() throws Exception {
    String five = "v".repeat(5 << 20);
    for (String body :
        List.of(
            "{\"rows\": [[1, \"" + five + "\"]]}",
            "{\"" + five + "\": 1, \"" + five + "\": 2, \"rows\": []}",
            "{\"rows\": [" + five + "]}")) {
      HttpResponse<String> response = score(body);
      assertEquals(400, response.statusCode());
      assertTrue(response.body().length() < 400, () -> response.body().length() + " characters");
    }
    assertRefused(
        "{\"rows\": [[1, \"" + five + "\"]]}",
        "row 0 has \"" + "v".repeat(39) + "… for feature 'width'; a number is expected");
    assertRefused("{\"rows\": []} 1", "the body goes on after its JSON");
  }

  @Test
  void listensOnTheLoopbackInterfaceUnlessToldOtherwise() throws Exception {
    List<InetAddress> others =
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
            .toList();
    for (InetAddress other : others) {
      assertThrows(ConnectException.class, () -> new Socket(other, service.port()).close());
    }
    service.close();
    service =
        new ScoringService(
            file, new InetSocketAddress("0.0.0.0", 0), Duration.ofMillis(5), DRAIN, 5);
    for (InetAddress other : others) {
      if (other instanceof Inet4Address) {
        new Socket(other, service.port()).close();
      }
    }
  }

  @Test
  void aTakenPortIsOneSentence() {
    String said =
        assertThrows(
                IOException.class, () -> service(file, service.port(), DRAIN, DRAIN, 1).close())
            .getMessage();
    assertTrue(said.startsWith("port " + service.port() + " of "), said);
    assertTrue(said.endsWith("; another port is expected, or 0 for any"), said);
  }
}
