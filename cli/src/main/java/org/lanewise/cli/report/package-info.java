/// Results in the two forms in which the command prints them: a short text for people and one JSON
/// object for programs.
package org.lanewise.cli.report;
