/// Scoring of vectors: the model on every executor, and the columns that it adds.
package org.lanewise.spark.scoring;
