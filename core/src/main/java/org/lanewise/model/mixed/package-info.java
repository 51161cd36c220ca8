/// Models of rows in blocks of several kinds.
///
/// A mixed model combines models from the other packages; these fit and score its blocks.
package org.lanewise.model.mixed;
