/// Parts shared by statistics that count rows: cells, the rows of classes, and the counting.
package org.lanewise.internal.gather.counts;
