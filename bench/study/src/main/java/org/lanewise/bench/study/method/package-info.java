/// Both ways to learn, behind one contract: the models of Lanewise, and logistic regression by
/// liblinear; and how what they say is judged.
package org.lanewise.bench.study.method;
