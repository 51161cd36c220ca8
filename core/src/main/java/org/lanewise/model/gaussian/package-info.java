/// Classifiers with normal class densities, their options, expectation–maximisation for missing
/// values, and diagnoses of singular covariances.
package org.lanewise.model.gaussian;
