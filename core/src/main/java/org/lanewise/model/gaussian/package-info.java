/// Classifiers with normal class densities: immutable parameters fitted from Gaussian statistics,
/// the options of the fit, and what a model can tell about itself, a singular covariance included.
package org.lanewise.model.gaussian;
