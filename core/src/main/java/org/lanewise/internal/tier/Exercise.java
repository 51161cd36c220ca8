package org.lanewise.internal.tier;

import com.sun.management.ThreadMXBean;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.lanewise.internal.events.Events;
import org.lanewise.internal.kernel.KernelSet;
import org.lanewise.internal.kernel.SyntheticArrays;
import org.lanewise.internal.kernel.SyntheticCall;
import org.lanewise.internal.kernel.scalar.ScalarKernels;

/// The thread that exercises vector kernels until they are compiled, and then lets them run.
///
/// Until C2 has compiled a vector kernel, each of its vectors is an object, and a call takes a
/// hundred times as long as a scalar one. So callers run scalar loops while this thread calls the
/// kernel with synthetic arguments ([Kernel#syntheticCall]), in many shapes, so that no loop is
/// left out of what is compiled. It is compiled when its calls allocate nothing. Before the kernel
/// runs, its results are compared with those of the scalar one ([Proof]).
///
/// A kernel is in use if it was called in some looks, 10 ms apart: a sample of where the time goes,
/// without a clock in any call. What runs once, as the factors of a fit, stays scalar. One kernel
/// at a time is exercised, the one that was seen most often first: C2 has one thread on two
/// processors, and it compiles what callers run, too.
///
/// The thread ends with the first look in which no call was seen, so that it does not keep the
/// class loader of a program that is replaced. It leaves another one, which the next call starts: a
/// caller makes no object.
final class Exercise implements Runnable {

  private static final Kernel[] KERNELS = Kernel.values();

  private static final long LOOK_MILLIS = 10;

  /// A tenth of a second of single rows. Batches wait longer: a command that takes half a second
  /// would end before it gained anything.
  private static final int ROW_LOOKS = 10;

  private static final int BLOCK_LOOKS = 20;

  /// How often one shape is called in turn, as long as that allocates: where a loop is left that
  /// only some shapes go through, these are called more often, until it is compiled, too.
  private static final int CALLS = 16;

  /// Rounds through all shapes after which C2 has the kernel in its queue. From then on they are a
  /// millisecond apart, and of one call each until C2 is done with the first shapes: more calls
  /// would have it compile the methods of vectors by themselves, too.
  private static final int BUSY_ROUNDS = 8;

  /// Rounds without an object that end the exercise: one with numbers of each sort.
  private static final int CLEAN_ROUNDS = SyntheticArrays.Numbers.values().length;

  /// Processor time after which a kernel stays scalar.
  private static final long MAX_NANOS = 2_000_000_000;

  /// Who waits for scorers to be warm: meanwhile a kernel is in use with its first call.
  private static final AtomicInteger WAITING = new AtomicInteger();

  /// The thread that the next call starts, or null where one runs or is needed no more.
  private static final AtomicReference<Thread> NEXT = new AtomicReference<>();

  private static volatile boolean begun;

  private final Supplier<KernelSet> loader;
  private ThreadMXBean threads;
  private KernelSet vector;

  /// Called now and then: a synthetic call that met no others would be compiled with the vector
  /// kernel in it, and the kernel that users call would stay as it is.
  private List<KernelSet> others;

  private Exercise(Supplier<KernelSet> loader) {
    this.loader = loader;
  }

  /// Begins to look, with the first call.
  ///
  /// @param loader makes the vector tier, or says in the log why there is none and gives null
  static void begin(Supplier<KernelSet> loader) {
    NEXT.set(new Exercise(loader).thread());
    begun = true;
  }

  private Thread thread() {
    Thread made = new Thread(null, this, "lanewise-kernels", 0, false);
    made.setDaemon(true);
    made.setContextClassLoader(null);
    return made;
  }

  /// Starts the thread, unless it runs: a kernel was called for the first time since the last look.
  static void wake() {
    Thread next = NEXT.getAndSet(null);
    if (next != null) {
      try {
        next.start();
      } catch (OutOfMemoryError _) {
        // No further thread is to be had: the call goes on in scalar loops.
        NEXT.set(next);
      }
    }
  }

  /// Exercises what is called from now on with its first call, until [#hurryNoMore].
  static void hurry() {
    for (Kernel kernel : KERNELS) {
      kernel.forget();
    }
    WAITING.incrementAndGet();
    wake();
  }

  static void hurryNoMore() {
    WAITING.decrementAndGet();
  }

