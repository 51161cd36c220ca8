package org.lanewise.bench.rivals.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.LongBuffer;
import java.util.Map;
import org.lanewise.bench.rival.Rival;
import org.lanewise.bench.rival.RivalRows;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.Labels;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.statistics.GaussianStatistics;

/// ONNX Runtime, one thread, on a linear discriminant that we have fitted and exported. Its tensors
/// are made beforehand, over memory that it reads and writes without a copy.
public final class OnnxRival implements Rival {

  /// Public for the service loader.
  public OnnxRival() {}

  @Override
  public String version() {
    return OrtEnvironment.getEnvironment().getVersion();
  }

  @Override
  public Task prepare(String model, RivalRows rows) throws OrtException {
    if (rows instanceof RivalRows.Normal normal && model.equals("lda")) {
      return new Linear(normal);
    }
    throw new IllegalArgumentException("ONNX Runtime is not asked for " + model);
  }

  /// An input tensor, and the output tensor of as many rows.
  private record Slot(DoubleBuffer rows, OnnxTensor input, LongBuffer labels, OnnxTensor output) {

    static Slot of(OrtEnvironment environment, int rowCount, int featureCount) throws OrtException {
      DoubleBuffer rows = direct(Math.multiplyExact(rowCount, featureCount)).asDoubleBuffer();
      LongBuffer labels = direct(rowCount).asLongBuffer();
      return new Slot(
          rows,
          OnnxTensor.createTensor(environment, rows, new long[] {rowCount, featureCount}),
          labels,
          OnnxTensor.createTensor(environment, labels, new long[] {rowCount}));
    }

    private static ByteBuffer direct(int count) {
      return ByteBuffer.allocateDirect(Math.multiplyExact(count, Double.BYTES))
          .order(ByteOrder.nativeOrder());
    }

    void run(OrtSession session) throws OrtException {
      session.run(Map.of(LinearModel.ROWS, input), Map.of(LinearModel.LABELS, output)).close();
    }

    void close() {
      input.close();
      output.close();
    }
  }

  private static final class Linear implements Task {

    private final double[][] rows;
    private final OrtSession session;
    private final Slot batch;
    private final Slot single;

    private Linear(RivalRows.Normal normal) throws OrtException {
      rows = normal.rows();
      int featureCount = normal.shape().featureCount();
      LinearDiscriminant model =
          LinearDiscriminant.recipe()
              .fit(
                  GaussianStatistics.of(
                      DoubleColumns.fromRows(rows),
                      Labels.ofIndices(normal.labels(), normal.shape().classCount())));
      OrtEnvironment environment = OrtEnvironment.getEnvironment();
      try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
        options.setIntraOpNumThreads(1);
        options.setInterOpNumThreads(1);
        session = environment.createSession(LinearModel.of(model), options);
      }
      batch = Slot.of(environment, rows.length, featureCount);
      for (int i = 0; i < rows.length; i++) {
        batch.rows.put(i * featureCount, rows[i]);
      }
      single = Slot.of(environment, 1, featureCount);
    }

    /// The model was fitted beforehand: it only scores.
    @Override
    public Object fit() {
      return session;
    }

    @Override
    public int[] predict() throws OrtException {
      batch.run(session);
      int[] labels = new int[rows.length];
      for (int i = 0; i < labels.length; i++) {
        labels[i] = (int) batch.labels.get(i);
      }
      return labels;
    }

    @Override
    public int predict(int row) throws OrtException {
      single.rows.put(0, rows[row]);
      single.run(session);
      return (int) single.labels.get(0);
    }

    @Override
    public void close() throws OrtException {
      batch.close();
      single.close();
      session.close();
    }
  }
}
