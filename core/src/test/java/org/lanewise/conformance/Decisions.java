package org.lanewise.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import org.lanewise.calibration.Calibration;
import org.lanewise.calibration.Reliability;
import org.lanewise.calibration.TemperatureScaling;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.explanation.Explainer;
import org.lanewise.explanation.Explanation;
import org.lanewise.inference.EqualCovariances;
import org.lanewise.inference.Typicality;
import org.lanewise.model.Likelihoods;
import org.lanewise.model.ShiftedPriors;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.score.Costs;
import org.lanewise.score.Decider;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.validation.LeaveOneOut;

/// What is decided with a fitted model, by the names that cases use: what the case asks with is
/// under `ask`.
final class Decisions<R, B extends RowBatch> {

  private final Subject<R, B> subject;
  private final JsonNode ask;
  private final Table rows;
  private final B batch;

  Decisions(Subject<R, B> subject) {
    this.subject = subject;
    ask = subject.way().ask();
    rows = subject.training().queries().rows();
    batch = subject.form().batch().apply(rows);
  }

  /// A quantity, or null where the name is not known here.
  Object quantity(String name) {
    return switch (name) {
      case "action" -> actions();
      case "expectedCosts" -> expectedCosts();
      case "top" -> top();
      case "shiftedPriors" -> shifted().priors();
      case "shiftedLogLikelihoods" ->
          new double[] {shifted().logLikelihoodBefore(), shifted().logLikelihood()};
      case "leaveOneOutLogJoint" -> leaveOneOutLogJoint();
      case "leftOutRows" -> leftOut().leftOut();
      case "typicality" -> typicality();
      case "jointLogLikelihood" -> likelihoods().joint();
      case "conditionalLogLikelihood" -> likelihoods().conditional();
      case "aic" -> likelihoods().aic();
      case "bic" -> likelihoods().bic();
      case "equalCovariances" -> equalCovariances();
      case "brierScore" -> calibration().brierScore();
      case "logLoss" -> calibration().logLoss();
      case "expectedCalibrationError" -> reliability().expectedError();
      case "reliability" ->
          reliability().bins().stream()
              .map(bin -> new double[] {bin.weight(), bin.predicted(), bin.observed()})
              .toArray(double[][]::new);
      case "temperature" -> temperature();
      case "contributions" -> contributions();
      default -> null;
    };
  }

  private R row(int i) {
    return subject.form().row().apply(rows.select(i));
  }

  // ---- costs

  private Decider<R, B> decider() {
    Costs costs = Costs.zeroOne(subject.scorer().classCount());
    if (ask.has("costs")) {
      double[][] table = new double[ask.get("costs").size()][];
      Arrays.setAll(table, a -> Json.vector(ask.get("costs").get(a)));
      costs = Costs.of(subject.scorer().classes(), table);
    }
    if (ask.has("actions")) {
      costs = costs.withActions(Json.texts(ask.get("actions")).toArray(String[]::new));
    }
    if (ask.has("reject")) {
      costs = costs.withReject(Json.number(ask.get("reject")));
    }
    return subject.scorer().withCosts(costs);
  }

  private String[] actions() {
    Decider<R, B> decider = decider();
    String[] actions =
        Arrays.stream(decider.decide(batch))
            .mapToObj(decider.actions()::get)
            .toArray(String[]::new);
    for (int i = 0; i < actions.length; i++) {
      assertEquals(actions[i], decider.action(row(i)), "row " + i + " alone");
    }
    return actions;
  }

  private double[][] expectedCosts() {
    Decider<R, B> decider = decider();
    int m = decider.actions().size();
    double[] all = new double[batch.rowCount() * m];
    decider.expectedCosts(batch, all);
    double[][] costs = new double[batch.rowCount()][m];
    for (int i = 0; i < costs.length; i++) {
      decider.expectedCosts(row(i), costs[i]);
      assertArrayEquals(
          Arrays.copyOfRange(all, i * m, (i + 1) * m), costs[i], "row " + i + " alone");
    }
    return costs;
  }

  private String[][] top() {
    int count = ask.get("top").intValue();
    int[] all = new int[batch.rowCount() * count];
    subject.scorer().top(batch, count, all);
    int[][] top = new int[batch.rowCount()][];
    List<String> names = subject.scorer().classes().names();
    for (int i = 0; i < top.length; i++) {
      top[i] = subject.scorer().top(row(i), count);
      assertArrayEquals(Arrays.copyOfRange(all, i * count, (i + 1) * count), top[i], "row " + i);
    }
    return Arrays.stream(top)
        .map(row -> Arrays.stream(row).mapToObj(names::get).toArray(String[]::new))
        .toArray(String[][]::new);
  }

  // ---- rows without labels, rows left out

  private ShiftedPriors shifted() {
    return ShiftedPriors.estimate(
        subject.scorer(),
        subject.model().priors(),
        batch,
        ask.path("iterations").asInt(ShiftedPriors.MAX_ITERATIONS));
  }

  private LeaveOneOut leftOut() {
    return LeftOut.of(
        subject.model(),
        subject.way(),
        subject.training(),
        subject.form().batch().apply(subject.training().rows()));
  }

