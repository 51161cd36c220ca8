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
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
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
/// **Kept models.** The handle keeps [some models][ServingOptions#withKept(int)] for [#rollBack()].
/// Other models are collected once no caller holds them; threads and kernels hold no references to
/// them.
///
/// Safe for any number of threads. Readers never wait; replacements run one after the other. The
/// counters suit any metrics library, and Flight Recorder has the events `org.lanewise.ModelLoad`,
/// `ModelSwap`, `ModelRefusal`, `ModelDrift` and `KernelSwitch`.
///
/// @param <R> the type of a row
/// @param <B> the type of a batch
public final class ModelHandle<R, B extends RowBatch> implements AutoCloseable {

  private static final System.Logger LOGGER = System.getLogger("org.lanewise");

  private static final int MAX_TRIED = 256;

  private final ModelContract<R, B> promise;
  private final String name;
  private final WarmUps warmUps;
  private final Opener<R, B> opener;

  private final ReentrantLock replacing = new ReentrantLock();

  /// The previous models, the latest first.
  private final Deque<ServedModel<R, B>> before = new ArrayDeque<>();

  private volatile ServedModel<R, B> current;

  private final Queue<ModelWatch> watches = new ConcurrentLinkedQueue<>();
  private final List<Consumer<? super ServedModel<R, B>>> swapListeners =
      new CopyOnWriteArrayList<>();
  private final List<Consumer<? super RefusedModelException>> refusalListeners =
      new CopyOnWriteArrayList<>();
  private final List<Consumer<? super ServedModel<R, B>>> driftListeners =
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

  /// Measures the drift of a model, if that is asked for; guarded by the lock.
  private Consumer<ServedModel<R, B>> measureDrift = _ -> {};

  /// The file of a model that the repository closed and has not opened again, or null.
  private volatile FileSnapshot closed;

  private ModelHandle(ModelContract<R, B> promise) {
    this(promise, "", new WarmUps(promise.options.warmUp), null);
  }

  /// Creates a handle without a model.
  ///
  /// @param name the name of the model in a repository, or empty
  /// @param opener opens a model when a caller needs it and there is none
  ModelHandle(ModelContract<R, B> promise, String name, WarmUps warmUps, Opener<R, B> opener) {
    this.promise = promise;
    this.name = name;
    this.warmUps = warmUps;
    this.opener = opener;
  }

  /// Opens the model of a handle of a repository.
  interface Opener<R, B extends RowBatch> {
    /// @throws UncheckedIOException if there is no model that can be opened
    ServedModel<R, B> open();
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
  ///
  /// @throws UncheckedIOException as [#current()]
  public Scorer<R, B> scorer() {
    return current().scorer();
  }

  /// The current model.
  ///
  /// @throws UncheckedIOException if the handle belongs to a [ModelRepository], which closed the
  ///   model and cannot open it again
  public ServedModel<R, B> current() {
    ServedModel<R, B> served = current;
    if (served == null) {
      return opener.open();
    }
    if (served.uses < 2) {
      served.uses++; // A lost update does not matter.
    }
    return served;
  }

  /// The kept models, the current one first, then the previous ones.
  public List<ServedModel<R, B>> kept() {
    ServedModel<R, B> served = current();
    replacing.lock();
    try {
      return Stream.concat(Stream.of(current == null ? served : current), before.stream()).toList();
    } finally {
      replacing.unlock();
    }
  }

  /// Switches to the model of a file.
  ///
  /// @param path a file, or a folder whose most recently written file is used
  /// @return the current model
  /// @throws RefusedModelException if it is refused; the current model remains
  /// @throws UnsupportedOperationException if the handle belongs to a [ModelRepository]
  public ServedModel<R, B> replace(Path path) throws RefusedModelException {
    requireOwn();
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
      return stamp.isPresent()
          ? replace(stamp.get(), versions + 1, false)
          : read(path, null, versions + 1, false);
    } finally {
      replacing.unlock();
    }
  }

  /// Switches to the model of a file. The caller holds the lock.
  ///
  /// @param stamp its state, taken before reading: a file that changes meanwhile counts as another
  ///   state
  /// @param version the version that the model gets
  /// @param watched whether a watch found the file; a watch does not bring back a model that was
  ///   rolled back
  private ServedModel<R, B> replace(FileSnapshot stamp, long version, boolean watched)
      throws RefusedModelException {
    remember(tried, stamp);
    try {
      return read(stamp.path(), stamp, version, watched);
    } catch (RefusedModelException e) {
      if (mayPass(e.getCause())) {
        tried.removeLastOccurrence(stamp);
      }
      throw e;
    }
  }

