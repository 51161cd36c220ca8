/// The interfaces of fitted models ([Classifier]) and of models to be fitted ([Recipe]), and class
/// priors.
///
/// The models are in `model.gaussian`, `model.discrete` and `model.mixed`.
package org.lanewise.model;
