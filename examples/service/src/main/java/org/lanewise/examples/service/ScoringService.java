package org.lanewise.examples.service;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.serving.ModelHandle;
import org.lanewise.serving.ModelWatch;

/// Serves a model over HTTP, and a new one when its file changes.
///
/// What an application calls at its start is [ModelHandle#open], which loads, checks and warms up,
/// before it says that it is ready; and [ModelHandle#watch] if the file may change.
public final class ScoringService implements AutoCloseable {

  private static final int MAX_BYTES = 16 << 20;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ModelHandle<double[], NumericColumns> handle;
  private final ModelWatch watch;
  private final Scoring scoring;
  private final Duration drain;
  private final int stopSeconds;
  private volatile boolean isStopping;

  /// Starts to serve.
  ///
  /// @param model a model file, or a folder of them
  /// @param port 0 for any that is free
  /// @param look the time between two looks at the file
  /// @param drain how long it still answers when it is no longer ready: until whoever sends requests
  ///   has asked for that and sends none
  /// @param stopSeconds the longest time for requests to end then
  /// @throws IOException if the model is refused, or the port is taken
  public ScoringService(Path model, int port, Duration look, Duration drain, int stopSeconds)
      throws IOException {
    this.drain = drain;
    this.stopSeconds = stopSeconds;
    handle = ModelHandle.open(GaussianClassifier.class, model);
    scoring = new Scoring(handle);
    server = HttpServer.create(new InetSocketAddress(port), 0);
    server.createContext("/score", exchange -> reply(exchange, this::score));
    server.createContext("/health/live", exchange -> reply(exchange, _ -> text(200, "live")));
    server.createContext("/health/ready", exchange -> reply(exchange, _ -> ready()));
    server.createContext("/metrics", exchange -> reply(exchange, _ -> text(200, metrics())));
    server.setExecutor(threads);
    watch = handle.watch(model, look);
    server.start();
  }

  /// The port that it listens on.
  public int port() {
    return server.getAddress().getPort();
  }

  private record Reply(int status, String type, byte[] body) {}

  private interface Handler {
    Reply reply(HttpExchange exchange) throws IOException;
  }

  /// Both streams are asked for and closed: the server keeps only such connections for the next
  /// request, and closes others behind the client's back.
  private static void reply(HttpExchange exchange, Handler handler) throws IOException {
    try (exchange;
        InputStream _ = exchange.getRequestBody();
        OutputStream body = exchange.getResponseBody()) {
      Reply reply = handler.reply(exchange);
      exchange.getResponseHeaders().set("Content-Type", reply.type);
      exchange.sendResponseHeaders(reply.status, reply.body.length);
      body.write(reply.body);
    }
  }

  private static Reply text(int status, String text) {
    return new Reply(
        status, "text/plain; charset=utf-8", (text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static Reply json(int status, byte[] body) {
    return new Reply(status, "application/json", body);
  }

  private Reply score(HttpExchange exchange) throws IOException {
    if (!exchange.getRequestMethod().equals("POST")) {
      return json(405, Scoring.error("POST is expected"));
    }
    byte[] body = exchange.getRequestBody().readNBytes(MAX_BYTES + 1);
    if (body.length > MAX_BYTES) {
      return json(413, Scoring.error("at most %d bytes are expected".formatted(MAX_BYTES)));
    }
    try {
      return json(200, scoring.answer(new ByteArrayInputStream(body)));
    } catch (Scoring.BadRequestException e) {
      return json(400, Scoring.error(e.getMessage()));
    }
  }

  private Reply ready() {
    return isStopping ? text(503, "stopping") : text(200, "serves " + handle.current().source());
  }

  private String metrics() {
    return "lanewise_model_version %d%nlanewise_model_swaps %d%nlanewise_model_refusals %d"
        .formatted(handle.version(), handle.swaps(), handle.refusals());
  }

  /// Is no longer ready, answers until requests come no more, lets the last ones end, and stops.
  @Override
  public synchronized void close() {
    if (isStopping) {
      return;
    }
    isStopping = true;
    LockSupport.parkNanos(drain.toNanos());
    server.stop(stopSeconds);
    threads.close();
    // Last: a model that is just being warmed up is waited for.
    watch.close();
  }

  /// Serves until it is told to stop.
  ///
  /// @param arguments a model file or a folder, and a port
  /// @throws IOException if it cannot start
  public static void main(String... arguments) throws IOException {
    if (arguments.length != 2 || !arguments[1].matches("[0-9]{1,5}")) {
      System.err.println("ScoringService MODEL PORT is expected");
      System.exit(2);
    }
    ScoringService service =
        new ScoringService(
            Path.of(arguments[0]),
            Integer.parseInt(arguments[1]),
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            10);
    Runtime.getRuntime().addShutdownHook(new Thread(service::close, "stop"));
    System.out.println("listens on port " + service.port());
  }
}
