package org.lanewise.interop;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.lanewise.io.ModelFile;

/// The model files that the tests of the library keep.
final class GoldenModels {

  private static final Path FOLDER = Path.of("../../core/src/test/resources/golden");

  private GoldenModels() {}

  /// By name.
  static SortedMap<String, ModelFile> all() throws IOException {
    SortedMap<String, ModelFile> all = new TreeMap<>();
    try (Stream<Path> files = Files.walk(FOLDER)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.matches("model-.*\\.lanewise")) {
          all.put(name, ModelFile.read(file));
        }
      }
    }
    return all;
  }

  static ModelFile one(String name) throws IOException {
    return all().get("model-%s.lanewise".formatted(name));
  }

  /// The bytes of the model file with a model and notes only.
  static byte[] bytes(ModelFile file) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new ModelFile(file.model(), file.notes()).write(out);
    return out.toByteArray();
  }
}
