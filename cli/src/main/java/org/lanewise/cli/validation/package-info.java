/// What rows tell beside a fit: how it does without each of them, which options are best by that,
/// whether classes share a covariance, how usual a row is.
package org.lanewise.cli.validation;
