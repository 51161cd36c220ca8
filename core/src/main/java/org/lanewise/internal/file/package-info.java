/// Files that appear whole or not at all, for all modules of Lanewise that write files.
package org.lanewise.internal.file;
