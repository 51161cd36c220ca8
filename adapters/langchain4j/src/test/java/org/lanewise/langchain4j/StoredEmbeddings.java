package org.lanewise.langchain4j;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// An embedding model of stored vectors, whose texts are names such as `train 17`.
final class StoredEmbeddings implements EmbeddingModel {

  private final Map<String, float[]> vectors = new HashMap<>();

  /// Stores vectors, and returns their texts.
  List<String> store(String name, List<float[]> rows) {
    List<String> texts = new ArrayList<>();
    for (float[] row : rows) {
      String text = name + " " + texts.size();
      vectors.put(text, row);
      texts.add(text);
    }
    return texts;
  }

  @Override
  public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
    return Response.from(
        segments.stream().map(segment -> Embedding.from(vectors.get(segment.text()))).toList());
  }

  @Override
  public Response<Embedding> embed(TextSegment segment) {
    return Response.from(Embedding.from(vectors.get(segment.text())));
  }
}
