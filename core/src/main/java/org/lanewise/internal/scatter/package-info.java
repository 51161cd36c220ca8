/// Weights, means and scatters of classes: their moments, the ranges and tiles that rows go through
/// on the way to them, and the merging of these.
package org.lanewise.internal.scatter;
