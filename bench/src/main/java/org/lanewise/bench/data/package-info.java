/// What is timed: rows of every kind and shape, the same on every machine, and the textbook
/// formulas that results on them are checked against; nothing that times.
package org.lanewise.bench.data;
