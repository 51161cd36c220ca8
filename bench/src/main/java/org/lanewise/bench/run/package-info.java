/// The launcher: plans what to measure, runs it by JMH, relates it to the machine's roof, and
/// writes and compares results.
package org.lanewise.bench.run;
