/// Weights, means and sums of squares of classes, feature by feature: their moments, the ranges and
/// chunks that rows go through on the way to them, and the merging of these.
package org.lanewise.internal.variance;
