package org.lanewise.interop;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.lanewise.io.ModelFile;

/// The contents of a parameter file as a tree, for writers of JSON or other formats.
public final class ParameterTree {

  private ParameterTree() {}

  /// Returns the members `model`, the description of a model, and `tensors`, its parameters by
  /// name. A tensor of one dimension is a `double[]`, others are lists of tensors with one
  /// dimension less, which are computed when they are asked for. The rest of the tree are maps,
  /// lists, texts, integers, doubles and booleans.
  ///
  /// @throws IllegalArgumentException if the model has no place in a parameter file
  public static Map<String, Object> of(ModelFile file) {
    DescriptionTree description = DescriptionTree.of(file);
    Map<String, Object> tensors = new LinkedHashMap<>();
    for (Tensor tensor : description.tensors()) {
      tensors.put(tensor.name(), nested(tensor));
    }
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("model", description.members());
    tree.put("tensors", tensors);
    return tree;
  }

  private static Object nested(Tensor tensor) {
    int dimensions = tensor.shape().length;
    return switch (dimensions) {
      case 1 -> tensor.piece().apply(0);
      case 2 -> list(tensor.pieces(), tensor.piece());
      default ->
          list(
              tensor.pieces(),
              c -> {
                double[] flat = tensor.piece().apply(c);
                int width = Math.toIntExact(tensor.shape()[dimensions - 1]);
                return list(
                    flat.length / width,
                    row -> Arrays.copyOfRange(flat, row * width, (row + 1) * width));
              });
    };
  }

  private static <T> List<T> list(int size, IntFunction<T> element) {
    return new AbstractList<>() {
      @Override
      public T get(int index) {
        return element.apply(index);
      }

      @Override
      public int size() {
        return size;
      }
    };
  }
}
