/// Parameter files: the description of a model with its tensors, written and read without running
/// code. `docs/parameter-files.md` specifies the format.
package org.lanewise.interop;
