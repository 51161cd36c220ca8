/// Exact explanations: the log-odds of two classes as a sum of contributions of the features.
package org.lanewise.explanation;
