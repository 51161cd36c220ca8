/// Two trees side by side, `bench/compare --pair`: fresh processes of either that take turns, what
/// the rounds say, and the verdict.
package org.lanewise.bench.pair;
