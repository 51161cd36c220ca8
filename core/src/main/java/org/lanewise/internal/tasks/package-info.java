/// Division of work among workers, and the exceptions if it fails.
package org.lanewise.internal.tasks;
