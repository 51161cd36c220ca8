package org.lanewise.serving;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import org.lanewise.model.Classifier;

/// Warms up one model of each shape, one after the other, in a thread that ends with the last.
///
/// Models of one kind and shape run the same code and kernels. To warm up a second one would only
/// take processor time from callers.
final class WarmUps {

  private static final System.Logger LOGGER = System.getLogger("org.lanewise");
  private static final int MAX_SHAPES = 1024;

  private record Shape(
      Class<?> model, Class<?> bare, int featureCount, int classCount, long freeParameters) {}

  /// Whether the models of a shape are warm.
  static final class Warmth {
    /// One of them. A model that serves no more is not warmed up.
    private WeakReference<ServedModel<?, ?>> model;

    private boolean waits;
    private volatile boolean warm;

    private Warmth() {}

    boolean isWarm() {
      return warm;
    }
  }

  private final Duration atMost;
  private final Map<Shape, Warmth> shapes = new LinkedHashMap<>();
  private final Queue<Warmth> waiting = new ArrayDeque<>();
  private boolean running;

  WarmUps(Duration atMost) {
    this.atMost = atMost;
  }

  /// Returns the warmth of a model's shape, which a thread will bring about if nothing has. A model
  /// with a test of unknown rows, which it prepares for itself, has its own.
  synchronized Warmth of(ServedModel<?, ?> served) {
    if (served.known().isPresent()) {
      Warmth own = new Warmth();
      bringAbout(own, served);
      return own;
    }
    Classifier<?, ?> model = served.model();
    Shape shape =
        new Shape(
            model.getClass(),
            model.bare().getClass(),
            model.featureCount(),
            model.classCount(),
            model.freeParameters());
    if (shapes.size() == MAX_SHAPES && !shapes.containsKey(shape)) {
      shapes.remove(shapes.keySet().iterator().next());
    }
    Warmth warmth = shapes.computeIfAbsent(shape, _ -> new Warmth());
    bringAbout(warmth, served);
    return warmth;
  }

  private void bringAbout(Warmth warmth, ServedModel<?, ?> served) {
    if (!warmth.warm && !warmth.waits && !atMost.isZero()) {
      warmth.model = new WeakReference<>(served);
      warmth.waits = true;
      waiting.add(warmth);
      if (!running) {
        running = true;
        Thread.ofPlatform().daemon().name("lanewise-warm-up").start(this::run);
      }
    }
  }

  private void run() {
    for (Warmth next = next(); next != null; next = next()) {
      ServedModel<?, ?> model = next.model.get();
      boolean done = false;
      try {
        done = model != null && model.warmUp(atMost);
      } catch (RuntimeException e) {
        LOGGER.log(System.Logger.Level.WARNING, "a model cannot be warmed up", e);
      }
      ended(next, done);
    }
  }

  private synchronized Warmth next() {
    running = !waiting.isEmpty();
    return waiting.poll();
  }

  private synchronized void ended(Warmth warmth, boolean done) {
    warmth.warm = done;
    warmth.waits = false;
  }
}
