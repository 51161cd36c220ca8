/// What can be measured and asked for: jobs, the work they are, the parameters that JMH knows of
/// them, and a step of JMH with how long it takes; nothing is run here.
package org.lanewise.bench.job;
