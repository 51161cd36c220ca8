/// Classifiers: immutable parameters fitted from statistics, the options of the fit, and what a
/// model can tell about itself. May use `data`, `statistics`, `score` and the linear algebra.
package org.lanewise.model;
