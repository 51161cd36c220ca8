/// The classifiers of Lanewise for Spark: estimators and a model with the conventions of spark.ml,
/// and functions of columns.
///
/// Rows are gathered into statistics where they lie, one pass, and the statistics of partitions are
/// merged in the order of partitions; so a model's bits depend on the partitioning of the rows and
/// on nothing else.
package org.lanewise.spark;
