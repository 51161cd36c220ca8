/// Distribution of work over workers, and the exceptions if it fails.
package org.lanewise.internal.tasks;
