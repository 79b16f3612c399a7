/// Methods about threads: start, resume, fork, list, search, read in pages, delete, and what is
/// kept beside them.
@NullMarked
package dev.pawl.appserver.thread;

import org.jspecify.annotations.NullMarked;
