/// Models of rows in blocks of several kinds.
///
/// A mixed model combines models of the other packages, which fit and score its blocks.
package org.lanewise.model.mixed;
