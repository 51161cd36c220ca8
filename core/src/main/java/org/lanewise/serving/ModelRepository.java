package org.lanewise.serving;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.lanewise.data.RowBatch;
import org.lanewise.model.Classifier;

/// Many models of one kind, each in versions, in a folder `name/version/model`.
///
/// ```java
/// ModelRepository<double[], NumericColumns> models =
///     ModelRepository.open(
///         LinearDiscriminant.class, folder, ServingOptions.DEFAULT, 256 << 20,
///         Duration.ofSeconds(1));
/// int label = models.handle("customer-17").scorer().predict(row);
/// ```
///
/// **Versions.** A version is a folder whose name is a whole number without leading zeros, of at
/// most 18 digits; its model is the file `model` in it. Other names are ignored. The repository
/// serves the highest version that it does not refuse. A refused version is tried again only when
/// its file changes. If the version in service is deleted, the highest of the others is served; if
/// no other is left, the model in memory stays in service until it is closed. Write a version once,
/// under a new number, and let `lanewise fit --out` or a move put the file in place: a file that is
/// copied in pieces is refused until it is complete. A new folder of a version is found at the next
/// look, and served if the one after finds its file unchanged. A file that is written into an old
/// folder is found after up to 64 looks.
///
/// **Memory.** The first call of [#handle(String)] opens a model. If the files of the open models,
/// including the previous ones that [ServingOptions#withKept(int)] asks for, then have more bytes
/// than allowed, the repository closes those that have not been used for longest. Calls that are
/// scoring with a closed model finish; the next call of its handle opens the same version again,
/// which takes as long as reading a file. So a handle can be kept. A model takes more memory than
/// its file (a linear discriminant of 32 features and 10 classes 3.5 times as much), and models
/// that are just being opened come on top.
///
/// **Threads.** One thread looks at the files of all open models, and another warms up one model of
/// each shape and ends.
///
/// Safe for any number of threads. A handle of a repository is an ordinary [ModelHandle], but its
/// models come from the folder only, so `replace` and `watch` throw, and closing it does nothing.
///
/// @param <R> the type of a row
/// @param <B> the type of a batch
public final class ModelRepository<R, B extends RowBatch> implements AutoCloseable {

  private static final System.Logger LOGGER = System.getLogger("org.lanewise");

  private final Class<? extends Classifier<R, B>> kind;
  private final Path folder;
  private final ServingOptions options;
  private final long mostBytes;
  private final Function<String, ModelCheck<R, B>> checks;
  private final WarmUps warmUps;
  private final Map<String, VersionedModel<R, B>> models = new ConcurrentHashMap<>();
  private final List<BiConsumer<String, ? super ServedModel<R, B>>> swapListeners =
      new CopyOnWriteArrayList<>();
  private final List<BiConsumer<String, ? super RefusedModelException>> refusalListeners =
      new CopyOnWriteArrayList<>();
  private final AtomicLong openings = new AtomicLong();
  private final Looks looks;

  /// The open models, in the order in which they may be closed; guarded by itself.
  private final Deque<VersionedModel<R, B>> open = new ArrayDeque<>();

  /// The bytes of their files; guarded by [#open].
  private long openBytes;

  private ModelRepository(
      Class<? extends Classifier<R, B>> kind,
      Path folder,
      ServingOptions options,
      long mostBytes,
      Duration every,
      Function<String, ModelCheck<R, B>> checks) {
    this.kind = kind;
    this.folder = folder;
    this.options = options;
    this.mostBytes = mostBytes;
    this.checks = checks;
    warmUps = new WarmUps(options.warmUp);
    looks = new Looks(folder, every, this::look);
  }

  /// Opens a repository. It reads no model yet.
  ///
  /// @param kind the class of every model, with or without a temperature
  /// @param folder the folder of the folders of models
  /// @param options the requirements on each model; required classes and features are those of all
  ///   models, otherwise each model has its own
  /// @param mostBytes the largest number of bytes of the files of open models
  /// @param every the time between two looks at the files of open models, above 0
  /// @throws IllegalArgumentException if there is no such folder, or if a number is not above 0
  public static <R, B extends RowBatch, M extends Classifier<R, B>> ModelRepository<R, B> open(
      Class<M> kind, Path folder, ServingOptions options, long mostBytes, Duration every) {
    return open(kind, folder, options, mostBytes, every, _ -> ModelContract.unchecked());
  }

