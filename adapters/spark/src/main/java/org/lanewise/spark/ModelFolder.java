package org.lanewise.spark;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWriter$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWriter;
import org.lanewise.io.ModelFile;
import org.lanewise.io.UnusableFileException;
import org.lanewise.model.Classifier;
import org.lanewise.spark.scoring.SharedModel;

/// The layout of a saved model: parameters as written by spark.ml, and a file of the library.
final class ModelFolder {

  private ModelFolder() {}

  static final class Writer extends MLWriter {

    private final GenerativeClassificationModel model;

    Writer(GenerativeClassificationModel model) {
      this.model = model;
    }

    /// The file is written first, so that a folder with metadata has a complete model. It gets its
    /// name once it is complete, because other programs read it without the metadata.
    @Override
    public void saveImpl(String path) {
      Path file = SharedModel.path(path, GenerativeClassificationModel.FILE);
      byte[] bytes = SharedModel.bytes(model.classifier());
      try {
        FileSystem files = file.getFileSystem(sparkSession().sessionState().newHadoopConf());
        Path part = file.suffix(".part");
        try (OutputStream out = files.create(part, true)) {
          out.write(bytes);
        }
        if (!files.rename(part, file)) {
          throw new IOException("cannot rename '%s' to '%s'".formatted(part, file));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      DefaultParamsWriter$.MODULE$.saveMetadata(model, path, sparkSession());
    }
  }

  static final class Reader extends MLReader<GenerativeClassificationModel> {

    @Override
    public GenerativeClassificationModel load(String path) {
      DefaultParamsReader.Metadata metadata =
          DefaultParamsReader.loadMetadata(
              path, sparkSession(), GenerativeClassificationModel.class.getName());
      Path file = SharedModel.path(path, GenerativeClassificationModel.FILE);
      Classifier<?, ?> classifier;
      try (InputStream in =
          file.getFileSystem(sparkSession().sessionState().newHadoopConf()).open(file)) {
        classifier = ModelFile.read(in).model();
      } catch (UnusableFileException e) {
        throw new UncheckedIOException("%s: %s".formatted(file, e.getMessage()), e);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      GenerativeClassificationModel model =
          new GenerativeClassificationModel(metadata.uid(), classifier);
      metadata.getAndSetParams(model, scala.Option.empty());
      return model;
    }
  }
}
