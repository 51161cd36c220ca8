package org.lanewise.bench.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class MachineTest {

  @Test
  void processorsOfOneGenericNameAreToldApart() {
    assertEquals("AMD EPYC, family 25 model 1", cpu("AMD EPYC", "25", "1"));
    assertEquals("AMD EPYC, family 26 model 2", cpu("AMD EPYC", "26", "2"));
    assertEquals("AMD EPYC 9575F", cpu("AMD EPYC 9575F", "26", "2"));
  }

  private static String cpu(String name, String family, String model) {
    return Machine.cpuName(
        List.of(
            "processor\t: 0",
            "vendor_id\t: AuthenticAMD",
            "cpu family\t: " + family,
            "model\t\t: " + model,
            "model name\t: " + name,
            "stepping\t: 1"));
  }
}
