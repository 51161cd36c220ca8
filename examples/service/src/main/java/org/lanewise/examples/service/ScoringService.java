package org.lanewise.examples.service;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.serving.DriftMeter;
import org.lanewise.serving.ModelHandle;
import org.lanewise.serving.ServedModel;

/// Serves a model over HTTP, and a new one when its file changes.
///
/// An application calls [ModelHandle#open] at its start, which loads and checks a model, before it
/// says that it is ready; and [ModelHandle#watch] if the file may change.
public final class ScoringService implements AutoCloseable {

  private static final int MAX_BYTES = 16 << 20;
  private static final int WAIT_SECONDS = 5;

  /// How long answers are held before the port is closed, and after.
  private static final Duration HELD = Duration.ofMillis(200);

  // The JDK's server waits for slow clients for ever unless these say how many seconds. It reads
  // them
  // once.
  static {
    limit("sun.net.httpserver.maxReqTime", "30");
    limit("sun.net.httpserver.maxRspTime", "60");
  }

  private static void limit(String property, String seconds) {
    System.setProperty(property, System.getProperty(property, seconds));
  }

  /// The bytes of bodies that are held at once, however many clients send some: an eighth of the
  /// heap, as a body takes twice its bytes while it is read, and its answers half as much.
  private final Semaphore bytes =
      new Semaphore(
          Math.clamp(Runtime.getRuntime().maxMemory() / 8, MAX_BYTES, Integer.MAX_VALUE), true);

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ModelHandle<double[], NumericColumns> handle;
  private final Scoring scoring;
  private final Duration drain;
  private final int stopSeconds;
  private volatile boolean isStopping;

  /// Whether answers wait for the port to be closed. A client that waits for one opens no
  /// connection, and closing a port resets those that were opened and not yet read from.
  private volatile boolean isClosing;

  private final CountDownLatch closed = new CountDownLatch(1);

  /// Starts to serve.
  ///
  /// @param model a model file, or a folder of them
  /// @param address where to listen; port 0 for any that is free
  /// @param look the time between two looks at the file
  /// @param drain how long it still answers when it is no longer ready: until the senders of
  ///   requests have noticed and send none
  /// @param stopSeconds the longest time for requests to end then
  /// @throws IOException if the model is refused, or the port is taken
  public ScoringService(
      Path model, InetSocketAddress address, Duration look, Duration drain, int stopSeconds)
      throws IOException {
    this.drain = drain;
    this.stopSeconds = stopSeconds;
    handle = ModelHandle.open(GaussianClassifier.class, model);
    scoring = new Scoring(handle);
    server = listen(address);
    server.createContext("/score", exchange -> reply(exchange, this::score));
    server.createContext("/health/live", exchange -> reply(exchange, _ -> text(200, "live")));
    server.createContext("/health/ready", exchange -> reply(exchange, _ -> ready()));
    server.createContext("/drift", exchange -> reply(exchange, _ -> text(200, drift())));
    server.createContext("/metrics", exchange -> reply(exchange, _ -> text(200, metrics())));
    server.setExecutor(threads);
    handle.watch(model, look);
    server.start();
  }

