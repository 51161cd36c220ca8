/// Log joints of rows with missing features, from the marginals of normal classes.
package org.lanewise.internal.score.marginal;
