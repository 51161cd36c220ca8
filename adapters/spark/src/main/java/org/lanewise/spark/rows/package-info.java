/// Rows of Spark as the library takes them: names and metadata of columns, vectors to blocks,
/// labels to classes, and positions of rows for messages.
package org.lanewise.spark.rows;
