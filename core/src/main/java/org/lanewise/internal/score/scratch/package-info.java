/// The arrays that calls score with, and whose they are: a class here holds arrays and makes them
/// longer, and knows no model.
///
/// May use `data`, the stores behind it and the kernels.
package org.lanewise.internal.score.scratch;
