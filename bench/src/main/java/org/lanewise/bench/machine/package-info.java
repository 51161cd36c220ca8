/// The machine and its virtual machines: what is known of the processor, its caches, its load and
/// its roofs, what a JVM is started with, and the tier that a benchmark names (`TierState`); no
/// word of what is measured there.
package org.lanewise.bench.machine;
