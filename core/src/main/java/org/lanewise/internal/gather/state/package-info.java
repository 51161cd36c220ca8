/// What statistics hold, as a file keeps it, and the way there and back.
package org.lanewise.internal.gather.state;
