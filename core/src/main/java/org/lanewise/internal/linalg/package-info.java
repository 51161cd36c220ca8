/// The linear algebra that models need, built on kernels: Cholesky factors of equilibrated
/// covariance matrices, triangular inverses, symmetric eigenproblems.
package org.lanewise.internal.linalg;
