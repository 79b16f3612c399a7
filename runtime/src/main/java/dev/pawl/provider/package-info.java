/// Models behind wires: the Responses API, Chat Completions, the Messages API, and a script.
///
/// Start with [Providers]. An [HttpModel] sends and waits; a [Dialect] knows one API's words and
/// nothing of sockets. Tries again only what broke before an answer began; the rest is the loop's.
@NullMarked
package dev.pawl.provider;

import org.jspecify.annotations.NullMarked;
