/// Naive Bayes for binary, categorical and count features, and smoothing.
package org.lanewise.model.discrete;
