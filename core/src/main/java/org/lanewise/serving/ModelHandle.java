package org.lanewise.serving;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.RowBatch;
import org.lanewise.internal.events.Events;
import org.lanewise.io.ModelFile;
import org.lanewise.io.UnusableFileException;
import org.lanewise.model.Classifier;
import org.lanewise.score.Scorer;

/// A model that can be replaced while it is used.
///
/// ```java
/// ModelHandle<double[], NumericColumns> handle =
///     ModelHandle.open(LinearDiscriminant.class, Path.of("flowers.model"));
/// ModelWatch watch = handle.watch(Path.of("flowers.model"), Duration.ofSeconds(1));
///
/// int label = handle.scorer().predict(row);      // in any thread, one load of a field
/// ```
///
/// **Replacing.** A file is read whole and its checksum looked at; its model has to be of the kind,
/// the classes and the features that were promised ([ServingOptions]); its test rows, if it has
/// any, have to give the log joints of the file; then it is served, in one step. Whatever fails on
/// the way, the model before is served as before, and a [RefusedModelException] says why. An answer
/// is of one model from beginning to end: what belongs together, such as a label and its name, is
/// taken from one [#current()].
///
/// **Warming up.** A model is served at once, at the speed of plain loops, while a thread of its
/// own warms its scorer up; [ServedModel#isWarm()] tells when that is done. A model of the kind and
/// shape of the last one is warm from the start.
///
/// **What is kept.** As many models as [ServingOptions#kept()] says, for [#rollBack()]. A model
/// that is kept no longer is collected once no caller holds it; neither threads nor kernels do.
///
/// Safe for any number of threads. Who reads waits for nothing; who replaces does so one after the
/// other. Counters are for any metrics library to read, and Flight Recorder has the events
/// `org.lanewise.ModelLoad`, `ModelSwap`, `ModelRefusal` and `KernelSwitch`.
///
/// @param <R> what one row is
/// @param <B> what a batch of rows is
public final class ModelHandle<R, B extends RowBatch> {

  private static final System.Logger LOGGER = System.getLogger("org.lanewise");

  private static final int MAX_TRIED = 64;

  private final ModelContract<R, B> promise;
  private final ServingOptions options;
  private final ReentrantLock replacing = new ReentrantLock();

  /// The models before the one that is served, the latest first.
  private final Deque<ServedModel<R, B>> before = new ArrayDeque<>();

  private volatile ServedModel<R, B> current;

  /// Of who holds the lock; null before the first.
  private Thread warming;

  private final AtomicLong swaps = new AtomicLong();
  private final AtomicLong refusals = new AtomicLong();
  private final AtomicLong rollBacks = new AtomicLong();
  private volatile String lastRefusal;

  /// The last version that was given; of who holds the lock.
  private long versions;

  /// The states of the files that were tried, taken before they were read, the latest last; of who
  /// holds the lock.
  private final Deque<FileSnapshot> tried = new ArrayDeque<>();

  /// What all models have to have, null until one was served, and until one had names of features;
  /// of who holds the lock.
  private Classes classes;

  private Features features;

  /// What rows are by the models that were served, null until one was; of who holds the lock.
  private RowForm form;

  private ModelHandle(ModelContract<R, B> promise, ServingOptions options) {
    this.promise = promise;
    this.options = options;
  }

  /// A handle on the model of a file, which is loaded now.
  ///
  /// @param kind what every model has to be, with a temperature or without
  /// @param path a file, or a folder of which the file that was written last is taken
  /// @throws RefusedModelException if there is none or it is not served
  public static <R, B extends RowBatch, M extends Classifier<R, B>> ModelHandle<R, B> open(
      Class<M> kind, Path path) throws RefusedModelException {
    return open(kind, path, ServingOptions.DEFAULT);
  }

  /// A handle on the model of a file, which is loaded now.
  ///
  /// @param kind what every model has to be, with a temperature or without
  /// @param path a file, or a folder of which the file that was written last is taken
  /// @throws RefusedModelException if there is none or it is not served
  public static <R, B extends RowBatch, M extends Classifier<R, B>> ModelHandle<R, B> open(
      Class<M> kind, Path path, ServingOptions options) throws RefusedModelException {
    ModelHandle<R, B> handle = new ModelHandle<>(new ModelContract<>(kind, options), options);
    handle.replace(path);
    return handle;
  }

