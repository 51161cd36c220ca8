/// What the study found: tables of figures as files, and the means they are made of.
package org.lanewise.bench.study.result;
