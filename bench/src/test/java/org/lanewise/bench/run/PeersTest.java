package org.lanewise.bench.run;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.lanewise.bench.job.Catalogue;
import org.lanewise.bench.job.Job;
import org.lanewise.bench.job.Parameters;

class PeersTest {

  @Test
  void rivalsHaveShapesThatOursHave() {
    for (Job job : Catalogue.JOBS) {
      assertTrue(Parameters.shapes(job).containsAll(Peers.shapes(job)), job.id());
    }
    Set<String> ids = new HashSet<>();
    Catalogue.JOBS.forEach(job -> ids.add(job.id()));
    for (List<Peers.Task> tasks : List.of(Peers.SKLEARN, Peers.SKLEARN_THREADS, Peers.R)) {
      tasks.forEach(task -> assertTrue(ids.contains(task.job()), task.job()));
    }
    JvmRivals.jobs().forEach(job -> assertTrue(ids.contains(job), job));
  }
}