  /// A handle on a model that is there, such as one just fitted.
  ///
  /// @param kind what every model has to be, with a temperature or without
  /// @throws RefusedModelException if it is not served
  public static <R, B extends RowBatch, M extends Classifier<R, B>> ModelHandle<R, B> of(
      Class<M> kind, ModelFile file, ServingOptions options) throws RefusedModelException {
    ModelHandle<R, B> handle = new ModelHandle<>(new ModelContract<>(kind, options), options);
    handle.replace(file, "the model");
    return handle;
  }

  /// The scorer of the model that is served.
  public Scorer<R, B> scorer() {
    return current.scorer();
  }

  /// The model that is served.
  public ServedModel<R, B> current() {
    return current;
  }

  /// The models that are kept, the one that is served first, then those before it.
  public List<ServedModel<R, B>> kept() {
    replacing.lock();
    try {
      List<ServedModel<R, B>> all = new ArrayList<>(before);
      all.addFirst(current);
      return List.copyOf(all);
    } finally {
      replacing.unlock();
    }
  }

  /// Serves the model of a file.
  ///
  /// @param path a file, or a folder of which the file that was written last is taken
  /// @return what is served now
  /// @throws RefusedModelException if it is not; what was served before is
  public ServedModel<R, B> replace(Path path) throws RefusedModelException {
    replacing.lock();
    try {
      Optional<FileSnapshot> stamp;
      try {
        stamp = FileSnapshot.of(path);
        if (stamp.isEmpty() && Files.isDirectory(path)) {
          throw new IOException("the folder holds no file; a model file is expected");
        }
      } catch (AccessDeniedException e) {
        // Its message is the path alone.
        throw refused(
            "'" + path + "'",
            new IOException("it may not be read; a folder that may is expected", e));
      } catch (IOException e) {
        throw refused("'" + path + "'", e);
      }
      // Before it is read: what changes meanwhile is another state.
      stamp.ifPresent(this::remember);
      try {
        return read(stamp.map(FileSnapshot::path).orElse(path));
      } catch (RefusedModelException e) {
        if (mayPass(e.getCause()) && stamp.isPresent()) {
          tried.removeLast();
        }
        throw e;
      }
    } finally {
      replacing.unlock();
    }
  }

  private ServedModel<R, B> read(Path file) throws RefusedModelException {
    long begin = System.nanoTime();
    String source = "'" + file + "'";
    ModelFile read;
    try {
      read = ModelFile.read(file);
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      throw refused(source, e);
    }
    return serve(read, source, System.nanoTime() - begin);
  }

  private void remember(FileSnapshot stamp) {
    if (tried.size() == MAX_TRIED) {
      tried.removeFirst();
    }
    tried.addLast(stamp);
  }

  /// Serves the model of a file that a watch found, unless it was tried.
  ///
  /// @param ever whether a state that was tried before others counts too
  void replaceUnlessTried(FileSnapshot found, boolean ever) throws RefusedModelException {
    replacing.lock();
    try {
      if (ever ? !tried.contains(found) : !found.equals(tried.peekLast())) {
        replace(found.path());
      }
    } finally {
      replacing.unlock();
    }
  }

  /// Whether a failure says nothing of the file: it may be read later as it is.
  static boolean mayPass(Throwable failure) {
    Throwable reason = failure instanceof UnusableFileException ? failure.getCause() : failure;
    return reason instanceof OutOfMemoryError
        || reason instanceof IOException
            && !(reason instanceof NoSuchFileException)
            && !(reason instanceof AccessDeniedException);
  }

  /// Serves a model that is there.
  ///
  /// @param source what messages and events call it
  /// @return what is served now
  /// @throws RefusedModelException if it is not; what was served before is
  public ServedModel<R, B> replace(ModelFile file, String source) throws RefusedModelException {
    Objects.requireNonNull(source, "source");
    replacing.lock();
    try {
      return serve(Objects.requireNonNull(file, "file"), source, 0);
    } finally {
      replacing.unlock();
    }
  }

