/// Methods that give a thread work: turns, reviews, queued messages, shell commands of the user,
/// and the settings of the next turn.
@NullMarked
package dev.pawl.appserver.turn;

import org.jspecify.annotations.NullMarked;
