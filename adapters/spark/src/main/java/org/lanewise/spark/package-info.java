/// Lanewise for Spark: estimators and a model with the conventions of spark.ml, and column
/// functions.
///
/// Rows are gathered into statistics in one pass, and statistics are merged in the order of
/// partitions, so the bits of a model depend only on the partitioning.
package org.lanewise.spark;
