/// Labels from integer sums that are proven to equal those from the exact scores: the tables, their
/// margins, and the terms in the tables.
package org.lanewise.internal.score.certify;
