/// Methods about the machine: files, watches, file search, and commands without a thread.
@NullMarked
package dev.pawl.appserver.workspace;

import org.jspecify.annotations.NullMarked;
