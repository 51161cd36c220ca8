package org.lanewise.cli.table;

import java.util.List;
import org.lanewise.text.TextFeatures;

/// One message for each row.
///
/// @param messages the messages
public record MessageFeatures(List<String> messages) implements FeatureTable {

  /// Copies the list.
  public MessageFeatures {
    messages = List.copyOf(messages);
  }

  /// The messages of all parts.
  static MessageFeatures join(List<MessageFeatures> parts) {
    return new MessageFeatures(parts.stream().flatMap(part -> part.messages.stream()).toList());
  }

  /// Whether any message has a feature of these.
  public boolean hasAny(TextFeatures features) {
    return messages.stream().anyMatch(message -> !features.features(message).isEmpty());
  }

  @Override
  public int rowCount() {
    return messages.size();
  }

  @Override
  public MessageFeatures select(int[] rows) {
    String[] selected = new String[rows.length];
    for (int i = 0; i < rows.length; i++) {
      selected[i] = messages.get(rows[i]);
    }
    return new MessageFeatures(List.of(selected));
  }
}
