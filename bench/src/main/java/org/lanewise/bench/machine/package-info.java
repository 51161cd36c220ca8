/// The machine and its virtual machines: what is known of the processor, its caches, its load and
/// its roofs, and what a JVM is started with; no word of what is measured there.
package org.lanewise.bench.machine;
