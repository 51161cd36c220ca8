/// Linear scores with given coefficients, such as those of a logistic regression.
package org.lanewise.model.linear;
