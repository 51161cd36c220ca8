package org.lanewise.report.page;

import static org.lanewise.report.svg.RootLocale.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.report.chart.CovarianceChart;
import org.lanewise.report.chart.DensityChart;
import org.lanewise.report.chart.Focus;
import org.lanewise.report.chart.RegionChart;
import org.lanewise.report.chart.SeparationChart;
import org.lanewise.report.chart.ShareChart;
import org.lanewise.report.figure.ModelPart;
import org.lanewise.report.figure.ModelView;
import org.lanewise.report.figure.NormalClasses;
import org.lanewise.report.figure.RowSample;
import org.lanewise.report.figure.Separation;
import org.lanewise.report.svg.Svg;

/// The sections on the model: regions, densities, features, covariances, words.
final class ModelSections {

  private static final int MAX_EVENTS = 16;
  private static final int MAX_FEATURES = 4;
  private static final int MAX_CATEGORIES = 48;

  /// Categories that are less probable than this in every class are left out.
  private static final double RARE = 0.01;

  private static final int MAX_WORDS = 12;
  private static final int MAX_MAPS = 6;

  private final ModelView view;
  private final Focus focus;

  ModelSections(ModelView view) {
    this.view = view;
    focus = new Focus(view.model().classes().names(), view.shown());
  }

  /// All figures of the model.
  void write(Html html) {
    html.section("model", "The model");
    html.raw("<div class=\"figures\">");
    view.plane()
        .ifPresent(
            plane -> html.largeFigure("Decision regions", RegionChart.of(plane, focus, sampled())));
    for (Separation separation : Separation.all(view.model())) {
      if (separation.values().length > 0) {
        html.figure(separation.heading(), SeparationChart.of(separation));
      }
    }
    ModelPart.withShares(view.model()).forEach(part -> discrete(html, part));
    view.normal().ifPresent(classes -> densities(html, classes));
    view.normal().filter(c -> c.shape().isFull()).ifPresent(classes -> maps(html, classes));
    html.raw("</div>");
    html.end();
  }

  private List<RowSample.Row> sampled() {
    return view.sample().map(RowSample::rows).orElse(List.of());
  }

  private void densities(Html html, NormalClasses classes) {
    int[] features = view.densities();
    if (features.length == 0) {
      return;
    }
    List<RowSample.Row> rows = sampled();
    List<Svg> all = new ArrayList<>();
    for (int at = 0; at < features.length; at++) {
      all.add(DensityChart.of(classes, focus, rows, features[at], at));
    }
    StringBuilder caption = new StringBuilder();
    caption.append("Lines are the normal densities of each class according to the model");
    caption.append(rows.isEmpty() ? "." : ", over histograms of test rows.");
    caption.append(" Each class is scaled to its own peak.");
    if (features.length < classes.numberCount()) {
      caption.append(
          format(
              " The %d of %,d features that separate most.",
              features.length, classes.numberCount()));
    }
    caption.append(drawn(rows)).append(focus.leftOut());
    html.figures("Densities by class", all, caption.toString());
  }

  /// A sentence on which rows are drawn.
  private String drawn(List<RowSample.Row> rows) {
    RowSample sample = view.sample().orElseThrow();
    return rows.size() == sample.offered()
        ? ""
        : format(
            " Of %,d test rows%s, %,d are drawn, here and in the decision regions: at most %d of"
                + " each class, those with the smallest hash of their index.",
            sample.offered(),
            focus.shown().length == focus.names().size() ? "" : " of the classes shown",
            rows.size(),
            sample.mostOfClass());
  }

  private void maps(Html html, NormalClasses classes) {
    int[] order = Separation.order(classes.separations());
    int[] features = Arrays.copyOf(order, Math.min(order.length, CovarianceChart.MAX_FEATURES));
    if (features.length < 2) {
      return;
    }
    Arrays.sort(features);
    boolean byClass = classes.shape().byClass();
    int[] drawn =
        byClass
            ? Arrays.copyOf(focus.shown(), Math.min(MAX_MAPS, focus.shown().length))
            : new int[1];
    CovarianceChart chart = CovarianceChart.of(classes, features, drawn);
    List<Svg> all =
        Arrays.stream(drawn)
            .mapToObj(c -> chart.of(c, byClass ? focus.names().get(c) : "every class"))
            .toList();
    int leftOut = byClass ? focus.names().size() - drawn.length : 0;
    html.figures(
        "Covariances",
        all,
        CovarianceChart.caption(classes, features.length, leftOut, order.length));
  }

  private void discrete(Html html, ModelPart part) {
    switch (part.model()) {
      case BernoulliNaiveBayes naive -> bits(html, part, naive);
      case CategoricalNaiveBayes naive -> categories(html, part, naive);
      case MultinomialNaiveBayes naive ->
          words(html, part, naive::probability, "their share of the occurrences in the class");
      case PoissonNaiveBayes naive ->
          words(html, part, naive::rate, "their mean count in a row of the class");
      case ComplementNaiveBayes naive -> weights(html, part, naive.weights());
      default -> {}
    }
  }

