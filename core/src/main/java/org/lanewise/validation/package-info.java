/// Leave-one-out in closed form, and the choice of options with it.
package org.lanewise.validation;
