/// Models of rows in blocks of several kinds.
///
/// A model here puts models of other rooms together; what a block is fitted and scored by is
/// theirs.
package org.lanewise.model.mixed;
