/// Ways out of the sandbox, tried one by one.
@NullMarked
package dev.pawl.campaign.escape;

import org.jspecify.annotations.NullMarked;
