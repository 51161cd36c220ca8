package org.lanewise.examples.routing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.function.BinaryOperator;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.inference.RelativeMahalanobis;
import org.lanewise.io.ModelFile;
import org.lanewise.langchain4j.LanewiseTextClassifier;
import org.lanewise.model.GrowingModel;
import org.lanewise.model.Recipe;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.serving.ModelHandle;
import org.lanewise.serving.ServingOptions;
import org.lanewise.transform.Transform;

/// Routes messages over HTTP, and learns new classes while it serves. `POST /route` with a message
/// returns its class or `none`. `POST /classes/refund` with a text of the class on each line adds
/// this class.
///
/// A new class serves at once, with the test for unknown texts of the model before. A background
/// thread then computes this test again, which needs the embeddings of all texts.
public final class RoutingService implements AutoCloseable {

  private static final Recipe<TransformedClassifier> RECIPE =
      TransformedClassifier.recipe(
          Transform.unitLength(),
          LinearDiscriminant.recipe(
              DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.ledoitWolf())));

  private final EmbeddingModel embeddings;
  private final ModelHandle<double[], NumericColumns> handle;
  private final LanewiseTextClassifier router;
  private final HttpServer server;
  private final List<float[]> rows = new ArrayList<>();
  private final List<String> labels = new ArrayList<>();
  private GrowingModel<TransformedClassifier> growing;

  /// Fits the first classes, and serves them on a port; 0 for any that is free.
  public RoutingService(EmbeddingModel embeddings, Map<String, List<String>> textsByClass, int port)
      throws IOException {
    this.embeddings = embeddings;
    textsByClass.forEach((label, texts) -> remember(label, embed(texts)));
    growing = GrowingModel.of(RECIPE, columns(rows), Labels.of(labels));
    handle =
        ModelHandle.of(
            TransformedClassifier.class,
            new ModelFile(growing.model()).withReference(reference()),
            ServingOptions.DEFAULT.withClassesThatMayGrow());
    router = LanewiseTextClassifier.of(embeddings, handle).withUnknown(0.05);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext(
        "/route",
        exchange ->
            reply(
                exchange, (_, text) -> router.classify(text).stream().findFirst().orElse("none")));
    server.createContext("/classes/", exchange -> reply(exchange, this::learn));
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
  }

  public int port() {
    return server.getAddress().getPort();
  }

  private String learn(String path, String body) {
    String label = path.substring("/classes/".length());
    List<String> texts = body.lines().filter(line -> !line.isBlank()).toList();
    if (label.isBlank() || texts.isEmpty()) {
      throw new IllegalArgumentException("a class and its texts, one a line, are expected");
    }
    List<float[]> found = embed(texts);
    synchronized (this) {
      growing = growing.with(label, columns(found));
      remember(label, found);
      serve(handle.current().file().reference().orElseThrow());
      Thread.startVirtualThread(this::renewTest);
      return growing.model().classCount() + " classes";
    }
  }

  private synchronized void renewTest() {
    serve(reference());
  }

  private void serve(RelativeMahalanobis.Reference reference) {
    try {
      handle.replace(new ModelFile(growing.model()).withReference(reference), "what was learned");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private RelativeMahalanobis.Reference reference() {
    return RelativeMahalanobis.of(growing.recipe(), columns(rows), Labels.of(labels)).reference();
  }

  private List<float[]> embed(List<String> texts) {
    List<TextSegment> segments = texts.stream().map(TextSegment::from).toList();
    return embeddings.embedAll(segments).content().stream().map(found -> found.vector()).toList();
  }

  private void remember(String label, List<float[]> found) {
    rows.addAll(found);
    labels.addAll(Collections.nCopies(found.size(), label));
  }

  private static NumericColumns columns(List<float[]> rows) {
    return NumericColumns.fromRows(rows.toArray(float[][]::new));
  }

  private static void reply(HttpExchange exchange, BinaryOperator<String> answer)
      throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      try {
        send(exchange, 200, answer.apply(exchange.getRequestURI().getPath(), body));
      } catch (IllegalArgumentException e) {
        send(exchange, 400, e.getMessage());
      }
    }
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = (text + "\n").getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
