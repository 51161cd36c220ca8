/// The choice between the scalar and the vector kernels.
package org.lanewise.internal.tier;
