/// What a model says of vectors: the model on every executor, and the columns it adds.
package org.lanewise.spark.scoring;
