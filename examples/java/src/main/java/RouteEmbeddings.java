import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.inference.RelativeMahalanobis;
import org.lanewise.io.ModelFile;
import org.lanewise.model.GrowingModel;
import org.lanewise.model.Recipe;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.serving.NumericRow;
import org.lanewise.transform.Transform;

/// A head on embeddings: fitted to rows of floats, tested for rows of no class, and extended by a
/// class. The embeddings are synthetic here.
public final class RouteEmbeddings {

  private static final int WIDTH = 64;
  private static final Random RANDOM = new Random(1);

  public static void main(String[] arguments) throws Exception {
    float[] values = new float[3 * 20 * WIDTH];
    String[] intents = new String[3 * 20];
    for (int i = 0; i < intents.length; i++) {
      intents[i] = new String[] {"delivery", "invoice", "password"}[i % 3];
      System.arraycopy(embedding(i % 3), 0, values, i * WIDTH, WIDTH);
    }

    NumericColumns rows = NumericColumns.ofRowMajor(values, WIDTH);
    Labels labels = Labels.of(intents);
    Recipe<TransformedClassifier> recipe =
        TransformedClassifier.recipe(
            Transform.unitLength(),
            LinearDiscriminant.recipe(
                DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(0.1))));
    RelativeMahalanobis router = RelativeMahalanobis.of(recipe, rows, labels);

    NumericRow row = new NumericRow(WIDTH);
    int known = router.predict(row.set(embedding(2)), 0.05);
    int unknown = router.predict(row.set(embedding(7)), 0.05);
    System.out.println(router.model().classes().name(known) + ", " + unknown);

    Path file = Files.createTempFile("router", ".model");
    new ModelFile(router.model()).withReference(router.reference()).write(file);
    Files.delete(file);

    GrowingModel<TransformedClassifier> growing = GrowingModel.of(recipe, rows, labels);
    float[] refunds = new float[5 * WIDTH];
    for (int i = 0; i < 5; i++) {
      System.arraycopy(embedding(7), 0, refunds, i * WIDTH, WIDTH);
    }
    growing = growing.with("refund", NumericColumns.ofRowMajor(refunds, WIDTH));
    System.out.println(growing.model().label(row.set(embedding(7))));
  }

  /// An embedding of some topic: a direction, and noise.
  private static float[] embedding(int topic) {
    float[] values = new float[WIDTH];
    for (int j = 0; j < WIDTH; j++) {
      values[j] = (float) (RANDOM.nextGaussian() * 0.3 + (j % 8 == topic ? 1 : 0));
    }
    return values;
  }
}