  /// Whether every kernel that was called runs in vectors, or is given up.
  static boolean isDone() {
    for (Kernel kernel : KERNELS) {
      if (begun && kernel.isPending()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void run() {
    try {
      while (true) {
        boolean quiet = true;
        for (Kernel kernel : KERNELS) {
          quiet &= !kernel.look();
        }
        Kernel next = next();
        if (next != null) {
          if (vector == null && !load()) {
            return;
          }
          try {
            exercise(next);
          } catch (LinkageError e) {
            // The Vector API of a later JDK has changed.
            giveUp();
            Kernels.logNone("a kernel does not link (%s)".formatted(e));
            return;
          } catch (RuntimeException | OutOfMemoryError e) {
            next.staysScalar();
            Kernels.log(
                Level.INFO, "The kernel %s stays scalar: it does not run (%s)".formatted(next, e));
          }
        } else if (quiet) {
          NEXT.getAndSet(thread());
          if (Arrays.stream(KERNELS).anyMatch(Kernel::isCalled)) {
            // Since the look, when this thread was still there.
            wake();
          }
          return;
        } else {
          Thread.sleep(WAITING.get() > 0 ? 1 : LOOK_MILLIS);
        }
      }
    } catch (InterruptedException _) {
      // Nobody does: what is scalar stays so.
    }
  }

  /// The kernel in use that was seen in most looks, or null.
  private static Kernel next() {
    Kernel next = null;
    for (Kernel kernel : KERNELS) {
      int least =
          WAITING.get() > 0 ? 1 : kernel.shape == Kernel.Shape.ROW ? ROW_LOOKS : BLOCK_LOOKS;
      if (kernel.looks() >= least && (next == null || kernel.looks() > next.looks())) {
        next = kernel;
      }
    }
    return next;
  }

  private boolean load() {
    threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    vector = loader.get();
    others = List.of(ScalarKernels.create(), ScalarKernels.createOthers());
    if (vector == null) {
      giveUp();
    }
    return vector != null;
  }

  private static void giveUp() {
    for (Kernel kernel : KERNELS) {
      kernel.staysScalar();
    }
  }

  private void exercise(Kernel kernel) throws InterruptedException {
    Proof proof = new Proof(kernel, others.getFirst(), vector);
    SyntheticArrays[] arrays = Proof.arrays();
    long end = threads.getCurrentThreadCpuTime() + MAX_NANOS;
    long before;
    do {
      if (!compiles(kernel, arrays, end)) {
        kernel.staysScalar();
        return;
      }
      String difference = proof.difference();
      before = threads.getCurrentThreadAllocatedBytes();
      difference = difference == null ? proof.difference() : difference;
      if (difference != null) {
        kernel.isWrong(difference);
        Kernels.report(kernel, difference);
        return;
      }
      // What allocates was not compiled when it was compared.
    } while (threads.getCurrentThreadAllocatedBytes() != before);
    if (proof.isSlower()) {
      kernel.staysScalar();
      Kernels.log(Level.DEBUG, "The kernel %s stays scalar: vectors are slower".formatted(kernel));
      return;
    }
    kernel.runInVectors(true);
    Events.inVectors(kernel.name());
  }

  /// Calls a vector kernel until it is compiled, or until a processor time.
  private boolean compiles(Kernel kernel, SyntheticArrays[] all, long end)
      throws InterruptedException {
    SyntheticCall call = kernel.syntheticCall();
    int shapes = kernel.shape.extents.length;
    int dirty = shapes;
    int clean = 0;
    for (int round = 0; clean < CLEAN_ROUNDS; round++) {
      int calls = round < BUSY_ROUNDS || dirty < shapes ? CALLS : 1;
      dirty = 0;
      SyntheticArrays arrays = all[round % all.length];
      for (int[] extents : kernel.shape.extents) {
        for (KernelSet set : others) {
          arrays.run(call, set, extents);
        }
        dirty += makesObjects(call, arrays, extents, calls) ? 1 : 0;
      }
      clean = dirty == 0 ? clean + 1 : 0;
      if (threads.getCurrentThreadCpuTime() > end) {
        return false;
      }
      if (round >= BUSY_ROUNDS && clean == 0) {
        Thread.sleep(1);
      }
    }
    return true;
  }

  /// Calls a vector kernel until a call allocates nothing, a few times at most.
  private boolean makesObjects(
      SyntheticCall call, SyntheticArrays arrays, int[] extents, int calls) {
    for (int i = 0; i < calls; i++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      arrays.run(call, vector, extents);
      if (threads.getCurrentThreadAllocatedBytes() == before) {
        return false;
      }
    }
    return true;
  }
}
