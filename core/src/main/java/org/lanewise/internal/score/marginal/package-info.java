/// Log joints of rows of which some features were not seen: the marginals of normal classes.
///
/// May use `internal.score`, its scratch, layouts of kernels and the kernels.
package org.lanewise.internal.score.marginal;
