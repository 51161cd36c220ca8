import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.lanewise.data.Labels;
import org.lanewise.inference.RelativeMahalanobis;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.text.TokenTable;

/// Routes messages to intents by a table of token vectors, or to none of them. The table is
/// synthetic here: words of one topic have similar vectors.
public final class IntentRouter {

  private static final int WIDTH = 16;

  private static final List<String> TOPICS =
      List.of(
          "parcel order arrive courier shipped late tracking",
          "money refund return back shoes paid",
          "password login account locked reset forgot",
          "joke cats capital australia weather tell",
          "i my the a is was has not of to it want where please can");

  public static void main(String[] arguments) {
    List<String> tokens = new ArrayList<>(List.of("[UNK]"));
    for (String topic : TOPICS) {
      tokens.addAll(List.of(topic.split(" ")));
    }
    Random random = new Random(1);
    float[] vectors = new float[tokens.size() * WIDTH];
    for (int t = 1; t < tokens.size(); t++) {
      for (int j = 0; j < WIDTH; j++) {
        boolean isOfTopic = (" " + TOPICS.get(j % 4) + " ").contains(" " + tokens.get(t) + " ");
        vectors[t * WIDTH + j] = (float) (0.2 * random.nextGaussian() + (isOfTopic ? 1 : 0));
      }
    }
    List<String> messages =
        List.of(
            "where is my parcel",
            "the order has not arrived",
            "the courier was late",
            "tracking of my order please",
            "has it shipped",
            "i want my money back",
            "can i return the shoes",
            "refund please",
            "the refund is not paid",
            "i want to return it",
            "i forgot my password",
            "my account is locked",
            "reset the login please",
            "the login has my account locked",
            "can i reset my password");
    String[] intents = new String[messages.size()];
    for (int i = 0; i < intents.length; i++) {
      intents[i] = List.of("delivery", "refund", "password").get(i / 5);
    }

    TokenTable table = TokenTable.of(tokens, vectors, WIDTH).withUnitLength();
    RelativeMahalanobis router =
        RelativeMahalanobis.of(
            LinearDiscriminant.recipe(
                DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(0.5))),
            table.rows(messages),
            Labels.of(intents));

    for (String message :
        List.of(
            "Is my order late?",
            "I want the money back, please!",
            "Password forgotten",
            "Tell me a joke of cats",
            "What is the capital of Australia?")) {
      double[] row = new double[WIDTH];
      boolean isKnown = table.embed(message, row) > 0;
      int intent = isKnown ? router.predict(row, 0.1) : -1;
      System.out.println(
          (intent < 0 ? "none" : router.model().classes().name(intent)) + ": " + message);
    }
  }
}
