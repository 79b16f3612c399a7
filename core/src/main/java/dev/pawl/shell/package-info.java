/// The words of a shell: how they are quoted, which scripts are plain commands, and what those come
/// to for people. Nothing is run here.
@NullMarked
package dev.pawl.shell;

import org.jspecify.annotations.NullMarked;
