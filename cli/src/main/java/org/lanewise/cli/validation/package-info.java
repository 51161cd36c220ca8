/// Leave-one-out and the choice of options by it, the test of equal covariances, explanations, and
/// typicality.
package org.lanewise.cli.validation;
