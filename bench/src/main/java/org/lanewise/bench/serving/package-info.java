/// Programs that measure what services ask for, each in a process of its own: rows in other forms,
/// models that are replaced, models that are dropped. `bench/serve` starts them.
package org.lanewise.bench.serving;
