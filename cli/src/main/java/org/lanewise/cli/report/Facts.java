package org.lanewise.cli.report;

import java.util.ArrayList;
import java.util.List;
import org.lanewise.cli.output.Visible;

/// Lines of a name and a value, the values one below the other.
final class Facts {

  private final List<String> names = new ArrayList<>();
  private final List<String> values = new ArrayList<>();

  Facts add(String name, String value) {
    names.add(name);
    values.add(value);
    return this;
  }

  Facts add(String name, long value) {
    return add(name, Long.toString(value));
  }

  @Override
  public String toString() {
    int width = names.stream().mapToInt(String::length).max().orElse(0);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < names.size(); i++) {
      text.append(names.get(i)).append(" ".repeat(width + 2 - names.get(i).length()));
      text.append(Visible.text(values.get(i))).append('\n');
    }
    return text.toString();
  }
}
