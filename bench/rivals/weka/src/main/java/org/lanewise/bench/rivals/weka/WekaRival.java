package org.lanewise.bench.rivals.weka;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.lanewise.bench.rival.Rival;
import org.lanewise.bench.rival.RivalRows;
import weka.classifiers.bayes.NaiveBayes;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instances;

/// Weka's NaiveBayes of numbers, which rounds them to a grid and takes differences of the normal
/// distribution function.
public final class WekaRival implements Rival {

  /// Public for the service loader.
  public WekaRival() {}

  @Override
  public String version() {
    return "3.8.7";
  }

  @Override
  public Task prepare(String model, RivalRows rows) {
    if (rows instanceof RivalRows.Normal normal && model.equals("gaussian-nb")) {
      return new Gaussian(instances(normal));
    }
    throw new IllegalArgumentException("Weka is not asked for " + model);
  }

  private static Instances instances(RivalRows.Normal rows) {
    int featureCount = rows.shape().featureCount();
    ArrayList<Attribute> attributes = new ArrayList<>();
    for (int j = 0; j < featureCount; j++) {
      attributes.add(new Attribute("feature" + j));
    }
    List<String> classes = new ArrayList<>();
    for (int c = 0; c < rows.shape().classCount(); c++) {
      classes.add("class" + c);
    }
    attributes.add(new Attribute("class", classes));
    Instances instances = new Instances("rows", attributes, rows.rows().length);
    instances.setClassIndex(featureCount);
    for (int i = 0; i < rows.rows().length; i++) {
      double[] values = Arrays.copyOf(rows.rows()[i], featureCount + 1);
      values[featureCount] = rows.labels()[i];
      instances.add(new DenseInstance(1, values));
    }
    return instances;
  }

  private static final class Gaussian implements Task {

    private final Instances instances;
    private NaiveBayes model;

    private Gaussian(Instances instances) {
      this.instances = instances;
    }

    @Override
    public Object fit() throws Exception {
      model = new NaiveBayes();
      model.buildClassifier(instances);
      return model;
    }

    @Override
    public int[] predict() throws Exception {
      int[] labels = new int[instances.numInstances()];
      for (int i = 0; i < labels.length; i++) {
        labels[i] = predict(i);
      }
      return labels;
    }

    @Override
    public int predict(int row) throws Exception {
      return (int) model.classifyInstance(instances.instance(row));
    }
  }
}
