/// Methods about accounts, models, settings, hooks and MCP servers, and how a request overrides a
/// thread's setup.
@NullMarked
package dev.pawl.appserver.setting;

import org.jspecify.annotations.NullMarked;
