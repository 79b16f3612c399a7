/// Generated ways to a hidden file, tried with every tool that reads or writes files.
@NullMarked
package dev.pawl.campaign.hidden;

import org.jspecify.annotations.NullMarked;
