/// Which rows a model learns from and which test it: a split, folds, another file, or each row left
/// out; the options that say so, and the fit to a part of the rows.
package org.lanewise.cli.resampling;