  private ServedModel<R, B> read(Path file, FileSnapshot stamp, long version, boolean watched)
      throws RefusedModelException {
    long begin = System.nanoTime();
    String source = "'" + file + "'";
    ModelFile read;
    try {
      read = ModelFile.read(file);
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      throw refused(source, e);
    }
    if (watched && !rolledBack.isEmpty() && rolledBack.contains(checksum(read))) {
      if (current == null) {
        throw refused(
            source, new IllegalArgumentException("it was rolled back; another model is expected"));
      }
      LOGGER.log(
          System.Logger.Level.WARNING,
          "{0}serves version {1} as before: {2} holds a model that was rolled back; {3} is"
              + " expected",
          logged(),
          current.version(),
          source,
          name.isEmpty() ? "replace" : "another model");
      return current;
    }
    return serve(read, source, stamp, version, System.nanoTime() - begin);
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
        replace(found, versions + 1, true);
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
    requireOwn();
    replacing.lock();
    try {
      return serve(Objects.requireNonNull(file, "file"), source, null, versions + 1, 0);
    } finally {
      replacing.unlock();
    }
  }

  private ServedModel<R, B> serve(
      ModelFile file, String source, FileSnapshot stamp, long version, long readNanos)
      throws RefusedModelException {
    long begin = System.nanoTime();
    ServedModel<R, B> next;
    try {
      Classifier<R, B> model = promise.kept(file, source);
      next = new ServedModel<>(version, source, model, file, stamp);
      // A model that is opened again has passed.
      if (stamp == null || !stamp.equals(closed)) {
        promise.requireGood(next, current);
      }
      measureDrift.accept(next);
    } catch (Throwable e) {
      // Whatever the model or the check throws, the previous model remains in service.
      throw refused(source, e);
    }
    Events.loaded(name, source, next.version(), readNanos, System.nanoTime() - begin);
    ServedModel<R, B> last = current;
    versions = Math.max(versions, version);
    promise.serve(next.model());
    if (last != null) {
      before.addFirst(last);
      while (before.size() >= promise.options.kept) {
        before.removeLast();
      }
    }
    if (!rolledBack.isEmpty()) {
      rolledBack.remove(checksum(file));
    }
    next.setWarmth(warmUps.of(next));
    publish(next, last);
    tell(swapListeners, next);
    return next;
  }

  private static <T> void tell(List<Consumer<? super T>> listeners, T news) {
    for (Consumer<? super T> listener : listeners) {
      try {
        listener.accept(news);
      } catch (Throwable e) {
        // Some languages throw any exception here; the thread of a watch must go on.
        LOGGER.log(System.Logger.Level.WARNING, "a listener failed", e);
      }
    }
  }

  private void publish(ServedModel<R, B> next, ServedModel<R, B> last) {
    current = next;
    if (last != null) {
      swaps.incrementAndGet();
    }
    Events.swapped(name, next.source(), last == null ? 0 : last.version(), next.version());
    LOGGER.log(
        closed == null ? System.Logger.Level.INFO : System.Logger.Level.DEBUG,
        "{0}serves version {1}, {2}",
        logged(),
        next.version(),
        next.source());
    closed = null;
  }

  /// The beginning of messages in the log.
  private String logged() {
    return name.isEmpty() ? "" : name + ": ";
  }

