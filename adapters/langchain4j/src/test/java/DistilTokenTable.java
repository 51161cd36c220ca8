import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.onnx.allminilml6v2.AllMiniLmL6V2EmbeddingModel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.lanewise.interop.TokenTableFile;
import org.lanewise.text.TokenTable;

/// Makes a token table of an embedding model, for `lanewise fit --token-table FOLDER`. The argument
/// is the folder; the tokenizer is the one that the model's jar contains.
public final class DistilTokenTable {

  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    EmbeddingModel model = new AllMiniLmL6V2EmbeddingModel();
    Path tokenizer = folder.resolve("tokenizer.json");
    try (InputStream json =
        AllMiniLmL6V2EmbeddingModel.class.getResourceAsStream("/all-minilm-l6-v2-tokenizer.json")) {
      Files.write(tokenizer, json.readAllBytes());
    }
    TokenTable table =
        TokenTableFile.distil(
            tokenizer,
            text -> model.embed(text).content().vector(),
            "sentence-transformers/all-MiniLM-L6-v2",
            "Apache-2.0",
            folder);
    System.out.println(table);
  }
}
