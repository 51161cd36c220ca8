package org.lanewise.bench.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.lanewise.bench.machine.Roof;
import org.lanewise.bench.machine.Tier;
import org.lanewise.bench.machine.Work;

/// One figure with what it means.
///
/// @param job the job's name
/// @param by who did it: `vector` or `scalar` (our tiers), or a rival
/// @param parameters the parameters of the job, such as its shape
/// @param nanosPerCall the mean time of a call
/// @param error half the width of the 99.9 % confidence interval of it; NaN where there are too few
///   samples
/// @param forks the mean of each process
/// @param rows the rows of a call
/// @param gigaflops floating-point operations the job needs at least, per nanosecond
/// @param gigabytesPerSecond bytes the job needs to read at least, per nanosecond
/// @param limit what bounds the job on this machine: `fma`, `popcount`, `L1`, `L2`, `L3`, `memory`
/// @param fractionOfRoof the bound's time by the time taken
/// @param bytesPerCall bytes allocated in a call, null where it was not measured
/// @param note what else a reader has to know, or null
/// @param ratio of a rival: its time by that of our vector tier for the same job and parameters;
///   null for ours, and where ours was not measured
/// @param others the share of the machine that was not ours meanwhile, other work and steal; null
///   where it is not known
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Measurement(
    String job,
    String by,
    Map<String, String> parameters,
    double nanosPerCall,
    double error,
    List<Double> forks,
    long rows,
    double gigaflops,
    double gigabytesPerSecond,
    String limit,
    double fractionOfRoof,
    Double bytesPerCall,
    String note,
    Double ratio,
    Double others) {

  public Measurement {
    parameters = new TreeMap<>(parameters);
    forks = List.copyOf(forks);
  }

  /// What a job did in the time it took, against the roof.
  public static Measurement of(
      String job,
      String by,
      Map<String, String> parameters,
      double nanosPerCall,
      double error,
      List<Double> forks,
      Work work,
      Roof roof,
      Double bytesPerCall,
      String note) {
    Roof.Bound bound = roof.bound(work);
    return new Measurement(
        job,
        by,
        parameters,
        nanosPerCall,
        error,
        forks,
        work.rows(),
        work.flops() / nanosPerCall,
        work.bytes() / nanosPerCall,
        bound.limit(),
        bound.nanos() / nanosPerCall,
        bytesPerCall,
        note,
        null,
        null);
  }

  /// Whether the library did it.
  public boolean ours() {
    return by.equals(Tier.VECTOR.label()) || by.equals(Tier.SCALAR.label());
  }

  /// The rival, and its version if the note begins with it.
  public String rival() {
    String first = note == null ? "" : note.split("[;, ]", 2)[0];
    return first.matches("\\d+\\.[\\w.]+") ? by + " " + first : by;
  }

  /// The same with its ratio to ours, if it is a rival's and ours is there.
  public Measurement against(List<Measurement> all) {
    if (ours()) {
      return this;
    }
    Double times =
        all.stream()
            .filter(m -> m.by.equals(Tier.VECTOR.label()))
            .filter(m -> m.job.equals(job) && m.parameters.equals(parameters))
            .map(m -> nanosPerCall / m.nanosPerCall)
            .findFirst()
            .orElse(null);
    return with(times, others);
  }

  /// The same with the share of the machine that was not ours.
  public Measurement withOthers(double share) {
    return with(ratio, Double.isNaN(share) ? null : Double.valueOf(share));
  }

  private Measurement with(Double newRatio, Double newOthers) {
    return new Measurement(
        job,
        by,
        parameters,
        nanosPerCall,
        error,
        forks,
        rows,
        gigaflops,
        gigabytesPerSecond,
        limit,
        fractionOfRoof,
        bytesPerCall,
        note,
        newRatio,
        newOthers);
  }

  /// What makes two measurements of different runs the same one.
  public String key() {
    return job + " " + String.join(" ", parameterText()) + " " + by;
  }

  /// The parameters, the shape bare.
  public List<String> parameterText() {
    return parameters.entrySet().stream()
        .map(e -> e.getKey().equals("shape") ? e.getValue() : e.getKey() + "=" + e.getValue())
        .toList();
  }

  public double nanosPerRow() {
    return nanosPerCall / rows;
  }

  /// Whether processes differ by more than a fifth: code compiled well in one and badly in another.
  boolean unsteady() {
    double least = forks.stream().mapToDouble(Double::doubleValue).min().orElse(nanosPerCall);
    double most = forks.stream().mapToDouble(Double::doubleValue).max().orElse(nanosPerCall);
    return most > 1.2 * least;
  }
}
