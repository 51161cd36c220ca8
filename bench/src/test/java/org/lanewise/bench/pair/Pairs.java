package org.lanewise.bench.pair;

import java.util.List;
import org.lanewise.bench.job.Catalogue;
import org.lanewise.bench.job.Job;

/// Rounds and rows of pairs with made-up numbers.
final class Pairs {

  private Pairs() {}

  /// A round of two processes, the old taking 100 ns.
  static Round round(double ratio, double bytesPerCall, double compiling, double others) {
    return new Round(
        new Round.Side(100, 100, 0, 0),
        new Round.Side(100 * ratio, 100 * ratio, bytesPerCall, compiling),
        ratio,
        others);
  }

  /// A row of a pair: of one row if `brief`, else of a batch.
  static PairRow row(boolean brief, Round... rounds) {
    String id = brief ? "row-lda-predict" : "fit-lda";
    Job job = Catalogue.JOBS.stream().filter(j -> j.id().equals(id)).findFirst().orElseThrow();
    PairRow row = new PairRow(job, "1x32x10", "");
    List.of(rounds).forEach(row::add);
    return row;
  }
}