  private ServedModel<R, B> serve(ModelFile file, String source, long readNanos)
      throws RefusedModelException {
    long begin = System.nanoTime();
    ServedModel<R, B> next;
    try {
      Classifier<R, B> model = promise.kept(file, classes, features, form, source);
      next = new ServedModel<>(versions + 1, source, model, file, runsAsTheLast(model));
    } catch (RuntimeException | OutOfMemoryError e) {
      // Whatever a model makes of its rows, the one before goes on.
      throw refused(source, e);
    }
    Events.loaded(source, next.version(), readNanos, System.nanoTime() - begin);
    ServedModel<R, B> last = current;
    versions++;
    classes = classes == null ? next.model().classes() : classes;
    if (features == null || !features.areNamed()) {
      features = next.model().features();
    }
    RowForm rows = RowForm.of(next.model());
    form = form == null || options.codesMayChange() ? rows : form.with(rows);
    if (last != null) {
      before.addFirst(last);
      while (before.size() >= options.kept()) {
        before.removeLast();
      }
    }
    publish(next, last);
    warmUp(next);
    return next;
  }

  /// Warms a model up behind its callers. The one before, if it still is at it, gives up.
  private void warmUp(ServedModel<R, B> next) {
    if (warming != null) {
      warming.interrupt();
      warming = null;
    }
    if (next.isWarm() || options.warmUp().isZero()) {
      return;
    }
    warming =
        Thread.ofPlatform()
            .daemon()
            .name("lanewise-warm-up")
            .start(() -> {
              if (next.scorer().warmUp(options.warmUp())) {
                next.becomeWarm();
              }
            });
  }

  /// Whether a model runs the code, and the kernels at the shape, of the one that is served and is
  /// warm: to warm it up would only take processors from who is scored for.
  private boolean runsAsTheLast(Classifier<R, B> model) {
    ServedModel<R, B> last = current;
    return last != null
        && last.isWarm()
        && model.bare().getClass() == last.model().bare().getClass()
        && model.getClass() == last.model().getClass()
        && model.featureCount() == last.model().featureCount()
        && model.classCount() == last.model().classCount()
        && model.freeParameters() == last.model().freeParameters();
  }

  private void publish(ServedModel<R, B> next, ServedModel<R, B> last) {
    current = next;
    if (last != null) {
      swaps.incrementAndGet();
    }
    Events.swapped(next.source(), last == null ? 0 : last.version(), next.version());
    LOGGER.log(System.Logger.Level.INFO, "serves version {0}, {1}", next.version(), next.source());
  }

  private RefusedModelException refused(String source, Throwable cause) {
    String said = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    String reason =
        cause instanceof UnusableFileException || cause instanceof ModelContract.BrokenException
            ? said
            : "%s is not served: %s".formatted(source, said);
    refusals.incrementAndGet();
    lastRefusal = reason;
    Events.refused(source, reason);
    if (current != null) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "serves version {0} as before: {1}",
          current.version(),
          reason);
    }
    return new RefusedModelException(reason, cause);
  }

  /// Serves the model before again. The one that was served is kept no longer; a watched file that
  /// it came from is not loaded again until it changes.
  ///
  /// @return what is served now
  /// @throws IllegalStateException if no other is kept, or another model was served while this
  ///   waited for it: who called did not mean that one
  public ServedModel<R, B> rollBack() {
    long meant = current.version();
    replacing.lock();
    try {
      if (current.version() != meant) {
        throw new IllegalStateException(
            "version %d was served meanwhile; version %d was to be rolled back"
                .formatted(current.version(), meant));
      }
      if (before.isEmpty()) {
        throw new IllegalStateException(
            "version %d is the only model that is kept; another one to go back to is expected"
                .formatted(current.version()));
      }
      ServedModel<R, B> last = current;
      rollBacks.incrementAndGet();
      publish(before.removeFirst(), last);
      return current;
    } finally {
      replacing.unlock();
    }
  }

  /// Looks at a file or a folder from time to time, and serves what has changed. See [ModelWatch].
  ///
  /// @param path a file, or a folder of which the file that was written last is taken
  /// @param every the time between two looks, above 0
  /// @throws IllegalArgumentException if there is no such file or folder, or the time is not above
  ///   0
  public ModelWatch watch(Path path, Duration every) {
    return ModelWatch.start(this, path, every);
  }

  /// The version that is served.
  public long version() {
    return current.version();
  }

  /// How often another model was served, rolling back included.
  public long swaps() {
    return swaps.get();
  }

  /// How many models were refused.
  public long refusals() {
    return refusals.get();
  }

  /// How often a model before was served again.
  public long rollBacks() {
    return rollBacks.get();
  }

  /// Why the last model that was refused was.
  public Optional<String> lastRefusal() {
    return Optional.ofNullable(lastRefusal);
  }
}
