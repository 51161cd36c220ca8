package org.lanewise.serving;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
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
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.RowBatch;
import org.lanewise.internal.events.Events;
import org.lanewise.io.ModelFile;
import org.lanewise.io.UnusableFileException;
import org.lanewise.model.Classifier;
import org.lanewise.score.Scorer;

/// A handle on a model that can be replaced while it serves.
///
/// ```java
/// ModelHandle<double[], NumericColumns> handle =
///     ModelHandle.open(LinearDiscriminant.class, Path.of("flowers.model"));
/// handle.watch(Path.of("flowers.model"), Duration.ofSeconds(1));
///
/// int label = handle.scorer().predict(row);      // in any thread, one load of a field
/// ```
///
/// **Replacement.** The handle reads the whole file and checks its checksum, the kind, classes and
/// features of its model ([ServingOptions]), and the log joints of its test rows, if there are any.
/// Then it makes the caller's [ModelCheck], if there is one, and switches to the model in one step.
/// If anything fails, the current model remains, and a [RefusedModelException] gives the reason.
/// Take everything that belongs to one answer, such as a label and its name, from a single call to
/// [#current()].
///
/// **Warm-up.** A model serves at once, at the speed of scalar loops, while a background thread
/// warms up its scorer; [ServedModel#isWarm()] becomes true when that is done. A model with the
/// same kind and shape as the previous one is warm from the start.
///
/// **Kept models.** The handle keeps [ServingOptions#kept()] models for [#rollBack()]. Other models
/// are collected once no caller holds them; threads and kernels hold no references to them.
///
/// Safe for any number of threads. Readers never wait; replacements run one after the other. The
/// counters suit any metrics library, and Flight Recorder has the events `org.lanewise.ModelLoad`,
/// `ModelSwap`, `ModelRefusal` and `KernelSwitch`.
///
/// @param <R> the type of a row
/// @param <B> the type of a batch
public final class ModelHandle<R, B extends RowBatch> implements AutoCloseable {

  private static final System.Logger LOGGER = System.getLogger("org.lanewise");

  private static final int MAX_TRIED = 64;

  private final ModelContract<R, B> promise;
  private final ServingOptions options;
  private final ReentrantLock replacing = new ReentrantLock();

  /// The previous models, the latest first.
  private final Deque<ServedModel<R, B>> before = new ArrayDeque<>();

  private volatile ServedModel<R, B> current;

  /// Guarded by the lock; null before the first.
  private Thread warming;

  private final Queue<ModelWatch> watches = new ConcurrentLinkedQueue<>();
  private final List<Consumer<? super ServedModel<R, B>>> swapListeners =
      new CopyOnWriteArrayList<>();
  private final List<Consumer<? super RefusedModelException>> refusalListeners =
      new CopyOnWriteArrayList<>();
  private final AtomicLong swaps = new AtomicLong();
  private final AtomicLong refusals = new AtomicLong();
  private final AtomicLong rollBacks = new AtomicLong();
  private volatile String lastRefusal;

  /// The last version number; guarded by the lock.
  private long versions;

  /// The states of the files that were tried, taken before reading, the latest last; guarded by the
  /// lock.
  private final Deque<FileSnapshot> tried = new ArrayDeque<>();

  /// The checksums of the models that were rolled back, the latest last; guarded by the lock.
  private final Deque<Long> rolledBack = new ArrayDeque<>();

  /// The required classes and features, null before a model served and before one had feature
  /// names; guarded by the lock.
  private Classes classes;

  private Features features;

  /// The form of rows of the served models, null before the first; guarded by the lock.
  private RowForm form;

  private ModelHandle(ModelContract<R, B> promise) {
    this.promise = promise;
    this.options = promise.options();
  }

  /// Opens a handle on the model of a file.
  ///
  /// @param kind the class of every model, with or without a temperature
  /// @param path a file, or a folder whose most recently written file is used
  /// @throws RefusedModelException if there is no model, or if it is refused
  public static <R, B extends RowBatch, M extends Classifier<R, B>> ModelHandle<R, B> open(
      Class<M> kind, Path path) throws RefusedModelException {
    return open(kind, path, ServingOptions.DEFAULT);
  }

  /// Opens a handle on the model of a file.
  ///
  /// @param kind the class of every model, with or without a temperature
  /// @param path a file, or a folder whose most recently written file is used
  /// @throws RefusedModelException if there is no model, or if it is refused
  public static <R, B extends RowBatch, M extends Classifier<R, B>> ModelHandle<R, B> open(
      Class<M> kind, Path path, ServingOptions options) throws RefusedModelException {
    return open(kind, path, options, ModelContract.unchecked());
  }

  /// Opens a handle on the model of a file, and checks this model and each later one.
  ///
  /// @param kind the class of every model, with or without a temperature
  /// @param path a file, or a folder whose most recently written file is used
  /// @throws RefusedModelException if there is no model, or if it is refused
  public static <R, B extends RowBatch, M extends Classifier<R, B>> ModelHandle<R, B> open(
      Class<M> kind, Path path, ServingOptions options, ModelCheck<R, B> check)
      throws RefusedModelException {
    ModelHandle<R, B> handle = new ModelHandle<>(new ModelContract<>(kind, options, check));
    handle.replace(path);
    return handle;
  }

