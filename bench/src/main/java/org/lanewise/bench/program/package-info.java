/// Programs that time what JMH does not, single calls and how times grow, each in a process of its
/// own, what starts them, and the results they print.
package org.lanewise.bench.program;
