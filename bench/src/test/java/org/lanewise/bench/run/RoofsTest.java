package org.lanewise.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class RoofsTest {

  @Test
  void arraysThatTheUsualHeapDoesNotHoldHaveALargerOne() {
    assertEquals(List.of(), Roofs.heap(256 << 20, 1L << 40));
    assertEquals(List.of("-Xmx4160m"), Roofs.heap(8 * 260L << 20, 23L << 30));
    assertEquals(List.of(), Roofs.heap(64 * 260L << 20, 23L << 30));
  }
}
