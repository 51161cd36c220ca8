/// What Spark costs beside the library, and what its own classifiers cost. Run by the profile
/// `bench` of this module; no test.
package org.lanewise.spark.bench;
