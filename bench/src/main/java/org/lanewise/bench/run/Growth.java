package org.lanewise.bench.run;

import java.util.ArrayList;
import java.util.List;
import org.lanewise.bench.machine.Tier;
import org.lanewise.bench.program.JavaProcess;
import org.lanewise.bench.program.Scaling;
import org.lanewise.bench.program.ScalingSeries;

/// How the times of jobs grow, a process for each axis.
final class Growth {

  private static final double FULL_SECONDS = 12;
  private static final double QUICK_SECONDS = 6;

  private final List<String> flags;
  private final boolean quick;
  private final List<ScalingSeries> series = new ArrayList<>();

  /// Begins.
  ///
  /// @param flags of the JVMs beside the tier
  Growth(List<String> flags, boolean quick) {
    this.flags = new ArrayList<>(flags);
    this.flags.addAll(Tier.VECTOR.jvmArguments());
    this.quick = quick;
  }

  List<ScalingSeries> series() {
    return series;
  }

  /// Plans every axis; a quick run has the rows of doubles.
  void plan(Session session) {
    for (Scaling.Axis axis : Scaling.Axis.values()) {
      if (!quick || axis == Scaling.Axis.NORMAL_N) {
        session.plan(
            "scaling " + axis.label() + ", " + axis.fixed(),
            quick ? QUICK_SECONDS : FULL_SECONDS,
            () ->
                series.addAll(
                    JavaProcess.run(
                        flags,
                        Scaling.class,
                        List.of(axis.name(), Tier.VECTOR.label(), quick ? "quick" : "full"),
                        ScalingSeries.class)));
      }
    }
  }
}
