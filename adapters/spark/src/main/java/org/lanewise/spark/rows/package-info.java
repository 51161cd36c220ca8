/// Rows of Spark as the library takes them: what columns are called and hold, vectors to blocks,
/// labels to classes, and where a row lies for a message.
package org.lanewise.spark.rows;
