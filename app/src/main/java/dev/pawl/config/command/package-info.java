/// Commands that show and change settings, rules and MCP servers.
@NullMarked
package dev.pawl.config.command;

import org.jspecify.annotations.NullMarked;
