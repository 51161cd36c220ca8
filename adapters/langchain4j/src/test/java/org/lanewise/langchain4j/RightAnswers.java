package org.lanewise.langchain4j;

import dev.langchain4j.classification.TextClassifier;
import java.util.List;

/// Counts of answers to labelled texts.
final class RightAnswers {

  private RightAnswers() {}

  /// How many texts are given their label.
  static int right(TextClassifier<String> classifier, List<String> texts, List<String> labels) {
    int count = 0;
    for (int i = 0; i < texts.size(); i++) {
      count += classifier.classify(texts.get(i)).equals(List.of(labels.get(i))) ? 1 : 0;
    }
    return count;
  }

  /// How many texts are given no label.
  static int none(TextClassifier<String> classifier, List<String> texts) {
    return (int) texts.stream().filter(text -> classifier.classify(text).isEmpty()).count();
  }
}
