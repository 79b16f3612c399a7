/// The command line: what a command looks like, how words become arguments, how help is written.
///
/// Start with [Subcommand] and [CommandUsage]: parser, help and completion are all made from them.
/// Knows no adapter: what a command needs is handed in by `dev.pawl.app`.
@NullMarked
package dev.pawl.cli;

import org.jspecify.annotations.NullMarked;
