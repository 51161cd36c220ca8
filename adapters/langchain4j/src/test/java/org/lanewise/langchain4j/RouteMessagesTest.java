package org.lanewise.langchain4j;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The program that the documentation quotes, with the real embedding model.
@Tag("sweep")
class RouteMessagesTest {

  @Test
  void routesMessagesAndLeavesOutThoseOfNoIntent() throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      // By name: a class without a package cannot be imported.
      Class.forName("RouteMessages")
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(before);
    }
    assertEquals(
        """
        delivery: my parcel has not arrived
        refund: I would like to get my money back for the blue jacket
        password: it says that my password is wrong
        invoice: could you mail me the invoice again
        opening hours: do you open on Saturday morning
        none: what is the capital of Australia
        none: tell me a joke about cats
        """,
        printed.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n"));
  }
}
