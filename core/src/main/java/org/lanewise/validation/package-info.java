/// How good a model is on rows that it has not seen: leave-one-out in closed form.
///
/// May use all exported rooms but `io` and `text`, the softmax of `internal.score`,
/// `internal.linalg` and the elementary functions of the kernels.
package org.lanewise.validation;
