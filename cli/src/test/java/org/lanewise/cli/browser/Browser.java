package org.lanewise.cli.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Chromium without a window, led by its DevTools protocol.
public final class Browser implements AutoCloseable {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Pattern PORT =
      Pattern.compile("DevTools listening on ws://127.0.0.1:(\\d+)/");
  private static final long MAX_SECONDS = 20;

  private final Process process;
  private final Path profile;
  private final HttpClient client;
  private final WebSocket socket;
  private final BlockingQueue<JsonNode> received = new LinkedBlockingQueue<>();

  /// Events since [#takeEvents()].
  private final List<JsonNode> events = new ArrayList<>();

  private int sent;

  private Browser(Process process, Path profile, int port) throws Exception {
    this.process = process;
    this.profile = profile;
    client = HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).build();
    HttpRequest list =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/json/list".formatted(port)))
            .timeout(Duration.ofSeconds(MAX_SECONDS))
            .build();
    JsonNode targets =
        MAPPER.readTree(client.send(list, HttpResponse.BodyHandlers.ofString()).body());
    String address = null;
    for (JsonNode target : targets) {
      if (target.get("type").asText().equals("page")) {
        address = target.get("webSocketDebuggerUrl").asText();
      }
    }
    socket =
        client
            .newWebSocketBuilder()
            .buildAsync(URI.create(address), new Messages())
            .get(MAX_SECONDS, TimeUnit.SECONDS);
  }

  /// Puts messages together and hands them on.
  private final class Messages implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        try {
          received.add(MAPPER.readTree(text.toString()));
        } catch (IOException e) {
          throw new IllegalStateException(e);
        }
        text.setLength(0);
      }
      from.request(1);
      return null;
    }
  }

  /// A browser; none where it is not installed.
  public static Optional<Browser> start() throws Exception {
    Optional<String> program =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
            .flatMap(folder ->
                Stream.of("chromium", "chromium-browser", "google-chrome")
                    .map(name -> Path.of(folder, name)))
            .filter(Files::isExecutable)
            .map(Path::toString)
            .findFirst();
    if (program.isEmpty()) {
      return Optional.empty();
    }
    Path profile = Files.createTempDirectory("lanewise-browser");
    Process process =
        new ProcessBuilder(
                program.get(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + profile,
                "--remote-debugging-port=0",
                "about:blank")
            .redirectErrorStream(true)
            .start();
    BufferedReader said = process.inputReader();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      Matcher matcher = PORT.matcher(line);
      if (matcher.find()) {
        // What it says later has to go somewhere.
        Thread.ofVirtual().start(() -> drain(said));
        Browser browser = new Browser(process, profile, Integer.parseInt(matcher.group(1)));
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
          browser.call(domain + ".enable", MAPPER.createObjectNode());
        }
        return Optional.of(browser);
      }
    }
    throw new IllegalStateException("the browser ended with " + process.waitFor());
  }

  private static void drain(BufferedReader said) {
    try {
      said.transferTo(Writer.nullWriter());
    } catch (IOException e) {
      // The browser was ended.
      return;
    }
  }

  /// Calls a method of the protocol.
  public JsonNode call(String method, ObjectNode parameters) throws Exception {
    int id = ++sent;
    ObjectNode message = MAPPER.createObjectNode().put("id", id).put("method", method);
    message.set("params", parameters);
    socket.sendText(message.toString(), true).get(MAX_SECONDS, TimeUnit.SECONDS);
    while (true) {
      JsonNode answer = next(method);
      if (answer.path("id").asInt() == id) {
        if (answer.has("error")) {
          throw new IllegalStateException(method + ": " + answer.get("error"));
        }
        return answer.get("result");
      }
    }
  }

  /// The next message; an event is kept.
  private JsonNode next(String waitedFor) throws InterruptedException {
    JsonNode message = received.poll(MAX_SECONDS, TimeUnit.SECONDS);
    if (message == null) {
      throw new IllegalStateException("the browser does not answer: " + waitedFor);
    }
    if (message.has("method")) {
      events.add(message);
    }
    return message;
  }

  /// Opens a file and waits until it is loaded.
  public void open(Path file) throws Exception {
    call("Page.navigate", MAPPER.createObjectNode().put("url", file.toUri().toString()));
    while (events.stream()
        .noneMatch(event -> event.get("method").asText().equals("Page.loadEventFired"))) {
      next("Page.loadEventFired");
    }
  }

  /// Shows what is open in a window of this width, in a colour scheme, on a screen or on paper.
  public void show(int width, String scheme, String media) throws Exception {
    call(
        "Emulation.setDeviceMetricsOverride",
        MAPPER
            .createObjectNode()
            .put("width", width)
            .put("height", 900)
            .put("deviceScaleFactor", 1)
            .put("mobile", false));
    ObjectNode features = MAPPER.createObjectNode().put("media", media);
    features
        .putArray("features")
        .addObject()
        .put("name", "prefers-color-scheme")
        .put("value", scheme);
    call("Emulation.setEmulatedMedia", features);
  }

  /// The value of an expression of JavaScript, which the browser computes: the page has no script.
  public JsonNode evaluate(String expression) throws Exception {
    JsonNode result =
        call(
            "Runtime.evaluate",
            MAPPER.createObjectNode().put("expression", expression).put("returnByValue", true));
    if (result.has("exceptionDetails")) {
      throw new IllegalStateException(result.toString());
    }
    return result.get("result").get("value");
  }

  /// What happened since the last call.
  public List<JsonNode> takeEvents() {
    List<JsonNode> taken = List.copyOf(events);
    events.clear();
    return taken;
  }

  @Override
  public void close() throws IOException {
    socket.abort();
    client.shutdownNow();
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try (Stream<Path> files = Files.walk(profile)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      // A process of the browser may still write there: the system clears its temporary folder.
      profile.toFile().deleteOnExit();
    }
  }
}
