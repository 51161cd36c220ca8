/// Which kernels run: the choice between the tiers, and nothing that computes.
package org.lanewise.internal.tier;
