/// `bench/run --cold`: fresh processes in each mode of the kernels, in turns, on an idle machine
/// and on a busy one, and what is asked of them.
package org.lanewise.bench.cold;
