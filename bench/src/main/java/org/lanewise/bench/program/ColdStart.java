package org.lanewise.bench.program;

/// The first calls of a process that has loaded a model from a file and scored nothing yet. Times
/// of calls are means in nanoseconds.
///
/// @param job the job's name
/// @param shape its shape
/// @param by the tier
/// @param processes how many were started; every figure is the median of theirs
/// @param loadMillis from the file to a scorer, the choice of kernels included
/// @param first call 1
/// @param to10 calls 2 to 10
/// @param to100 calls 11 to 100
/// @param to1000 calls 101 to 1,000
/// @param to10000 calls 1,001 to 10,000
/// @param total of the first 10,000 together
/// @param steady when nothing gets faster any more
/// @param steadyAfter how many calls it took until blocks of calls stayed within a fifth of that
public record ColdStart(
    String job,
    String shape,
    String by,
    int processes,
    double loadMillis,
    double first,
    double to10,
    double to100,
    double to1000,
    double to10000,
    double total,
    double steady,
    double steadyAfter) {}
