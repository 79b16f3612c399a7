/// A thread as its owner knows it: title, folder, how its agent is set up; and the port that keeps
/// it.
@NullMarked
package dev.pawl.thread;

import org.jspecify.annotations.NullMarked;
