/// Statistics of a data set: gathered in every partition, and merged in the order of partitions.
package org.lanewise.spark.gathering;
