/// The form in which models and transforms are written to files and read again: options, tensors
/// and parts, each under a name.
package org.lanewise.description;
