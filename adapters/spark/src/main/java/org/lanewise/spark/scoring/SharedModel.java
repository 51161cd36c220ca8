package org.lanewise.spark.scoring;

import java.io.Serializable;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.util.ReadWriteUtils$;
import org.lanewise.io.ModelFile;
import org.lanewise.model.Classifier;
import org.lanewise.spark.rows.Bytes;

/// A model that was sent to the executors: each fetches its file once, and all tasks there share
/// one scorer.
public final class SharedModel implements Serializable {

  private static final long serialVersionUID = 1L;

  /// The scorers of this process. An array is its own key, for as long as Spark keeps it.
  private static final Map<byte[], VectorScorer> SCORERS =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final Broadcast<byte[]> file;
  private final RowOptions options;
  private transient volatile VectorScorer scorer;

  private SharedModel(Broadcast<byte[]> file, RowOptions options) {
    this.file = file;
    this.options = options;
  }

  /// Sends a model to the executors.
  public static SharedModel of(SparkContext context, Classifier<?, ?> model, RowOptions options) {
    return new SharedModel(
        JavaSparkContext.fromSparkContext(context).broadcast(bytes(model)), options);
  }

  /// The bytes of the file of a model.
  public static byte[] bytes(Classifier<?, ?> model) {
    return Bytes.of(new ModelFile(model)::write);
  }

  /// The path of a model file below a path; local if Spark says so, as when it sets aside models
  /// that a Spark Connect client has not used for some time.
  public static Path path(String path, String file) {
    return (boolean) ReadWriteUtils$.MODULE$.localSavingModeState().get()
        ? new Path(java.nio.file.Path.of(path, file).toUri())
        : new Path(path, file);
  }

  /// The scorer of this process.
  public VectorScorer scorer() {
    VectorScorer known = scorer;
    if (known == null) {
      known = SCORERS.computeIfAbsent(file.value(), this::read);
      scorer = known;
    }
    return known;
  }

  private VectorScorer read(byte[] bytes) {
    return VectorScorer.of(Bytes.read(bytes, ModelFile::read).model(), options);
  }
}
