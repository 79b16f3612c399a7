/// What a process that stays does again and again, and how it tells of failures.
@NullMarked
package dev.pawl.worker.duty;

import org.jspecify.annotations.NullMarked;
