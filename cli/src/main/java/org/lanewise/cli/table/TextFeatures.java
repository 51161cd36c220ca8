package org.lanewise.cli.table;

import java.util.List;

/// One message for each row.
///
/// @param messages the messages
public record TextFeatures(List<String> messages) implements FeatureTable {

  /// Copies the list.
  public TextFeatures {
    messages = List.copyOf(messages);
  }

  /// The messages of all parts.
  static TextFeatures join(List<TextFeatures> parts) {
    return new TextFeatures(parts.stream().flatMap(part -> part.messages.stream()).toList());
  }

  @Override
  public int rowCount() {
    return messages.size();
  }

  @Override
  public TextFeatures select(int[] rows) {
    String[] selected = new String[rows.length];
    for (int i = 0; i < rows.length; i++) {
      selected[i] = messages.get(rows[i]);
    }
    return new TextFeatures(List.of(selected));
  }
}
