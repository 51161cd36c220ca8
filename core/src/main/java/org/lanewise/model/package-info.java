/// What all classifiers share: the contract of a model, and class priors.
///
/// The models themselves are in `model.gaussian` and `model.discrete`.
package org.lanewise.model;
