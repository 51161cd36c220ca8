/// `bench/study/run`: the command that asks whether generative or discriminative methods are
/// better, one section for each claim of the lecture notes. It runs experiments, keeps their
/// figures and has the page written.
package org.lanewise.bench.study;
