/// The vector kernels: the only package that imports `jdk.incubator.vector`. Each gives the bits of
/// its scalar twin at any vector width.
package org.lanewise.internal.kernel.vector;
