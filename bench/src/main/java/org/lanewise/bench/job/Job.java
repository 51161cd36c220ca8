package org.lanewise.bench.job;

import java.util.List;
import java.util.function.Function;
import org.lanewise.bench.data.Shape;
import org.lanewise.bench.machine.Work;

/// One thing that is timed, by us and by rivals under the same name.
///
/// @param id its name in results, such as `predict-lda`
/// @param benchmark the JMH method, as `Class.method` of org.lanewise.bench
/// @param question what it tells
/// @param quickShapes the shapes of a quick run; those of the method's `@Param` in a full one
/// @param brief whether a call is so short that short iterations do
/// @param work what a call has to do
public record Job(
    String id,
    String benchmark,
    String question,
    List<String> quickShapes,
    boolean brief,
    Function<Shape, Work> work) {

  /// The full name of the JMH method.
  public String method() {
    return "org.lanewise.bench." + benchmark;
  }
}
