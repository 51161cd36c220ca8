/// The content of statistics as files store it, and the conversion in both directions.
package org.lanewise.internal.gather.state;
