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

/// The thread that exercises vector kernels until they are compiled, and then switches to them.
///
/// Until C2 has compiled a vector kernel, each of its vectors is an object, and a call takes a
/// hundred times as long as a scalar one. So callers run scalar loops while this thread calls the
/// kernel with synthetic arguments ([Kernel#syntheticCall]) in many shapes, so that every loop is
/// compiled. The kernel is compiled once its calls allocate nothing. Before callers switch to it,
/// its results are compared with those of the scalar one ([Proof]).
///
/// A kernel is in use if it was called between several checks, 10 ms apart: a sample of where time
/// is spent, without a clock in any call. Kernels that run once, such as the factors of a fit, stay
/// scalar. One kernel is exercised at a time, the one most often observed in use first: with two
/// processors, C2 has one thread, which also compiles the code of callers.
///
/// The thread ends with the first check that finds no call, so that it does not keep the class
/// loader of a program that is redeployed. It prepares a successor, which the next call starts, so
/// callers allocate nothing.
final class Exercise implements Runnable {

  private static final Kernel[] KERNELS = Kernel.values();

  private static final long LOOK_MILLIS = 10;

  /// The number of consecutive calls of one shape, as long as they allocate: if a loop that only
  /// some shapes reach is not compiled yet, these shapes are called more often.
  private static final int CALLS = 16;

  /// The number of rounds through all shapes after which C2 has the kernel in its queue. Later
  /// rounds are a millisecond apart, with one call of each shape until C2 is done with the first
  /// shapes: more calls would make it compile the methods of vectors separately, too.
  private static final int BUSY_ROUNDS = 8;

  /// The number of consecutive rounds without an allocation that end the exercise: one for each
  /// sort of numbers.
  private static final int CLEAN_ROUNDS = SyntheticArrays.Numbers.values().length;

  /// The processor time after which a kernel stays scalar.
  private static final long MAX_NANOS = 2_000_000_000;

  /// The number of threads that wait for scorers to be warm; meanwhile a kernel is in use with its
  /// first call.
  private static final AtomicInteger WAITING = new AtomicInteger();

  /// The thread that the next call starts, or null while one runs or if none is needed any more.
  private static final AtomicReference<Thread> NEXT = new AtomicReference<>();

  private static volatile boolean begun;

  private final Supplier<KernelSet> loader;
  private ThreadMXBean threads;
  private KernelSet vector;

  /// Called now and then: if a synthetic call met only one kernel set, C2 would compile it with the
  /// vector kernel inlined, and the kernel that callers use would not be compiled.
  private List<KernelSet> others;

  private Exercise(Supplier<KernelSet> loader) {
    this.loader = loader;
  }

  /// Starts the checks, at the first call.
  ///
  /// @param loader makes the vector tier, or logs why it is not available and returns null
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

  /// Starts the thread unless it runs: a kernel was called for the first time since the last check.
  static void wake() {
    Thread next = NEXT.getAndSet(null);
    if (next != null) {
      try {
        next.start();
      } catch (OutOfMemoryError _) {
        // No further thread can be created: the call continues with scalar loops.
        NEXT.set(next);
      }
    }
  }

  /// Exercises every kernel from its first call on, until [#hurryNoMore].
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

  /// Whether every kernel that was called runs in vectors or was given up.
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
      Kernel next = null;
      while (true) {
        boolean quiet = true;
        for (Kernel kernel : KERNELS) {
          quiet &= !kernel.look(next == null);
        }
        next = next();
        if (next != null) {
          if (vector == null && !load()) {
            return;
          }
          try {
            exercise(next);
          } catch (LinkageError e) {
            // A later JDK has changed the Vector API.
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
            // Calls since the last check did not start a thread, because this one was still there.
            wake();
          }
          return;
        } else {
          Thread.sleep(WAITING.get() > 0 ? 1 : LOOK_MILLIS);
        }
      }
    } catch (InterruptedException _) {
      // Nothing interrupts this thread; if something did, the rest would stay scalar.
    }
  }

  /// The kernel in use that was observed in most checks, or null.
  private static Kernel next() {
    Kernel next = null;
    boolean waiting = WAITING.get() > 0;
    for (Kernel kernel : KERNELS) {
      if ((waiting ? kernel.looks() > 0 : kernel.isDue())
          && (next == null || kernel.looks() > next.looks())) {
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
      // A call that allocates ran code that was not compiled when it was compared.
    } while (threads.getCurrentThreadAllocatedBytes() != before);
    if (proof.isSlower()) {
      kernel.staysScalar();
      Kernels.log(Level.DEBUG, "The kernel %s stays scalar: vectors are slower".formatted(kernel));
      return;
    }
    kernel.runInVectors(true);
    Events.inVectors(kernel.name());
  }

  /// Calls a vector kernel until it is compiled or the processor time is used up.
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
