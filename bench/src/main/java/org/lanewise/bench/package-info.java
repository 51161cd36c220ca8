/// Benchmarks, the data they run on, and the textbook formulas that their results are checked
/// against before anything is timed.
package org.lanewise.bench;