  private static HttpServer listen(InetSocketAddress address) throws IOException {
    try {
      return HttpServer.create(address, 0);
    } catch (SocketException e) {
      throw new IOException(
          "port %d of %s cannot be listened on (%s); another port is expected, or 0 for any"
              .formatted(address.getPort(), address.getHostString(), e.getMessage()),
          e);
    }
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
  /// request, and closes others behind the client's back. What was not read of a request is read,
  /// or the client would be cut off while it sends, and not see the answer.
  private void reply(HttpExchange exchange, Handler handler) throws IOException {
    try (exchange;
        InputStream request = exchange.getRequestBody();
        OutputStream body = exchange.getResponseBody()) {
      Reply reply = handler.reply(exchange);
      request.transferTo(OutputStream.nullOutputStream());
      exchange.getResponseHeaders().set("Content-Type", reply.type);
      if (isStopping) {
        // Or the client would send its next request to a server that is gone.
        exchange.getResponseHeaders().set("Connection", "close");
        awaitClosing();
      }
      exchange.sendResponseHeaders(reply.status, reply.body.length);
      body.write(reply.body);
    }
  }

  private void awaitClosing() throws IOException {
    try {
      if (isClosing) {
        closed.await();
      }
    } catch (InterruptedException e) {
      throw new InterruptedIOException(e.getMessage());
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
    String length = exchange.getRequestHeaders().getFirst("Content-Length");
    // The server has refused what is no number.
    long claimed = length == null ? MAX_BYTES : Long.parseLong(length);
    if (claimed > MAX_BYTES) {
      return tooLarge();
    }
    try {
      if (!bytes.tryAcquire((int) claimed, WAIT_SECONDS, TimeUnit.SECONDS)) {
        return json(503, Scoring.error("too many requests at once; try again"));
      }
    } catch (InterruptedException e) {
      throw new InterruptedIOException(e.getMessage());
    }
    try {
      byte[] body = exchange.getRequestBody().readNBytes(MAX_BYTES + 1);
      return body.length > MAX_BYTES ? tooLarge() : json(200, scoring.answer(body));
    } catch (Scoring.BadRequestException e) {
      return json(400, Scoring.error(e.getMessage()));
    } finally {
      bytes.release((int) claimed);
    }
  }

  private static Reply tooLarge() throws IOException {
    return json(413, Scoring.error("at most %d bytes are expected".formatted(MAX_BYTES)));
  }

  private Reply ready() {
    return isStopping ? text(503, "stopping") : text(200, "serves " + handle.current().source());
  }

  /// Measures whether rows drift from rows that were held out of the fits of models.
  ///
  /// @throws IllegalArgumentException if they are not rows of the model, or fewer than 64
  public void measureDrift(NumericColumns heldOut) {
    handle.measureDrift(heldOut, 0.01, 1);
  }

  private String drift() {
    ServedModel<double[], NumericColumns> served = handle.current();
    return served.drift().map(meter -> drift(served, meter)).orElse("drift is not measured");
  }

  private static String drift(ServedModel<?, ?> served, DriftMeter meter) {
    synchronized (meter) {
      StringJoiner text = new StringJoiner("\n");
      text.add(
          String.format(
              Locale.ROOT,
              "version %d, %d rows: evidence %.4g, an alarm needs 100",
              served.version(),
              meter.rows(),
              meter.evidence()));
      double[] evidences = meter.evidences();
      double[] shifts = meter.shifts();
      for (int i = 0; i < evidences.length; i++) {
        String name = i == 0 ? "log density" : served.model().features().name(i - 1);
        text.add(
            String.format(
                Locale.ROOT, "%s: evidence %.4g, shift %+.2f sd", name, evidences[i], shifts[i]));
      }
      return text.toString();
    }
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
    isClosing = true;
    LockSupport.parkNanos(HELD.toNanos());
    // It closes the port first, and then waits for the requests that are held.
    Thread stop = Thread.ofVirtual().start(() -> server.stop(stopSeconds));
    LockSupport.parkNanos(HELD.toNanos());
    closed.countDown();
    awaitEnd(stop);
    threads.close();
    // Last: a model that is just being loaded is waited for.
    handle.close();
  }

  private static void awaitEnd(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Serves until it is stopped.
  ///
  /// @param arguments a model file or a folder, a port, perhaps an address to listen on: by default
  ///   that of the loopback interface, 0.0.0.0 for all; and perhaps a file of held-out rows, to
  ///   measure drift: numbers divided by commas, without names
  public static void main(String... arguments) {
    if (arguments.length < 2
        || arguments.length > 4
        || !arguments[1].matches("[0-9]{1,5}")
        || Integer.parseInt(arguments[1]) > 0xffff) {
      exit("ScoringService MODEL PORT [ADDRESS [HELDOUT]] is expected, with a port of 0 to 65535");
    }
    ScoringService service;
    try {
      service =
          new ScoringService(
              Path.of(arguments[0]),
              new InetSocketAddress(
                  InetAddress.getByName(arguments.length > 2 ? arguments[2] : null),
                  Integer.parseInt(arguments[1])),
              Duration.ofSeconds(1),
              Duration.ofSeconds(5),
              10);
      if (arguments.length == 4) {
        service.measureDrift(rows(Path.of(arguments[3])));
      }
    } catch (IOException | IllegalArgumentException e) {
      exit(e.getMessage());
      return;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(service::close, "stop"));
    System.out.println("listens on port " + service.port());
  }

  private static NumericColumns rows(Path file) throws IOException {
    return NumericColumns.fromRows(
        Files.readAllLines(file).stream()
            .map(line -> Stream.of(line.split(",")).mapToDouble(Double::parseDouble).toArray())
            .toArray(double[][]::new));
  }

  private static void exit(String message) {
    System.err.println(message);
    System.exit(2);
  }
}
