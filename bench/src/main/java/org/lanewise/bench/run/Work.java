package org.lanewise.bench.run;

/// The least that one call has to do, whatever the design of the code: what the machine's roof is
/// applied to.
///
/// @param rows rows in one call
/// @param flops floating-point operations, a fused multiply-add being two
/// @param popcounts words of 64 bits whose set bits are counted
/// @param bytes bytes read, each once
record Work(long rows, double flops, double popcounts, double bytes) {

  static Work flops(long rows, double flops, double bytes) {
    return new Work(rows, flops, 0, bytes);
  }

  static Work popcounts(long rows, double popcounts, double bytes) {
    return new Work(rows, 0, popcounts, bytes);
  }
}
