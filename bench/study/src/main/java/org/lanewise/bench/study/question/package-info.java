/// The experiments, one for each claim of the lecture notes: what is drawn or read, learned and
/// judged, and the table of figures that comes of it.
package org.lanewise.bench.study.question;