  private double[][] everyRowLeftOut() {
    return leftOut().logJoints();
  }

  /// Of the training rows that the case names as its queries, or of all.
  private double[][] leaveOneOutLogJoint() {
    double[][] all = everyRowLeftOut();
    JsonNode queries = subject.way().queries();
    return queries == null
        ? all
        : Arrays.stream(Json.integers(queries.get("rows")))
            .mapToObj(i -> all[i])
            .toArray(double[][]::new);
  }

  private Calibration calibration() {
    return Calibration.of(everyRowLeftOut(), subject.training().labels());
  }

  private Reliability reliability() {
    JsonNode bins = ask.get("bins");
    return bins.has("equalWidth")
        ? calibration().reliability(bins.get("equalWidth").intValue())
        : calibration().reliabilityByCount(bins.get("equalCount").intValue());
  }

  private double[] temperature() {
    TemperatureScaling scaling =
        TemperatureScaling.fit(everyRowLeftOut(), subject.training().labels());
    return new double[] {scaling.temperature().value(), scaling.logLossBefore(), scaling.logLoss()};
  }

  // ---- fit and tests

  private Likelihoods likelihoods() {
    return Likelihoods.of(
        subject.model().in(RowFormat.of(batch)), batch, subject.training().queries().labels());
  }

  /// M, χ², its degrees of freedom, the p-value.
  private double[] equalCovariances() {
    EqualCovariances test =
        EqualCovariances.of(
            GaussianStatistics.of(subject.training().rows().dense(), subject.training().labels()));
    return new double[] {
      test.statistic(), test.chiSquared(), test.degreesOfFreedom(), test.pValue()
    };
  }

  /// By the law of F of a model that was fitted; where there is none, by ranks from the rows.
  private double[][] typicality() {
    Training training = subject.training();
    JsonNode options = subject.way().options();
    boolean law = !options.has("shrinkage");
    long[] counts = training.labels().counts();
    Typicality<double[], ?> typicality =
        switch (subject.model()) {
          case LinearDiscriminant linear when law ->
              Typicality.of(linear, Subjects.divisor(options), counts);
          case QuadraticDiscriminant quadratic when law ->
              Typicality.of(quadratic, Subjects.divisor(options), counts);
          case LinearDiscriminant _ ->
              Typicality.of(
                  LinearDiscriminant.recipe(discriminant()),
                  training.rows().dense(),
                  training.labels());
          case QuadraticDiscriminant _ ->
              Typicality.of(
                  QuadraticDiscriminant.recipe(discriminant()),
                  training.rows().dense(),
                  training.labels());
          case RegularizedDiscriminant _ ->
              Typicality.of(
                  RegularizedDiscriminant.recipe(Subjects.regularized(options)),
                  training.rows().dense(),
                  training.labels());
          default -> throw new IllegalStateException("no typicality of " + subject);
        };
    return Arrays.stream(rows.toNumbers()).map(typicality::pValues).toArray(double[][]::new);
  }

  private DiscriminantOptions discriminant() {
    return LeftOut.discriminant(subject.way(), subject.training(), subject.training().labels());
  }

  // ---- reasons

  /// Of each row the part of the priors, that of the baseline, and that of each feature.
  private double[][] contributions() {
    Explainer<R> explainer = explainer();
    if (ask.has("baseline")) {
      Table baseline =
          Table.read(Json.MAPPER.createArrayNode().add(ask.get("baseline")), subject.way().train());
      explainer = explainer.about(subject.form().row().apply(baseline));
    }
    int label = ask.get("label").intValue();
    int against = ask.get("against").intValue();
    double[][] parts = new double[rows.rowCount()][];
    for (int i = 0; i < parts.length; i++) {
      Explanation explanation = explainer.explain(row(i), label, against);
      double[] contributions = explanation.contributions();
      parts[i] = new double[2 + contributions.length];
      parts[i][0] = explanation.prior();
      parts[i][1] = explanation.baseline();
      System.arraycopy(contributions, 0, parts[i], 2, contributions.length);
    }
    return parts;
  }

  @SuppressWarnings("unchecked") // the form of the rows is that of the scorer
  private Explainer<R> explainer() {
    boolean sparse = row(0) instanceof SparseRow;
    return (Explainer<R>)
        switch (subject.model()) {
          case GaussianClassifier gaussian -> Explainer.of(gaussian);
          case BernoulliNaiveBayes bernoulli ->
              sparse ? Explainer.of(bernoulli.in(RowFormat.SPARSE)) : Explainer.of(bernoulli);
          case CategoricalNaiveBayes categorical -> Explainer.of(categorical);
          case MultinomialNaiveBayes multinomial ->
              sparse ? Explainer.of(multinomial.in(RowFormat.SPARSE)) : Explainer.of(multinomial);
          case PoissonNaiveBayes poisson ->
              sparse ? Explainer.of(poisson.in(RowFormat.SPARSE)) : Explainer.of(poisson);
          default -> throw new IllegalStateException("no reasons of " + subject);
        };
  }
}
