package dev.pawl.app;

/// Which Pawl this is. A test keeps it in step with `pom.xml`: reading the manifest would cost a
/// jar lookup.
final class Version {
    static final String NUMBER = "0.1.0";

    private Version() {}
}
