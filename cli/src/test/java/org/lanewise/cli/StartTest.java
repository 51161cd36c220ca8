package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.DataInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class StartTest {

  private static final int CLASS_FILE_OF_JAVA_8 = 52;

  @Test
  void anyJavaSinceJava8CanReadIt() throws IOException {
    try (DataInputStream in = new DataInputStream(Start.class.getResourceAsStream("Start.class"))) {
      in.readInt();
      in.readUnsignedShort();
      assertEquals(CLASS_FILE_OF_JAVA_8, in.readUnsignedShort());
    }
  }

  @Test
  void aJavaThatIsTooOldIsRefusedInOneSentence() {
    assertEquals(
        "lanewise: needs Java 25 or later, found Java 17.0.15 in /opt/java.",
        Start.refusal("17", "17.0.15", "/opt/java"));
    assertEquals(
        "lanewise: needs Java 25 or later, found Java 1.8.0_412 in /opt/java.",
        Start.refusal("1.8", "1.8.0_412", "/opt/java"));
  }

  @Test
  void java25AndLaterRunTheCommand() {
    assertNull(Start.refusal("25", "25.0.3", "/opt/java"));
    assertNull(Start.refusal("26", "26-ea", "/opt/java"));
  }
}
