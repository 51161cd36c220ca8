/// Labels by sums of integers that are proven to be those of the exact scores: the tables, their
/// margins, and the terms that tables are made of.
package org.lanewise.internal.score.certify;
