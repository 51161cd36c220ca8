import dev.langchain4j.classification.TextClassifier;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.onnx.allminilml6v2.AllMiniLmL6V2EmbeddingModel;
import java.util.List;
import java.util.Map;
import org.lanewise.langchain4j.LanewiseTextClassifier;

/// Routes messages of customers to one of five intents, or to none of them.
public final class RouteMessages {

  private static final Map<String, List<String>> TEXTS =
      Map.of(
          "delivery",
          List.of(
              "where is my parcel",
              "when will my order arrive",
              "the tracking page shows nothing",
              "my package is late",
              "has my order been shipped yet",
              "the courier did not come today"),
          "refund",
          List.of(
              "I want my money back",
              "how do I return these shoes",
              "please refund my last order",
              "the refund is not on my account yet",
              "can I send this back and get a refund",
              "I was promised a refund last week"),
          "password",
          List.of(
              "I forgot my password",
              "I cannot log in",
              "how do I reset my password",
              "my account is locked",
              "the login page rejects my password",
              "send me a new password please"),
          "invoice",
          List.of(
              "I need an invoice for my order",
              "please send me the receipt",
              "the invoice shows the wrong address",
              "where can I download my bill",
              "can you put our company's name on the invoice",
              "the bill has the wrong amount"),
          "opening hours",
          List.of(
              "when are you open",
              "are you open on Sunday",
              "what time does the shop close",
              "is the store open on holidays",
              "until when can I come to your shop tonight",
              "what are your business hours"));

  public static void main(String[] arguments) {
    EmbeddingModel embeddings = new AllMiniLmL6V2EmbeddingModel();
    TextClassifier<String> router = LanewiseTextClassifier.fit(embeddings, TEXTS).withUnknown(0.05);
    for (String message :
        List.of(
            "my parcel has not arrived",
            "I would like to get my money back for the blue jacket",
            "it says that my password is wrong",
            "could you mail me the invoice again",
            "do you open on Saturday morning",
            "what is the capital of Australia",
            "tell me a joke about cats")) {
      List<String> found = router.classify(message);
      System.out.println((found.isEmpty() ? "none" : found.getFirst()) + ": " + message);
    }
  }
}
