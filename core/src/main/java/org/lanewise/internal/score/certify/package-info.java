/// Labels from sums of integers or floats that are proven to equal those from the exact scores:
/// tables, weights, and their margins.
package org.lanewise.internal.score.certify;
