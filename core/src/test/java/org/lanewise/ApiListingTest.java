package org.lanewise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// `core/api.txt` lists the public API, so that no change of it comes unseen.
///
/// The system property `lanewise.api.write` writes it.
@Tag("once")
class ApiListingTest {

  private static final Path FILE = Path.of("api.txt");

  private static final String RENEW =
      "mvn -Dquick -pl core test -Dtest=ApiListingTest -Dlanewise.api.write=true";

  private static final List<String> HEAD =
      List.of(
          "# The public API of the module org.lanewise. ApiListingTest compares, and writes it"
              + " with",
          "# " + RENEW);

  /// Types in signatures that callers cannot name. This list may only become shorter.
  private static final Set<String> STILL_HIDDEN = Set.of();

  @Test
  void theListingIsThatOfTheLibrary() throws Exception {
    List<String> listing = new ArrayList<>(HEAD);
    listing.addAll(ApiListing.make().lines());
    if (Boolean.getBoolean("lanewise.api.write")) {
      Files.write(FILE, listing, StandardCharsets.UTF_8);
      return;
    }
    List<String> committed = Files.readAllLines(FILE, StandardCharsets.UTF_8);
    for (int i = 0; i < Math.max(listing.size(), committed.size()); i++) {
      String expected = i < committed.size() ? "'" + committed.get(i).strip() + "'" : "nothing";
      String found = i < listing.size() ? "'" + listing.get(i).strip() + "'" : "nothing";
      if (!expected.equals(found)) {
        fail(
            "line %d of core/api.txt has %s, the library has %s; if this change of the API is meant, '%s' writes the file"
                .formatted(i + 1, expected, found, RENEW));
      }
    }
  }

  @Test
  void signaturesNameOnlyTypesThatCallersCan() throws Exception {
    SortedSet<String> hidden = ApiListing.make().hidden();
    for (String one : hidden) {
      if (!STILL_HIDDEN.contains(one)) {
        fail(
            "a public signature names a type that callers cannot name: %s; a public type of an exported package is expected"
                .formatted(one));
      }
    }
    assertEquals(STILL_HIDDEN, hidden, "exceptions that are no longer needed are removed");
  }
}
