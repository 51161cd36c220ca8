/// Expectation and maximisation: what rows of which some features were not seen are expected to add
/// to the statistics of normal classes.
package org.lanewise.internal.em;
