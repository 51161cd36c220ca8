package org.lanewise.statistics;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// A batch is taken whole or not at all when memory runs out too, whichever allocation fails:
/// statistics then have the bytes they had before, and take the batch when there is memory again.
///
/// Shown for the scalar kernels, in their run. Vector kernels make no objects once they are
/// compiled; before that, memory may run out within them.
@EnabledIfSystemProperty(named = "lanewise.expected.kernels", matches = "scalar")
class OutOfMemoryTest {

  @TestFactory
  Stream<DynamicTest> everyAllocationMayFail() throws Exception {
    Class<?> scenario = Class.forName(StarvedScenario.class.getName(), true, new StarvedLoader());
    List<?> names = (List<?>) scenario.getMethod("names").invoke(null);
    return names.stream()
        .map(name -> DynamicTest.dynamicTest(name.toString(), () -> check(scenario, name)));
  }

  private static void check(Class<?> scenario, Object name) throws Throwable {
    try {
      int failures = (int) scenario.getMethod("check", String.class).invoke(null, name);
      assertTrue(failures > 0, "no allocation failed");
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
