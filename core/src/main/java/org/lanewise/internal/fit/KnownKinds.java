package org.lanewise.internal.fit;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.lanewise.model.ModelMaker;

/// The kinds of models that files can hold. Each class of models adds its kind when it is
/// initialised, so a process initialises only those that it uses.
public final class KnownKinds {

  private static final Map<String, Kind> KINDS = new ConcurrentHashMap<>();

  private KnownKinds() {}

  /// A kind of models.
  ///
  /// @param id the kind in descriptions, such as `linear-discriminant`
  /// @param name the kind in messages, such as `linear discriminant`
  public record Kind(String id, String name, ModelMaker maker) {}

  /// Adds a kind, and returns its id.
  ///
  /// @throws IllegalArgumentException if there is a kind with this id
  public static String add(String id, String name, ModelMaker maker) {
    if (KINDS.putIfAbsent(id, new Kind(id, name, maker)) != null) {
      throw new IllegalArgumentException(
          "there is a kind '%s' of models; another id is expected".formatted(id));
    }
    return id;
  }

  /// The kind with an id, or null.
  public static Kind of(String id) {
    return KINDS.get(id);
  }
}
