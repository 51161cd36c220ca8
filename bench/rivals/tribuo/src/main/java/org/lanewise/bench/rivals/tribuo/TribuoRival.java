package org.lanewise.bench.rivals.tribuo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.lanewise.bench.rival.Rival;
import org.lanewise.bench.rival.RivalRows;
import org.tribuo.Example;
import org.tribuo.Model;
import org.tribuo.MutableDataset;
import org.tribuo.classification.Label;
import org.tribuo.classification.LabelFactory;
import org.tribuo.classification.mnb.MultinomialNaiveBayesTrainer;
import org.tribuo.impl.ArrayExample;
import org.tribuo.provenance.SimpleDataSourceProvenance;

/// Tribuo's multinomial Naive Bayes, which has no class priors.
public final class TribuoRival implements Rival {

  /// Public for the service loader.
  public TribuoRival() {}

  @Override
  public String version() {
    return "4.3.2";
  }

  @Override
  public Task prepare(String model, RivalRows rows) {
    if (rows instanceof RivalRows.Words words && model.equals("multinomial-nb")) {
      return new Multinomial(words);
    }
    throw new IllegalArgumentException("Tribuo is not asked for " + model);
  }

  private static final class Multinomial implements Task {

    private final MutableDataset<Label> train;
    private final List<Example<Label>> test;
    private Model<Label> model;

    private Multinomial(RivalRows.Words words) {
      LabelFactory factory = new LabelFactory();
      String[] names = new String[words.shape().featureCount()];
      Arrays.setAll(names, j -> "word" + j);
      train =
          new MutableDataset<>(
              examples(words.train(), names, words.labels()),
              new SimpleDataSourceProvenance("20 Newsgroups", factory),
              factory);
      test = examples(words.test(), names, null);
    }

    /// @param labels of the documents, or null where they are not known
    private static List<Example<Label>> examples(
        RivalRows.Documents documents, String[] names, int[] labels) {
      List<Example<Label>> examples = new ArrayList<>();
      for (int i = 0; i < documents.count(); i++) {
        int from = documents.starts()[i];
        int to = documents.starts()[i + 1];
        String[] words = new String[to - from];
        Arrays.setAll(words, at -> names[documents.indices()[from + at]]);
        Label label = labels == null ? LabelFactory.UNKNOWN_LABEL : new Label("" + labels[i]);
        examples.add(
            new ArrayExample<>(label, words, Arrays.copyOfRange(documents.values(), from, to)));
      }
      return examples;
    }

    @Override
    public Object fit() {
      model = new MultinomialNaiveBayesTrainer(1).train(train);
      return model;
    }

    @Override
    public int[] predict() {
      int[] labels = new int[test.size()];
      for (int i = 0; i < labels.length; i++) {
        labels[i] = Integer.parseInt(model.predict(test.get(i)).getOutput().getLabel());
      }
      return labels;
    }
  }
}
