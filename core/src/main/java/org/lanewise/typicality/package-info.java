/// Whether a row looks like anything that a model has learned: p-values of a row in each class.
///
/// May use `data`, `statistics`, the models, `score` and `validation`.
package org.lanewise.typicality;
