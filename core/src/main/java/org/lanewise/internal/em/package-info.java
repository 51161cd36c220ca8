/// Expectation-maximization: the expected contribution of rows with missing features to the
/// statistics of normal classes.
package org.lanewise.internal.em;
