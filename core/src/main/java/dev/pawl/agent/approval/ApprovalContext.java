package dev.pawl.agent.approval;

import dev.pawl.card.Boundary;
import java.util.List;
import java.util.Set;

/// How a thread's agent stands: what it may do without asking.
///
/// @param reach what commands in the sandbox can reach
/// @param canConfine whether this machine can keep a command inside a sandbox
/// @param granted seals a person accepted for the whole thread
public record ApprovalContext(
        Approval approval, Scope reach, boolean canConfine, List<Rule> rules, Set<String> granted) {
    public ApprovalContext {
        rules = List.copyOf(rules);
        granted = Set.copyOf(granted);
    }

    /// One whose commands have no network and no folders besides the thread's own.
    public ApprovalContext(Approval approval, Mode mode, boolean canConfine, List<Rule> rules, Set<String> granted) {
        this(approval, new Scope(mode, false, List.of()), canConfine, rules, granted);
    }

    /// @param roots writable folders besides the thread's own
    public record Scope(Mode mode, boolean network, List<String> roots) {
        public Scope {
            roots = List.copyOf(roots);
        }

        Boundary boundary() {
            return new Boundary(mode.word(), network, roots);
        }
    }

    public Mode mode() {
        return reach.mode();
    }

    /// When a person is asked.
    public enum Approval {
        /// For every command and every edit.
        UNTRUSTED,
        /// For every command; edits inside the workspace go on by themselves.
        AUTO_EDIT,
        /// For what leaves the sandbox.
        ON_REQUEST,
        /// Never: what would need a person is refused.
        NEVER;

        /// Codex's spelling (an older one, `on-failure`, means on request), or the name of a mode.
        public static Approval of(String word) {
            return switch (word) {
                case "untrusted", "suggest" -> UNTRUSTED;
                case "auto-edit" -> AUTO_EDIT;
                case "never", "full-auto" -> NEVER;
                case "on-request", "on-failure", "" -> ON_REQUEST;
                default -> throw new IllegalArgumentException("not an approval policy: " + word);
            };
        }
    }

    /// What commands and edits may touch.
    public enum Mode {
        READ_ONLY,
        WORKSPACE_WRITE,
        DANGER_FULL_ACCESS;

        /// Codex's spelling.
        public static Mode of(String word) {
            return switch (word) {
                case "read-only" -> READ_ONLY;
                case "workspace-write", "" -> WORKSPACE_WRITE;
                case "danger-full-access" -> DANGER_FULL_ACCESS;
                default -> throw new IllegalArgumentException("not a sandbox mode: " + word);
            };
        }

        public String word() {
            return switch (this) {
                case READ_ONLY -> "read-only";
                case WORKSPACE_WRITE -> "workspace-write";
                case DANGER_FULL_ACCESS -> "danger-full-access";
            };
        }
    }

    /// No questions, no sandbox: the explicit bypass.
    boolean bypasses() {
        return approval == Approval.NEVER && mode() == Mode.DANGER_FULL_ACCESS;
    }
}
