/// Labels by sums of integers that are proven to be those of the exact scores: the tables, their
/// margins, and the terms that tables are made of.
///
/// May use `internal.score`, its scratch and the kernels.
package org.lanewise.internal.score.certify;
