/// `pawl`: a thread in the terminal a person has.
///
/// [dev.pawl.tui.Chat] is what is seen, [dev.pawl.tui.Ui] the one thread that changes it. What the
/// rest of the program does comes in through [dev.pawl.tui.ThreadAccess].
@NullMarked
package dev.pawl.tui;

import org.jspecify.annotations.NullMarked;
