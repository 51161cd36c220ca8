/// What becomes of the rows of a file as they come, block by block, without keeping them: lines of
/// predictions, the evaluation of a stored model.
package org.lanewise.cli.blocks;
