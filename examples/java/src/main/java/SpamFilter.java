import java.nio.file.Files;
import java.nio.file.Path;
import org.lanewise.data.Labels;
import org.lanewise.io.ModelFile;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.text.TextScorer;
import org.lanewise.text.Vocabulary;

/// Messages to a vocabulary, to a model, to a file; and back, the vocabulary with it.
public final class SpamFilter {

  public static void main(String[] arguments) throws Exception {
    String[] messages = {
      "Win a FREE prize, call now!",
      "Are we still on for lunch?",
      "Free entry: win a prize today",
      "Call me when you are home"
    };
    String[] classes = {"spam", "ham", "spam", "ham"};
    Path file = Files.createTempDirectory("lanewise").resolve("spam.model");

    Vocabulary words = Vocabulary.of(messages);
    ModelFile.write(MultinomialNaiveBayes.fit(words.counts(messages), Labels.of(classes)), file);

    MultinomialNaiveBayes model = ModelFile.read(file, MultinomialNaiveBayes.class);
    TextScorer scorer = Vocabulary.of(model.features()).scorer(model);
    String label = scorer.label("you win a free lunch");

    System.out.println(label);
    Files.delete(file);
    Files.delete(file.getParent());
  }
}
