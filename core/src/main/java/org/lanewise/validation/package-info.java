/// Leave-one-out in closed form, and the choice of options by it.
package org.lanewise.validation;
