/// What ranges of rows share, whatever moments they gather: the cutting of a batch into ranges, the
/// merging of these in order, and the dealing of rows to tiles.
package org.lanewise.internal.moments;
