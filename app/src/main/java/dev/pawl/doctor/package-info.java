/// `pawl doctor`: checks of the machine and of what a turn needs.
@NullMarked
package dev.pawl.doctor;

import org.jspecify.annotations.NullMarked;
