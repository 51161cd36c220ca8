package org.lanewise.micrometer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Objects;
import org.lanewise.data.Classes;
import org.lanewise.serving.ModelHandle;
import org.lanewise.serving.ServedModel;

/// The meters of one model handle.
///
/// ```java
/// ModelMetrics metrics = new ModelMetrics("flowers", handle);
/// metrics.bindTo(registry);
///
/// ServedModel<double[], NumericColumns> served = handle.current();
/// int label = served.scorer().predict(row);
/// metrics.labelled(served, label);
/// ```
///
/// Each meter has the tag `model`.
///
/// | meter | is |
/// | --- | --- |
/// | `lanewise.model.version` | gauge: the version that serves |
/// | `lanewise.model.swaps`, `.refusals`, `.rollbacks` | counters of the handle |
/// | `lanewise.kernels.vector` | gauge: 1 if SIMD kernels are in use, else 0 |
/// | `lanewise.kernels.scalar` | gauge: the number of kernels that stayed scalar because their SIMD code is wrong |
/// | `lanewise.rows` | counter, with the tags `class`, a name or `none`, and `outcome`, `labelled` or `rejected` |
///
/// The handle and the kernels are read when a registry asks. Rows are counted only if the program
/// counts them; this allocates nothing, except for the first row of a model with other classes.
/// Safe for any number of threads.
public final class ModelMetrics implements MeterBinder {

  private static final String VERSION = "lanewise.model.version";
  private static final String EXCEPT = " except ";

  private final Tags tags;
  private final ModelHandle<?, ?> handle;
  private volatile MeterRegistry registry;
  private volatile ByClass byClass;

  /// The counters of the classes of a model.
  private record ByClass(
      MeterRegistry registry, Classes classes, Counter[] labelled, Counter[] rejected) {}

  /// Creates the meters of a handle, for one registry.
  ///
  /// @param model the value of the tag `model`, different for each handle of a registry
  public ModelMetrics(String model, ModelHandle<?, ?> handle) {
    tags = Tags.of("model", model);
    this.handle = Objects.requireNonNull(handle, "handle");
  }

  /// Registers the meters.
  ///
  /// @throws IllegalStateException if they are in another registry, where rows would not be counted
  ///   any more
  /// @throws IllegalArgumentException if the registry has meters of another handle with this name,
  ///   which it would go on to show
  @Override
  public void bindTo(MeterRegistry given) {
    if (registry != null && !registry.equals(given)) {
      throw new IllegalStateException(
          "the meters are bound to another registry; a ModelMetrics for each registry is expected");
    }
    if (registry == null && given.find(VERSION).tags(tags).meter() != null) {
      throw new IllegalArgumentException(
          "the registry has meters of a model '%s'; another name is expected, or that these are removed first"
              .formatted(tags.iterator().next().getValue()));
    }
    Gauge.builder(VERSION, handle, ModelHandle::version)
        .tags(tags)
        .description("The version of the model that serves")
        .register(given);
    count(given, "swaps", ModelHandle::swaps);
    count(given, "refusals", ModelHandle::refusals);
    count(given, "rollbacks", ModelHandle::rollBacks);
    Gauge.builder("lanewise.kernels.vector", handle, h -> kernels(h).startsWith("vector") ? 1 : 0)
        .tags(tags)
        .description("Whether SIMD kernels are in use")
        .register(given);
    Gauge.builder("lanewise.kernels.scalar", handle, h -> exceptions(kernels(h)))
        .tags(tags)
        .description("Kernels that stayed scalar because their SIMD code is wrong")
        .register(given);
    registry = given;
  }

  private interface Total {
    long of(ModelHandle<?, ?> handle);
  }

  private void count(MeterRegistry given, String name, Total total) {
    FunctionCounter.builder("lanewise.model." + name, handle, total::of).tags(tags).register(given);
  }

  private static String kernels(ModelHandle<?, ?> handle) {
    return handle.scorer().kernels();
  }

  /// The number of kernels that a name such as `vector-256 except LOG, DOT` excepts.
  static int exceptions(String kernels) {
    int start = kernels.indexOf(EXCEPT);
    return start < 0 ? 0 : kernels.substring(start + EXCEPT.length()).split(",").length;
  }

  /// Counts a row that was given a label.
  ///
  /// @param served the model that gave it
  /// @param label the index of the class, or −1 if the row was rejected and no class is known
  /// @throws IndexOutOfBoundsException if the model has no such class
  public void labelled(ServedModel<?, ?> served, int label) {
    ByClass counters = counters(served);
    if (counters != null) {
      (label < 0 ? counters.rejected : counters.labelled)[place(counters, label)].increment();
    }
  }

  /// Counts the rows of a batch, as [#labelled(ServedModel, int)] does.
  ///
  /// @throws IndexOutOfBoundsException if the model has no such class
  public void labelled(ServedModel<?, ?> served, int[] labels) {
    for (int label : labels) {
      labelled(served, label);
    }
  }

  /// Counts a row that was left without a label, such as one whose best class is not probable
  /// enough.
  ///
  /// @param label the index of the class that it would have got, or −1
  /// @throws IndexOutOfBoundsException if the model has no such class
  public void rejected(ServedModel<?, ?> served, int label) {
    ByClass counters = counters(served);
    if (counters != null) {
      counters.rejected[place(counters, label)].increment();
    }
  }

  /// The last place is that of no class.
  private static int place(ByClass counters, int label) {
    return label < 0
        ? counters.rejected.length - 1
        : Objects.checkIndex(label, counters.labelled.length);
  }

  /// Null without a registry.
  private ByClass counters(ServedModel<?, ?> served) {
    ByClass counters = byClass;
    MeterRegistry current = registry;
    Classes classes = served.model().classes();
    if (current == null
        || counters != null
            && counters.classes.equals(classes)
            && counters.registry.equals(current)) {
      return current == null ? null : counters;
    }
    int k = classes.count();
    Counter[] labelled = new Counter[k];
    Counter[] rejected = new Counter[k + 1];
    for (int c = 0; c <= k; c++) {
      String name = c < k ? classes.name(c) : "none";
      rejected[c] = counter(current, name, "rejected");
      if (c < k) {
        labelled[c] = counter(current, name, "labelled");
      }
    }
    counters = new ByClass(current, classes, labelled, rejected);
    byClass = counters;
    return counters;
  }

  /// Registries give the same counter for the same name and tags.
  private Counter counter(MeterRegistry current, String name, String outcome) {
    return current.counter("lanewise.rows", tags.and("class", name, "outcome", outcome));
  }
}
