package org.lanewise.cli.options;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.Parameter;
import org.lanewise.cli.table.Table;
import org.lanewise.cli.validation.Choosable;
import org.lanewise.io.TestRows;

/// Options of a fit whose values are chosen from the rows.
public final class ChooseOptions implements Arguments.Group {

  private String choose;
  public boolean typicality;
  public boolean unknown;

  /// The step of the rows that are held out for sets of classes, 0 if rows are left out instead;
  /// none if no sets are asked for.
  public OptionalInt sets = OptionalInt.empty();

  /// How many rows the model is to keep.
  public int testRows;

  public final LeaveOneOutOptions leaveOneOut = new LeaveOneOutOptions();
  public final CopiesOption copies = new CopiesOption();
  public final SelectOption select = new SelectOption();

  @Override
  public void addTo(Arguments arguments) {
    arguments.text(
        "--choose",
        "OPTION[=V,V,...]",
        value -> choose = value,
        "Choose the value of an option with the lowest log loss by leave-one-out, and print the"
            + " result of each: "
            + Choosable.namesWithClassifiers()
            + ". For low-rank by "
            + Choosable.KAPPA_GAMMA.way(Set.of())
            + ". With --tokens or its options also at the best temperature. You may list the values"
            + " to try. Keeps all rows in memory.");
    arguments.add(select);
    arguments.flag(
        "--typicality",
        () -> typicality = true,
        "Also keep the values that predict --typicality ranks rows among, up to 10000 for each"
            + " class: "
            + ClassifierKind.names(ClassifierKind::drawsRows)
            + " keep those of rows drawn with seed 1, the others those of the training rows, each"
            + " left out of its fit. lda and qda without shrinkage and weights need none. Keeps all"
            + " rows in memory.");
    arguments.flag(
        "--unknown",
        () -> unknown = true,
        ClassifierKind.names(ClassifierKind::isOfNormalClasses)
            + ": also keep what predict --unknown needs to find rows of none of the classes: the"
            + " normal distribution of all rows, and ranks of the training rows, each left out of"
            + " its fit. Keeps all rows in memory.");
    arguments.value(
        "--sets",
        "left-out|every:N",
        "left-out or every:N with N of 2 or more",
        text -> text.equals("left-out") ? Optional.of(0) : Arguments.step(text),
        value -> sets = OptionalInt.of(value),
        "Also keep what predict --coverage needs to give a set of classes for each row: ranks of"
            + " the training rows, each left out of its fit; or of the rows i (from 0) with i mod N"
            + " = N - 1, to which the model is then not fitted, so that the promise is strict."
            + " Keeps all rows in memory.");
    arguments.number(
        "--test-rows",
        "N",
        1,
        TestRows.MAX_ROWS,
        value -> testRows = value,
        "Also keep N rows (up to 1000, spread over the file) with their scores, so that a service"
            + " can check that the model scores alike there. The model file then contains data."
            + " Keeps all rows in memory.");
    arguments.add(leaveOneOut);
    arguments.add(copies);
  }

  /// The first given option that needs the scores of rows that are left out, if any.
  ///
  /// @param temperature whether a temperature is fitted
  public Optional<String> leavingOut(boolean temperature) {
    Map<String, Boolean> given = new LinkedHashMap<>();
    given.put("--temperature", temperature);
    given.put("--choose", choose != null);
    given.put("--select", select.isGiven());
    given.put("--typicality", typicality);
    given.put("--unknown", unknown);
    given.put("--sets", sets.isPresent());
    return given.keySet().stream().filter(given::get).findFirst();
  }

  /// The values that are tried of an option.
  ///
  /// @param what the option
  /// @param values its values, if they were given
  public record ChoiceRequest(Choosable what, Optional<List<double[]>> values) {

    /// Returns the options to try.
    ///
    /// @param rows what is learned from
    public List<FitOptions> candidates(FitOptions options, Table rows) {
      return values.orElseGet(() -> what.values(options, rows)).stream()
          .map(value -> what.with(options, value))
          .toList();
    }
  }

  /// Returns the requested choice, if any.
  ///
  /// @throws UsageException if the classifier has no such option, it was given, or a value makes no
  ///   sense
  ///
  /// @param otherwise whether rows are left out of their fits for something else
  public Optional<ChoiceRequest> asked(ClassifierKind kind, FitOptions options, boolean otherwise) {
    if (typicality && kind.typicality() == ClassifierKind.Typicality.NONE) {
      throw new UsageException("--typicality does not apply to %s".formatted(kind));
    }
    if (unknown && !kind.isOfNormalClasses()) {
      throw new UsageException(
          "--unknown does not apply to %s; use one of %s"
              .formatted(kind, ClassifierKind.names(ClassifierKind::isOfNormalClasses)));
    }
    select.check(kind, options);
    if (copies.isGiven()
        && !(choose != null || otherwise || typicality || unknown || select.isGiven())) {
      throw new UsageException(
          "--copies needs --choose, --select, --temperature, --typicality, --unknown or --sets");
    }
    if (choose == null) {
      if (leaveOneOut.areGiven() && !otherwise) {
        throw new UsageException("--last-row needs --choose, --temperature or --sets");
      }
      return Optional.empty();
    }
    int equals = choose.indexOf('=');
    String name = equals < 0 ? choose : choose.substring(0, equals);
    Choosable what =
        Choosable.named(name)
            .filter(found -> found.isOf(kind))
            .orElseThrow(() ->
                UsageException.invalid(
                    "--choose", name, "one of %s for %s".formatted(Choosable.names(kind), kind)));
    List<Parameter> contradicting =
        what == Choosable.SHRINKAGE || what == Choosable.RIDGE
            ? List.of(Parameter.SHRINKAGE, Parameter.RIDGE, Parameter.REG)
            : what.parameters();
    for (Parameter parameter : contradicting) {
      if (options.given().containsKey(parameter)) {
        throw new UsageException(
            "%s and --choose %s cannot be used together".formatted(parameter.option(), name));
      }
    }
    return Optional.of(
        new ChoiceRequest(
            what,
            equals < 0
                ? Optional.empty()
                : Optional.of(values(what, choose.substring(equals + 1)))));
  }

  private List<double[]> values(Choosable what, String given) {
    List<double[]> values =
        Stream.of(given.split(",", -1)).map(text -> new double[] {FitOptions.parse(text)}).toList();
    for (double[] value : values) {
      if (what.parameters().size() > 1 || !what.takes(value[0])) {
        throw UsageException.invalid(
            "--choose",
            choose,
            what.parameters().size() > 1
                ? what.id() + " without values"
                : what.id() + "=V,V,... with " + what.range());
      }
    }
    return values;
  }
}
