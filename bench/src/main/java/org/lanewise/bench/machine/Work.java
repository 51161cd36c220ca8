package org.lanewise.bench.machine;

/// The least that one call has to do, whatever the design of the code: what the machine's roof is
/// applied to.
///
/// @param rows rows in one call
/// @param flops floating-point operations, a fused multiply-add being two
/// @param popcounts words of 64 bits whose set bits are counted
/// @param bytes bytes read, each once
public record Work(long rows, double flops, double popcounts, double bytes) {

  public static Work flops(long rows, double flops, double bytes) {
    return new Work(rows, flops, 0, bytes);
  }

  public static Work popcounts(long rows, double popcounts, double bytes) {
    return new Work(rows, 0, popcounts, bytes);
  }
}
