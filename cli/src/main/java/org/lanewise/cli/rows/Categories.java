package org.lanewise.cli.rows;

import java.util.List;
import java.util.Objects;
import org.lanewise.data.UnseenCategory;

/// The categories that a model knows.
///
/// @param names for each feature its categories in the order of their codes
/// @param unseen what becomes of others
public record Categories(List<List<String>> names, UnseenCategory unseen) {

  /// Copies the names and checks that nothing is null.
  public Categories {
    names = names.stream().map(List::copyOf).toList();
    Objects.requireNonNull(unseen, "unseen");
  }
}
