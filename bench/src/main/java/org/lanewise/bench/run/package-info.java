/// `bench/run`: what it plans, ours and rivals, roofs, single calls and growth, and the session
/// that runs the plan; no other room uses it.
package org.lanewise.bench.run;
