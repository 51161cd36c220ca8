/// Checks what is published before it is.
package org.lanewise.release;
