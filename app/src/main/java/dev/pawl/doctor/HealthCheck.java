package dev.pawl.doctor;

/// One look at what a turn needs. Answers instead of throwing; changes nothing.
@FunctionalInterface
public interface HealthCheck {
    Finding look();
}
