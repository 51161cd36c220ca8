/// Processes rows block by block without keeping them: lines of predictions, the evaluation of a
/// stored model.
package org.lanewise.cli.blocks;