  /// Creates a handle on a model in memory, such as one just fitted.
  ///
  /// @param kind the class of every model, with or without a temperature
  /// @throws RefusedModelException if it is refused
  public static <R, B extends RowBatch, M extends Classifier<R, B>> ModelHandle<R, B> of(
      Class<M> kind, ModelFile file, ServingOptions options) throws RefusedModelException {
    return of(kind, file, options, ModelContract.unchecked());
  }

  /// Creates a handle on a model in memory, and checks this model and each later one.
  ///
  /// @param kind the class of every model, with or without a temperature
  /// @throws RefusedModelException if it is refused
  public static <R, B extends RowBatch, M extends Classifier<R, B>> ModelHandle<R, B> of(
      Class<M> kind, ModelFile file, ServingOptions options, ModelCheck<R, B> check)
      throws RefusedModelException {
    ModelHandle<R, B> handle = new ModelHandle<>(new ModelContract<>(kind, options, check));
    handle.replace(file, "the model");
    return handle;
  }

  /// The scorer of the current model.
  public Scorer<R, B> scorer() {
    return current.scorer();
  }

  /// The current model.
  public ServedModel<R, B> current() {
    return current;
  }

  /// The kept models, the current one first, then the previous ones.
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

  /// Switches to the model of a file.
  ///
  /// @param path a file, or a folder whose most recently written file is used
  /// @return the current model
  /// @throws RefusedModelException if it is refused; the current model remains
  public ServedModel<R, B> replace(Path path) throws RefusedModelException {
    return replace(path, false);
  }

  /// @param watched whether a watch found the file; a watch does not bring back a model that was
  ///   rolled back
  private ServedModel<R, B> replace(Path path, boolean watched) throws RefusedModelException {
    replacing.lock();
    try {
      Optional<FileSnapshot> stamp;
      try {
        stamp = FileSnapshot.of(path);
        if (stamp.isEmpty() && Files.isDirectory(path)) {
          throw new IOException("the folder holds no file; a model file is expected");
        }
      } catch (AccessDeniedException e) {
        // The exception's message is only the path.
        throw refused(
            "'" + path + "'",
            new IOException("it may not be read; a folder that may is expected", e));
      } catch (IOException e) {
        throw refused("'" + path + "'", e);
      }
      // Taken before reading, so a file that changes meanwhile counts as another state.
      stamp.ifPresent(state -> remember(tried, state));
      try {
        return read(stamp.map(FileSnapshot::path).orElse(path), watched);
      } catch (RefusedModelException e) {
        if (mayPass(e.getCause()) && stamp.isPresent()) {
          tried.removeLastOccurrence(stamp.get());
        }
        throw e;
      }
    } finally {
      replacing.unlock();
    }
  }

