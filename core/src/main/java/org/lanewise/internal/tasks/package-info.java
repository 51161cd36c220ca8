/// Work that is shared out among workers, and what is thrown where it fails. May use `data`.
package org.lanewise.internal.tasks;
