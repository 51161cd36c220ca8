package org.lanewise.cli;

import picocli.CommandLine.Model.CommandSpec;

/// A subcommand of `lanewise`.
interface Subcommand {

  /// Returns its name, arguments and help.
  CommandSpec spec();

  /// Runs it with the arguments that were given.
  void run(Session session);
}
