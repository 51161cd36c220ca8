/// What statistics hold, as a file keeps it, and the way there and back. May use `data` and the
/// packed layout of the kernels.
package org.lanewise.internal.state;
