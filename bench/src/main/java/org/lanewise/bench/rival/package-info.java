/// What a rival is, the rows and the labels of ours that it is given, and what it hands back beside
/// times; what it is asked to do is said in `run`.
package org.lanewise.bench.rival;
