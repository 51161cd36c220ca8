/// What statistics that count rows share: cells, the rows of classes, and the counting itself.
package org.lanewise.internal.gather.counts;
