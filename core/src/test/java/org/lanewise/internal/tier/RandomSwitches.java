package org.lanewise.internal.tier;

import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.lanewise.internal.kernel.KernelSet.UnsuitableException;

/// Switches kernels to vectors and back at random while all tests run: which tier runs may change
/// between any two calls, and no bit may tell.
///
/// It runs where the property `lanewise.test.switches` is `random`, in which mode is `auto`.
public final class RandomSwitches implements LauncherSessionListener {

  private static volatile boolean paused;

  /// Leaves the switches as they are.
  static void pause() throws InterruptedException {
    paused = true;
    // One may be under way.
    Thread.sleep(20);
  }

  /// Ends [#pause].
  static void goOn() {
    paused = false;
  }

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    if ("random".equals(System.getProperty("lanewise.test.switches"))) {
      Kernels.requireTier();
      try {
        VectorTier.load();
      } catch (UnsuitableException e) {
        throw new IllegalStateException("there are no vector kernels to switch to", e);
      }
      Thread.ofPlatform().daemon().name("random switches").start(RandomSwitches::run);
    }
  }

  private static void run() {
    Kernel[] all = Kernel.values();
    SplittableRandom random = new SplittableRandom(1);
    while (true) {
      if (!paused) {
        all[random.nextInt(all.length)].runInVectors(random.nextInt(4) > 0);
      }
      LockSupport.parkNanos(20_000);
    }
  }
}
