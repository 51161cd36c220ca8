/// `bench/run --cold`: fresh processes as users start them, in each mode of the kernels, one after
/// the other in turns, beside idle processors and busy ones.
package org.lanewise.bench.cold;
