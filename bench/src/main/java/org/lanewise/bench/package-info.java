/// The benchmarks that JMH runs and the state that they share, and nothing else: JMH names them by
/// this package, and so do `bench/compare --pair` and result files of old commits.
package org.lanewise.bench;
