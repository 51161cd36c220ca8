/// When a kernel goes over from scalar to vector, and back: what was seen of its calls, the thread
/// that rehearses the vector kernel, and the comparison that decides. It knows no kernel by its
/// arguments.
///
/// Both tiers give the same bits, so which one runs may change between any two calls, and timing
/// may decide it. A kernel begins scalar, for plain loops run at speed within milliseconds. A
/// daemon thread looks every few milliseconds at which kernels were called, and in which shape.
/// Where one took long enough it calls the vector kernel on made data of that shape until the JIT
/// compiler has made instructions of it: no object is made in a call, and it takes less time than
/// the scalar one. From then on calls of that size and larger ones run in vectors.
package org.lanewise.internal.handover;
