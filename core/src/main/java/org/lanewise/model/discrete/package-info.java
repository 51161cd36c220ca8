/// Naive Bayes for binary, categorical and count features, and its smoothing.
package org.lanewise.model.discrete;