  private void bits(Html html, ModelPart part, BernoulliNaiveBayes naive) {
    Separation separation = Separation.of(part).orElseThrow();
    int[] order = separation.order();
    List<ShareChart.Event> events =
        IntStream.of(order)
            .limit(MAX_EVENTS)
            .mapToObj(j ->
                new ShareChart.Event(
                    separation.names().get(j),
                    IntStream.range(0, naive.classCount())
                        .mapToDouble(c -> naive.probability(c, j))
                        .toArray()))
            .toList();
    html.figure(
        "Probabilities by class",
        ShareChart.of(
            events,
            focus,
            "Probability that the feature is set",
            more(events.size(), order.length, "feature")));
  }

  private void categories(Html html, ModelPart part, CategoricalNaiveBayes naive) {
    Separation separation = Separation.of(part).orElseThrow();
    int[] order = separation.order();
    int features = Math.min(MAX_FEATURES, order.length);
    int most = MAX_CATEGORIES / features;
    List<ShareChart.Event> events = new ArrayList<>();
    int leftOut = 0;
    for (int at = 0; at < features; at++) {
      int j = order[at];
      List<ShareChart.Event> all = events(separation.names().get(j), naive, j);
      events.addAll(all.subList(0, Math.min(most, all.size())));
      leftOut += Math.max(0, all.size() - most);
    }
    if (events.isEmpty()) {
      return;
    }
    String more = more(features, order.length, "feature");
    if (leftOut > 0) {
      more +=
          format(
              " For each feature, the %d most probable are shown; %,d more %s left out.",
              most, leftOut, leftOut == 1 ? "is" : "are");
    }
    html.figure(
        "Probabilities by class",
        ShareChart.of(
            events,
            focus,
            "Probability of the category",
            " Categories with 1 % or more in some class." + more));
  }

  /// The categories of a feature that are not rare in every class, ordered by their largest
  /// probability.
  private static List<ShareChart.Event> events(String feature, CategoricalNaiveBayes naive, int j) {
    CategoryDictionary dictionary = naive.dictionaries().get(j);
    return IntStream.range(0, dictionary.size())
        .mapToObj(code ->
            new ShareChart.Event(
                feature
                    + " = "
                    + (dictionary.isNamed() ? dictionary.name(code) : Integer.toString(code)),
                IntStream.range(0, naive.classCount())
                    .mapToDouble(c -> naive.probability(c, j, code))
                    .toArray()))
        .filter(event -> event.most() >= RARE)
        .sorted(Comparator.comparingDouble(ShareChart.Event::most).reversed())
        .toList();
  }

  private interface Value {
    double of(int label, int feature);
  }

  /// Lists the strongest evidence for each class, by its contribution to the information about it.
  private void words(Html html, ModelPart part, Value value, String what) {
    double[] mean = mean(part.model(), value);
    evidence(
        html,
        part,
        (c, j) -> value.of(c, j) == 0 ? 0 : value.of(c, j) * Math.log(value.of(c, j) / mean[j]),
        false,
        format(
            "with the largest p·log(p/mean), where p is %s and the mean is that of all classes,"
                + " weighted by the priors",
            what));
  }

  /// Lists the largest weights above the mean of all classes: a weight that is large in all
  /// classes, such as that of a rare feature, is evidence for none.
  private void weights(Html html, ModelPart part, double[][] weights) {
    double[] mean = mean(part.model(), (c, j) -> weights[c][j]);
    evidence(
        html,
        part,
        (c, j) -> weights[c][j] - mean[j],
        true,
        "whose weights are furthest above their mean over all classes");
  }

  /// Returns the mean over the classes, weighted by their priors, of each feature's value.
  private static double[] mean(Classifier<?, ?> model, Value value) {
    double[] priors = model.priors();
    double[] mean = new double[model.featureCount()];
    for (int j = 0; j < mean.length; j++) {
      for (int c = 0; c < priors.length; c++) {
        mean[j] += priors[c] * value.of(c, j);
      }
    }
    return mean;
  }

  private void evidence(Html html, ModelPart part, Value gain, boolean shown, String which) {
    html.raw("<figure class=\"wide\">").heading("Evidence for each class");
    String head = shown ? "features and their contributions" : "features";
    html.table("evidence for each class", List.of("class", head));
    for (int c : focus.shown()) {
      double[] gains = new double[part.model().featureCount()];
      Arrays.setAll(gains, j -> gain.of(c, j));
      String names =
          IntStream.of(Separation.order(gains))
              .filter(j -> gains[j] > 0)
              .limit(MAX_WORDS)
              .mapToObj(j -> part.name(j) + (shown ? format(" (%.3g)", gains[j]) : ""))
              .collect(Collectors.joining(", "));
      html.row("", focus.names().get(c), List.of(names.isEmpty() ? "–" : names));
    }
    html.endTable();
    html.raw(
        format(
            "<figcaption>For each class, the %d features %s.%s</figcaption></figure>",
            MAX_WORDS, which, focus.leftOut()));
  }

  private static String more(int shown, int all, String what) {
    return shown == all ? "" : format(" The %d %ss that separate most, of %,d.", shown, what, all);
  }
}
