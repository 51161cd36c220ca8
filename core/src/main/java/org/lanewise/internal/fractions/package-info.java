/// Sums of quotients over planes of rows, as leave-one-out takes them: one division for each sum.
package org.lanewise.internal.fractions;
