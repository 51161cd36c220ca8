/// Log joints of rows of which some features were not seen: the marginals of normal classes.
package org.lanewise.internal.score.marginal;