  private RefusedModelException refused(String source, Throwable cause) {
    String said = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    String reason =
        cause instanceof UnusableFileException || cause instanceof ModelContract.BrokenException
            ? said
            : "%s is not served: %s".formatted(source, said);
    refusals.incrementAndGet();
    lastRefusal = reason;
    Events.refused(name, source, reason);
    if (current != null) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "{0}serves version {1} as before: {2}",
          logged(),
          current.version(),
          reason);
    }
    RefusedModelException refused = new RefusedModelException(reason, cause);
    tell(refusalListeners, refused);
    return refused;
  }

  private void requireOwn() {
    if (!name.isEmpty()) {
      throw new UnsupportedOperationException(
          "model '%s' belongs to a repository; a new version in its folder is expected"
              .formatted(name));
    }
  }

  /// Switches to a version of a model of a repository.
  ///
  /// @param mostBytes the largest size of its file
  ServedModel<R, B> replaceVersion(FileSnapshot file, long version, long mostBytes)
      throws RefusedModelException {
    if (file.size() > mostBytes) {
      throw refused(
          "'" + file.path() + "'",
          new IllegalArgumentException(
              "it has %d bytes, and the models of the repository may have %d; a smaller model or a larger limit is expected"
                  .formatted(file.size(), mostBytes)));
    }
    replacing.lock();
    try {
      return replace(file, version, true);
    } finally {
      replacing.unlock();
    }
  }

  /// The number of bytes of the files of the kept models of a repository. The caller holds the
  /// lock.
  long bytes() {
    return current.stamp().size()
        + before.stream().mapToLong(served -> served.stamp().size()).sum();
  }

  /// Drops the previous models. The caller holds the lock.
  void dropPrevious() {
    before.clear();
  }

  /// Drops all models, unless one is just being replaced. Calls that have the current model finish
  /// with it; later ones open it again.
  ///
  /// @param even whether also if callers use the model
  boolean closeUnlessUsed(boolean even) {
    ServedModel<R, B> served = current;
    if (served.uses == 2 && !even) {
      served.uses = 1;
      return false;
    }
    if (replacing.isHeldByCurrentThread() || !replacing.tryLock()) {
      return false;
    }
    try {
      closed = current.stamp();
      current = null;
      before.clear();
      return true;
    } finally {
      replacing.unlock();
    }
  }

  /// The current model, or null if it is closed.
  ServedModel<R, B> ifOpen() {
    return current;
  }

  /// The file of a model that the repository closed, or null.
  FileSnapshot closedFile() {
    return closed;
  }

  /// Returns to the previous model and drops the current one. A watch does not load that model
  /// again, even if its file is touched, written again or copied; [#replace(Path)] does.
  ///
  /// @return the current model
  /// @throws IllegalStateException if no other model is kept, or if another thread replaced the
  ///   current model while this call waited
  public ServedModel<R, B> rollBack() {
    ServedModel<R, B> meant = current();
    replacing.lock();
    try {
      if (current != meant) {
        throw new IllegalStateException(
            "another model was served meanwhile; version %d was to be rolled back"
                .formatted(meant.version()));
      }
      if (before.isEmpty()) {
        throw new IllegalStateException(
            "version %d is the only model that is kept; another one to go back to is expected"
                .formatted(current.version()));
      }
      ServedModel<R, B> last = current;
      rollBacks.incrementAndGet();
      ServedModel<R, B> next = before.removeFirst();
      publish(next, last);
      remember(rolledBack, checksum(last.file()));
      // The previous model may have the same checksum.
      rolledBack.remove(checksum(next.file()));
      tell(swapListeners, next);
      return next;
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
  /// @throws UnsupportedOperationException if the handle belongs to a [ModelRepository]
  public void watch(Path path, Duration every) {
    requireOwn();
    watches.add(ModelWatch.start(this, path, every));
  }

  /// Calls a listener after each swap, including roll-backs, with the model that is now in service.
  ///
  /// Listeners run in the thread that replaced the model, such as that of a watch, and the next
  /// replacement waits for them; callers that score do not. In a repository, the looks at all
  /// models wait. A listener may roll back or replace the model. If it throws, the log reports it,
  /// and the model stays in service.
  public void onSwap(Consumer<? super ServedModel<R, B>> listener) {
    swapListeners.add(Objects.requireNonNull(listener, "listener"));
  }

  /// Calls a listener after each refusal, as [#onSwap].
  public void onRefusal(Consumer<? super RefusedModelException> listener) {
    refusalListeners.add(Objects.requireNonNull(listener, "listener"));
  }

  /// Measures whether the rows that the current and each later model serves have drifted from rows
  /// that were held out. Pass each row to [ServedModel#observe] of the model that scored it.
  ///
  /// Each model has a [DriftMeter] of its own, because log densities of different models cannot be
  /// compared. So α bounds the probability that a model ever gives a false alarm, if it was not
  /// fitted to the held-out rows. A later model that has no log density of these rows is refused.
  ///
  /// @param heldOut at least 64 rows in an order other than that of time; they must not change
  /// @param alpha the largest probability of a false alarm, between 0 and 1
  /// @param seed the seed of the random numbers that split ties
  /// @throws IllegalArgumentException if the probability is out of its range, or as [DriftMeter#of]
  /// @throws UnsupportedOperationException if the current model has no log density
  public void measureDrift(B heldOut, double alpha, long seed) {
    if (!(alpha > 0 && alpha < 1)) {
      throw new IllegalArgumentException(
          "the probability of a false alarm is %s; a number between 0 and 1 is expected"
              .formatted(alpha));
    }
    ServedModel<R, B> served = current();
    replacing.lock();
    try {
      Consumer<ServedModel<R, B>> each =
          one -> one.measureDrift(heldOut, 1 / alpha, seed, this::drifted);
      each.accept(current == null ? served : current);
      measureDrift = each;
    } finally {
      replacing.unlock();
    }
  }

  private void drifted(ServedModel<R, B> served) {
    long rows = served.drift().orElseThrow().rows();
    Events.drifted(name, served.source(), served.version(), rows);
    LOGGER.log(
        System.Logger.Level.WARNING,
        "{0}the rows of version {1} have drifted, as {2} of them show",
        logged(),
        served.version(),
        rows);
    tell(driftListeners, served);
  }

  /// Calls a listener once for each model whose rows have [drifted][#measureDrift], in the thread
  /// that observed the row.
  public void onDrift(Consumer<? super ServedModel<R, B>> listener) {
    driftListeners.add(Objects.requireNonNull(listener, "listener"));
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
    return current().version();
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