  private ServedModel<R, B> read(Path file, boolean watched) throws RefusedModelException {
    long begin = System.nanoTime();
    String source = "'" + file + "'";
    ModelFile read;
    try {
      read = ModelFile.read(file);
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      throw refused(source, e);
    }
    if (watched && !rolledBack.isEmpty() && rolledBack.contains(checksum(read))) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "serves version {0} as before: {1} holds a model that was rolled back; replace serves it",
          current.version(),
          source);
      return current;
    }
    return serve(read, source, System.nanoTime() - begin);
  }

  private static <T> void remember(Deque<T> latest, T one) {
    if (latest.size() == MAX_TRIED) {
      latest.removeFirst();
    }
    latest.addLast(one);
  }

  /// A checksum of the content of a model file. The checksum of the file format cannot serve: it is
  /// the same for all files that end with their own checksum.
  private static long checksum(ModelFile file) {
    CheckedOutputStream bytes =
        new CheckedOutputStream(OutputStream.nullOutputStream(), new CRC32());
    try {
      file.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.getChecksum().getValue();
  }

  /// Switches to the model of a file that a watch found, unless it was tried.
  ///
  /// @param ever whether any earlier state of the file counts
  void replaceUnlessTried(FileSnapshot found, boolean ever) throws RefusedModelException {
    replacing.lock();
    try {
      if (ever ? !tried.contains(found) : !found.equals(tried.peekLast())) {
        replace(found.path(), true);
      }
    } finally {
      replacing.unlock();
    }
  }

  /// Whether the failure has another cause than the contents of the file, so that a later attempt
  /// may succeed.
  static boolean mayPass(Throwable failure) {
    Throwable reason = failure instanceof UnusableFileException ? failure.getCause() : failure;
    return reason instanceof OutOfMemoryError
        || reason instanceof IOException
            && !(reason instanceof NoSuchFileException)
            && !(reason instanceof AccessDeniedException);
  }

  /// Switches to a model in memory.
  ///
  /// @param source its name in messages and events
  /// @return the current model
  /// @throws RefusedModelException if it is refused; the current model remains
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
      next = new ServedModel<>(versions + 1, source, model, file, runsAsTheLast(file, model));
      promise.requireGood(next, current);
    } catch (RuntimeException | OutOfMemoryError e) {
      // Whatever the model throws when it scores its rows, the previous model remains in service.
      throw refused(source, e);
    }
    Events.loaded(source, next.version(), readNanos, System.nanoTime() - begin);
    ServedModel<R, B> last = current;
    versions++;
    classes = classes == null || options.classesMayGrow() ? next.model().classes() : classes;
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
    if (!rolledBack.isEmpty()) {
      rolledBack.remove(checksum(file));
    }
    publish(next, last);
    warmUp(next);
    tell(swapListeners, next);
    return next;
  }

  private static <T> void tell(List<Consumer<? super T>> listeners, T news) {
    for (Consumer<? super T> listener : listeners) {
      try {
        listener.accept(news);
      } catch (RuntimeException e) {
        LOGGER.log(System.Logger.Level.WARNING, "a listener failed", e);
      }
    }
  }

  /// Warms up a model in the background; a previous warm-up still running gives up.
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
              if (next.warmUp(options.warmUp())) {
                next.becomeWarm();
              }
            });
  }

  /// Whether a model runs the same code and kernel shapes as the current one, which is warm.
  /// Warming it up would only take processor time from callers, unless it has a test to prepare.
  private boolean runsAsTheLast(ModelFile file, Classifier<R, B> model) {
    ServedModel<R, B> last = current;
    return last != null
        && last.isWarm()
        && file.reference().isEmpty()
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
    RefusedModelException refused = new RefusedModelException(reason, cause);
    tell(refusalListeners, refused);
    return refused;
  }

  /// Returns to the previous model and drops the current one. A watch does not load that model
  /// again, even if its file is touched, written again or copied; [#replace(Path)] does.
  ///
  /// @return the current model
  /// @throws IllegalStateException if no other model is kept, or if another thread replaced the
  ///   current model while this call waited
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
      remember(rolledBack, checksum(last.file()));
      // The previous model may have the same checksum.
      rolledBack.remove(checksum(current.file()));
      tell(swapListeners, current);
      return current;
    } finally {
      replacing.unlock();
    }
  }

  /// Watches a file or folder and switches to each new model, until the handle is closed.
  ///
  /// A file has changed if its size, time, identity (it was moved there) or checksum has changed.
  /// It is read when two checks in a row find the same change, so that a copy has time to complete.
  /// A refused file is tried again when it changes. A file that could not be read, for example
  /// because a network file system failed or memory was short, is also tried again after a pause.
  /// In a folder, the most recently written file counts, and among files with the same time the
  /// last by name; names that begin with `.` are ignored. If a file is deleted, the handle does not
  /// return to an earlier file: a file that has served or was refused is used again only after it
  /// is rewritten. A model that a caller sets or rolls back to stays until the next change. A model
  /// that was rolled back is not loaded again from any file, until a caller sets it.
  ///
  /// The watch polls instead of using file system events, which are missing on network file systems
  /// and for the symbolic links with which container platforms replace files, and arrive late on
  /// some systems. A check reads the names in a folder and the last four bytes of a file.
  ///
  /// @param path a file, or a folder whose most recently written file is used
  /// @param every the time between two checks, above 0
  /// @throws IllegalArgumentException if there is no such file or folder, or if the time is not
  ///   above 0
  public void watch(Path path, Duration every) {
    watches.add(ModelWatch.start(this, path, every));
  }

  /// Calls a listener after each swap, including roll-backs, with the model that is now in service.
  ///
  /// Listeners run in the thread that replaced the model, such as that of a watch, and the next
  /// replacement waits for them; callers that score do not. A listener may roll back or replace the
  /// model. If it throws, the log reports it, and the model stays in service.
  public void onSwap(Consumer<? super ServedModel<R, B>> listener) {
    swapListeners.add(Objects.requireNonNull(listener, "listener"));
  }

  /// Calls a listener after each refusal, as [#onSwap].
  public void onRefusal(Consumer<? super RefusedModelException> listener) {
    refusalListeners.add(Objects.requireNonNull(listener, "listener"));
  }

  /// Stops all watches; the handle still serves its model. A model that is being loaded still
  /// enters service; when this method returns, loading has ended.
  @Override
  public void close() {
    for (ModelWatch watch = watches.poll(); watch != null; watch = watches.poll()) {
      watch.close();
    }
  }

  /// The version of the current model.
  public long version() {
    return current.version();
  }

  /// The number of replacements, including roll-backs.
  public long swaps() {
    return swaps.get();
  }

  /// The number of refused models.
  public long refusals() {
    return refusals.get();
  }

  /// The number of roll-backs.
  public long rollBacks() {
    return rollBacks.get();
  }

  /// The reason for the last refusal, if any.
  public Optional<String> lastRefusal() {
    return Optional.ofNullable(lastRefusal);
  }
}
