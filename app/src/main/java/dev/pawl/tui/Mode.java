package dev.pawl.tui;

import dev.pawl.thread.Setup;

/// How much an agent may do without asking: presets over approval policy and sandbox.
enum Mode {
    SUGGEST("suggest", "suggest", "read-only"),
    AUTO_EDIT("auto-edit", "auto-edit", "workspace-write"),
    ON_REQUEST("on-request", "on-request", "workspace-write"),
    FULL_AUTO("full-auto", "full-auto", "workspace-write"),
    /// Set by hand.
    OTHER("", "", "");

    private final String label;
    private final String approval;
    private final String sandbox;

    Mode(String label, String approval, String sandbox) {
        this.label = label;
        this.approval = approval;
        this.sandbox = sandbox;
    }

    /// A preset, or what stands there instead of one.
    record Named(Mode mode, String label) {}

    static Named of(Setup setup) {
        for (var mode : values()) {
            if (mode.approval.equals(setup.approval()) && mode.sandbox.equals(setup.sandbox()))
                return new Named(mode, mode.label);
        }
        return new Named(OTHER, setup.approval() + ", " + setup.sandbox());
    }

    String label() {
        return label;
    }

    String sandbox() {
        return sandbox;
    }

    /// The next one, as Shift-Tab goes through them.
    Mode next() {
        return switch (this) {
            case SUGGEST -> AUTO_EDIT;
            case AUTO_EDIT -> ON_REQUEST;
            case ON_REQUEST -> FULL_AUTO;
            case FULL_AUTO, OTHER -> SUGGEST;
        };
    }

    Setup apply(Setup setup) {
        return new Setup(
                setup.cwd(),
                setup.provider(),
                setup.model(),
                setup.style(),
                sandbox,
                approval,
                setup.roots(),
                setup.window(),
                setup.compactAt());
    }
}
