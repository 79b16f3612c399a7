/// Real `pawl worker` processes on PostgreSQL and NATS, calm and in a storm.
@NullMarked
package dev.pawl.campaign.fleet;

import org.jspecify.annotations.NullMarked;
