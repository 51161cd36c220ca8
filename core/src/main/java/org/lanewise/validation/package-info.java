/// How good a model is on rows that it has not seen: leave-one-out in closed form.
package org.lanewise.validation;
