package dev.pawl.resource;

/// Which Pawl this is. A test keeps it in step with `pom.xml`: reading the manifest would cost a
/// jar lookup.
public final class Version {
    public static final String NUMBER = "0.1.0";

    private Version() {}
}
