package org.lanewise.internal.handover;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.lanewise.internal.tier.Kernels;

/// Hands kernels over and back at random while all tests run: which tier runs may change between
/// any two calls, and no bit may tell.
///
/// It runs where the property `lanewise.test.handovers` is `random`, in which mode is `auto`.
public final class RandomHandOvers implements LauncherSessionListener {

  private static volatile boolean paused;

  /// Leaves the hand-overs as they are.
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
    if ("random".equals(System.getProperty("lanewise.test.handovers"))) {
      begin();
    }
  }

  private static void begin() {
    if (!Kernels.name().equals("scalar")) {
      throw new IllegalStateException("the mode is not 'auto', but " + Kernels.name() + " runs");
    }
    if (HandOvers.tiers() == null || HandOvers.tiers().vector() == null) {
      throw new IllegalStateException("there are no vector kernels to hand over to");
    }
    HandOvers.tell(handOver -> {});
    Thread.ofPlatform().daemon().name("random hand-overs").start(RandomHandOvers::run);
  }

  private static void run() {
    List<HandOver> all = AllHandOvers.all();
    SplittableRandom random = new SplittableRandom(1);
    while (true) {
      HandOver handOver = all.get(random.nextInt(all.size()));
      if (paused) {
        LockSupport.parkNanos(1_000_000);
        continue;
      }
      handOver.runVectorsFrom(
          switch (random.nextInt(4)) {
            case 0 -> HandOver.NEVER;
            case 1 -> random.nextInt(1000);
            default -> 0;
          });
      LockSupport.parkNanos(20_000);
    }
  }
}
