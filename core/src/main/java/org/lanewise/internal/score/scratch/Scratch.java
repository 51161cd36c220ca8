package org.lanewise.internal.score.scratch;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// Which [Workspace] a call uses: a thread's own, for all models, or one that is lent for the call.
///
/// A platform thread that has called [#CALLS] times gets its own for good; before that, and always
/// to a virtual thread, one is lent from a pool and given back after the call. So threads that live
/// for a call or two, as those of a database's callbacks, allocate none, and those of a service
/// need no pool.
///
/// Calls of one thread may nest: a call that scores rows for several results holds a thread's own
/// while the scorers of blocks use other arrays of it, and only the outermost call ends its use. A
/// batch has another one, which is lent where it is in use: by a batch in whose midst this one is
/// scored.
///
/// **What is kept.** A thread of its own keeps at most twice [Workspace#MAX_BYTES], and the pool
/// that much for each of its [#SLOTS] places; both grow by what they are used for. A thread's own
/// goes after the thread.
///
/// **Who keeps it.** This class, and not the thread, which has a weak reference to its own: threads
/// of a server outlive the programs that are deployed there, and an object that a thread holds
/// keeps its class loader.
public final class Scratch {

  /// The calls for which a platform thread is lent one.
  static final int CALLS = 16;

  /// Places of the pool: two for each processor, from 4 to 64.
  static final int SLOTS =
      Math.clamp(2L * Integer.highestOneBit(Runtime.getRuntime().availableProcessors()), 4, 64);

  /// The distance of two places: a cache line.
  private static final int LINE = 16;

  private static final AtomicReferenceArray<Workspace> POOL =
      new AtomicReferenceArray<>(SLOTS * LINE);

  /// Stand-ins for a thread that has none of its own, after so many calls; too small for any row.
  private static final Workspace[] NONE = new Workspace[CALLS + 1];

  static {
    Arrays.setAll(NONE, Workspace::new);
  }

  private static final ThreadLocal<WeakReference<Workspace>> OWN =
      ThreadLocal.withInitial(() -> NONE[0].weak);

  /// The own workspace of each thread that has one, until the thread has ended.
  private static final Map<Reference<Thread>, Workspace> OWNED = new ConcurrentHashMap<>();

  private static final ReferenceQueue<Thread> ENDED = new ReferenceQueue<>();

  private Scratch() {}

  /// The thread's own, or one that is too small for any row. A row for which it is large enough may
  /// be scored with it at once.
  public static Workspace ofThread() {
    return Thread.currentThread().isVirtual() ? NONE[0] : OWN.get().get();
  }

  /// One for a row, to be given back; it may be too small.
  public static Workspace forRow() {
    Workspace own = own();
    return begin(own == null ? lend() : own);
  }

  /// One for a batch, to be given back; it may be too small.
  public static Workspace forBatch() {
    Workspace own = own();
    if (own == null) {
      return begin(lend());
    }
    if (own.ofBatches == null) {
      own.ofBatches = lend();
      own.ofBatches.lent = false;
    }
    return begin(own.ofBatches.calls > 0 ? lend() : own.ofBatches);
  }

  private static Workspace begin(Workspace w) {
    w.calls++;
    return w;
  }

  /// Ends a call.
  public static void giveBack(Workspace w) {
    w.calls--;
    if (w.calls > 0) {
      return;
    }
    w.endCall();
    if (!w.lent) {
      return;
    }
    int start = start();
    for (int i = 0; i < SLOTS; i++) {
      int at = slot(start + i);
      if (POOL.getPlain(at) == null && POOL.compareAndSet(at, null, w)) {
        return;
      }
    }
    // More threads than places: it is let go.
  }

  /// The thread's own, or null where one is lent to it.
  private static Workspace own() {
    Reference<?> ended;
    while ((ended = ENDED.poll()) != null) {
      OWNED.remove(ended);
    }
    if (Thread.currentThread().isVirtual()) {
      return null;
    }
    Workspace own = OWN.get().get();
    if (own.callsBefore < 0) {
      return own;
    }
    if (own.callsBefore < CALLS) {
      OWN.set(NONE[own.callsBefore + 1].weak);
      return null;
    }
    own = lend();
    own.lent = false;
    OWNED.put(new WeakReference<>(Thread.currentThread(), ENDED), own);
    OWN.set(own.weak);
    return own;
  }

  private static Workspace lend() {
    int start = start();
    for (int i = 0; i < SLOTS; i++) {
      int at = slot(start + i);
      Workspace w = POOL.getPlain(at) == null ? null : POOL.getAndSet(at, null);
      if (w != null) {
        return w;
      }
    }
    Workspace w = new Workspace();
    w.lent = true;
    return w;
  }

  /// Where a thread begins to look: not all at the same place.
  private static int start() {
    return (int) Thread.currentThread().threadId();
  }

  private static int slot(int number) {
    return (number & SLOTS - 1) * LINE;
  }
}
