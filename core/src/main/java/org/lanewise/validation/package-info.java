/// Leave-one-out (mostly in closed form), cross-validation, and the choice of recipes and options
/// by them.
package org.lanewise.validation;
