/// Agents that call agents: the tree they form, how one is begun and how it stands.
///
/// Start with [Family]. Everything is kept in the store: a call that is repeated after a crash
/// finds what it did.
@NullMarked
package dev.pawl.delegation;

import org.jspecify.annotations.NullMarked;
