import java.util.List;
import org.lanewise.data.Labels;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.text.TextFeatures;
import org.lanewise.text.TextScorer;
import org.lanewise.text.Vocabulary;

/// Tells languages apart by runs of one to four characters.
public final class Languages {

  public static void main(String[] arguments) {
    List<String> sentences =
        List.of(
            "Where is the station? The train leaves in the morning.",
            "This is what I wanted to tell you about the weather.",
            "They said that we should wait here with the others.",
            "Wo ist der Bahnhof? Der Zug fährt am Morgen ab.",
            "Das ist es, was ich dir über das Wetter sagen wollte.",
            "Sie sagten, dass wir hier mit den anderen warten sollen.",
            "Où est la gare ? Le train part le matin.",
            "Voilà ce que je voulais te dire du temps qu'il fait.",
            "Ils ont dit que nous devions attendre ici avec les autres.");
    String[] languages = {
      "English", "English", "English", "German", "German", "German", "French", "French", "French"
    };

    Vocabulary vocabulary = TextFeatures.of("chars-within-words,ngrams=1-4").vocabulary(sentences);
    TextScorer scorer =
        vocabulary.scorer(
            MultinomialNaiveBayes.fit(vocabulary.counts(sentences), Labels.of(languages)));

    System.out.println(scorer.label("Who has closed the window in the room?"));
    System.out.println(scorer.label("Wer hat das Fenster im Zimmer geschlossen?"));
    System.out.println(scorer.label("Qui a fermé la fenêtre de la chambre ?"));
  }
}
