/// Work that is shared out among workers, and what is thrown where it fails.
package org.lanewise.internal.tasks;
