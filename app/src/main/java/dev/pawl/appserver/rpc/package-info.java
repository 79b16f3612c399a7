/// JSON-RPC as Codex spells it: requests with their parameters, replies, errors, pages, and the
/// client at the other end.
@NullMarked
package dev.pawl.appserver.rpc;

import org.jspecify.annotations.NullMarked;
