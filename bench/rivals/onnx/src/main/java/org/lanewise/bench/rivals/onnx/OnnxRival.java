package org.lanewise.bench.rivals.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Map;
import org.lanewise.bench.rival.Rival;
import org.lanewise.bench.rival.RivalRows;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.LinearDiscriminant;

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
    if (rows instanceof RivalRows.Normal normal && model.startsWith("lda")) {
      return new Linear(normal, model.equals("lda-floats"));
    }
    throw new IllegalArgumentException("ONNX Runtime is not asked for " + model);
  }

  /// An input tensor, and the output tensor of as many rows.
  private record Slot(
      ByteBuffer rows, boolean floats, OnnxTensor input, LongBuffer labels, OnnxTensor output) {

    static Slot of(OrtEnvironment environment, boolean floats, int rowCount, int featureCount)
        throws OrtException {
      ByteBuffer rows =
          direct(Math.multiplyExact(rowCount, featureCount), floats ? Float.BYTES : Double.BYTES);
      long[] shape = {rowCount, featureCount};
      LongBuffer labels = direct(rowCount, Long.BYTES).asLongBuffer();
      return new Slot(
          rows,
          floats,
          floats
              ? OnnxTensor.createTensor(environment, rows.asFloatBuffer(), shape)
              : OnnxTensor.createTensor(environment, rows.asDoubleBuffer(), shape),
          labels,
          OnnxTensor.createTensor(environment, labels, new long[] {rowCount}));
    }

    private static ByteBuffer direct(int count, int size) {
      return ByteBuffer.allocateDirect(Math.multiplyExact(count, size))
          .order(ByteOrder.nativeOrder());
    }

    void put(int at, double[] row) {
      for (int j = 0; j < row.length; j++) {
        if (floats) {
          rows.putFloat((at * row.length + j) * Float.BYTES, (float) row[j]);
        } else {
          rows.putDouble((at * row.length + j) * Double.BYTES, row[j]);
        }
      }
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

    private Linear(RivalRows.Normal normal, boolean floats) throws OrtException {
      rows = normal.rows();
      int featureCount = normal.shape().featureCount();
      LinearDiscriminant model =
          LinearDiscriminant.recipe()
              .fit(
                  NumericColumns.fromRows(rows),
                  Labels.ofIndices(normal.labels(), normal.shape().classCount()));
      OrtEnvironment environment = OrtEnvironment.getEnvironment();
      try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
        options.setIntraOpNumThreads(1);
        options.setInterOpNumThreads(1);
        session = environment.createSession(LinearModel.of(model, floats), options);
      }
      batch = Slot.of(environment, floats, rows.length, featureCount);
      for (int i = 0; i < rows.length; i++) {
        batch.put(i, rows[i]);
      }
      single = Slot.of(environment, floats, 1, featureCount);
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
      single.put(0, rows[row]);
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