  /// Opens a repository with a check for each model.
  ///
  /// @param checks returns the check for the model of a name, called once for each name
  /// @throws IllegalArgumentException if there is no such folder, or if a number is not above 0
  public static <R, B extends RowBatch, M extends Classifier<R, B>> ModelRepository<R, B> open(
      Class<M> kind,
      Path folder,
      ServingOptions options,
      long mostBytes,
      Duration every,
      Function<String, ModelCheck<R, B>> checks) {
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException(
          "'%s' is no folder; a folder of models is expected".formatted(folder));
    }
    if (mostBytes < 1) {
      throw new IllegalArgumentException(
          "the open models may have %d bytes; at least 1 is expected".formatted(mostBytes));
    }
    ModelRepository<R, B> repository =
        new ModelRepository<>(
            kind, folder, options, mostBytes, every, Objects.requireNonNull(checks, "checks"));
    repository.looks.start();
    return repository;
  }

  /// Returns the handle of a model, the same on every call, and opens the model if it is closed.
  ///
  /// @param name the name of its folder
  /// @throws IllegalArgumentException if no folder can have this name: it is empty, begins with a
  ///   dot, or contains a slash, a backslash or a control character
  /// @throws RefusedModelException if there is no such folder or no version in it, with a
  ///   [NoSuchFileException] as its cause; or if all versions are refused
  public ModelHandle<R, B> handle(String name) throws RefusedModelException {
    VersionedModel<R, B> model = models.get(name);
    if (model == null) {
      Path own = folderOf(name);
      if (!Files.isDirectory(own)) {
        // Not kept, or calls with any names would fill the memory.
        throw new RefusedModelException(
            "'%s' is no folder; a folder of versions is expected".formatted(own),
            new NoSuchFileException(own.toString()));
      }
      model = models.computeIfAbsent(name, _ -> new VersionedModel<>(this, name, own));
    }
    model.open();
    return model.handle();
  }

  private Path folderOf(String name) {
    if (name.isEmpty()
        || name.startsWith(".")
        || name.chars()
            .anyMatch(
                letter -> letter == '/' || letter == '\\' || Character.isISOControl(letter))) {
      throw new IllegalArgumentException(
          "a model cannot be named '%s'; the name of a folder is expected, without slashes and"
                  .formatted(name.replaceAll("\\p{Cntrl}", "?"))
              + " control characters and without a dot at its beginning");
    }
    return folder.resolve(name);
  }

  /// The names of the folders of models, ascending, whether or not they hold a model.
  public List<String> names() throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(folder, Files::isDirectory)) {
      folders.forEach(own -> names.add(own.getFileName().toString()));
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    names.removeIf(name -> name.startsWith("."));
    names.sort(null);
    return names;
  }

  /// The number of open models.
  public int openCount() {
    synchronized (open) {
      return open.size();
    }
  }

  /// The number of bytes of the files of the open models.
  public long openBytes() {
    synchronized (open) {
      return openBytes;
    }
  }

  /// The number of times that a closed model was opened.
  public long openings() {
    return openings.get();
  }

  /// Calls a listener with the name of a model and what it serves, each time that a model enters
  /// service; also when it is opened again. See [ModelHandle#onSwap].
  public void onSwap(BiConsumer<String, ? super ServedModel<R, B>> listener) {
    swapListeners.add(Objects.requireNonNull(listener, "listener"));
  }

  /// Calls a listener with the name of a model after each refusal. See [ModelHandle#onSwap].
  public void onRefusal(BiConsumer<String, ? super RefusedModelException> listener) {
    refusalListeners.add(Objects.requireNonNull(listener, "listener"));
  }

  /// Stops looking at files. Handles serve the models that are open and open no others.
  @Override
  public void close() {
    looks.close();
  }

  boolean isClosed() {
    return looks.areClosed();
  }

  long mostBytes() {
    return mostBytes;
  }

  /// Creates the handle of a model.
  ModelHandle<R, B> handle(String name, ModelHandle.Opener<R, B> opener) {
    ModelHandle<R, B> handle =
        new ModelHandle<>(
            new ModelContract<>(kind, options, checks.apply(name)), name, warmUps, opener);
    handle.onSwap(served -> swapListeners.forEach(listener -> listener.accept(name, served)));
    handle.onRefusal(reason -> refusalListeners.forEach(listener -> listener.accept(name, reason)));
    return handle;
  }

  private void look() throws IOException {
    List<VersionedModel<R, B>> all;
    synchronized (open) {
      all = List.copyOf(open);
    }
    IOException failure = null;
    for (VersionedModel<R, B> model : all) {
      if (looks.areClosed()) {
        return;
      }
      try {
        model.look();
      } catch (RefusedModelException e) {
        // Its folder cannot be read.
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /// Counts the bytes of a model that was opened or replaced, and closes others while there are too
  /// many. The calling thread holds the lock of its handle.
  ///
  /// The models are in a circle. A model that was used since the circle last came by stays for
  /// another round, so one that is used once makes way before one that is used all the time.
  void count(VersionedModel<R, B> model) {
    synchronized (open) {
      if (!model.isCounted()) {
        openings.incrementAndGet();
        open.addLast(model);
      }
      openBytes += model.count(model.handle().bytes());
      for (int tries = 3 * open.size(); openBytes > mostBytes && tries > 0; tries--) {
        VersionedModel<R, B> first = open.removeFirst();
        if (first.handle().closeUnlessUsed(tries <= open.size())) {
          openBytes += first.count(0);
          LOGGER.log(System.Logger.Level.DEBUG, "{0}: is closed", first.name());
        } else {
          open.addLast(first);
        }
      }
      if (openBytes > mostBytes) {
        model.handle().dropPrevious();
        openBytes += model.count(model.handle().bytes());
      }
    }
  }
}
