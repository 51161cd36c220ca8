/// The small linear algebra the models need, on the kernels: Cholesky factors of equilibrated
/// covariance matrices, triangular inverses, symmetric eigenproblems.
package org.lanewise.internal.linalg;
