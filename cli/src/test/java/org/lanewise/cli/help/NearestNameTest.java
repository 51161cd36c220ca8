package org.lanewise.cli.help;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NearestNameTest {

  private static final List<String> NAMES =
      List.of("--label", "--lambda", "--data", "--out", "--keep", "--kernels", "fit", "evaluate");

  private static String nearest(String given) {
    return NearestName.of(given, NAMES).orElse("");
  }

  @Test
  void isFewSlipsAway() {
    assertEquals("--label", nearest("--labels"));
    assertEquals("--label", nearest("--lable"));
    assertEquals("--keep", nearest("--keeep"));
    assertEquals("--data", nearest("--dta"));
    assertEquals("--data", nearest("--Data"));
    assertEquals("--out", nearest("--ot"));
    assertEquals("fit", nearest("fti"));
    assertEquals("evaluate", nearest("evalute"));
  }

  @Test
  void isNoneWhereNothingIsNear() {
    assertEquals(Optional.empty(), NearestName.of("version", NAMES));
    assertEquals(Optional.empty(), NearestName.of("--frobnicate", NAMES));
    assertEquals(Optional.empty(), NearestName.of("x", NAMES));
  }
}
