/// The page: tables and charts of the figures, and what they answer; all numbers of it come from
/// the tables of figures.
package org.lanewise.bench.study.page;
