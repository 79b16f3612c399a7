package dev.pawl.workflow.check;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// What a fix may not touch without a person: named files, tests that vanish or are switched off,
/// and what the checks are made of.
///
/// @param patterns globs from the settings, seen from the workspace: `**/*Test.java`
public record ProtectedFiles(List<String> patterns) {
    private static final Pattern TEST =
            Pattern.compile("(?i)(^|.*/)(tests?|__tests__|spec)/.*|.*(Test|Tests|IT|Spec)\\.(java|kt|scala|groovy)"
                    + "|(^|.*/)(test_[^/]+|[^/]+_test)\\.(py|go|rs|sh|dart)|(^|.*/)[^/]+\\.(test|spec)\\.[cm]?[jt]sx?");
    private static final Pattern SWITCHED_OFF =
            Pattern.compile("@(Disabled|Ignore)\\b|\\b(it|test|describe)\\.skip\\(|\\bx(it|describe|test)\\("
                    + "|pytest\\.mark\\.(skip|xfail)"
                    + "|unittest\\.skip|pytest\\.skip\\(|\\bt\\.Skip(Now)?\\(|#\\[ignore|skip:\\s*true|\\btodo!\\(");

    public ProtectedFiles {
        patterns = List.copyOf(patterns);
    }

    /// One file between two pictures of a workspace.
    ///
    /// @param added the lines that are new in it
    public record Change(String path, Kind kind, List<String> added) {
        public Change {
            added = List.copyOf(added);
        }

        public enum Kind {
            ADDED,
            CHANGED,
            DELETED
        }
    }

    /// The changes a person must agree to, each with why.
    public List<String> touched(List<Change> changes) {
        var touched = new ArrayList<String>();
        for (var change : changes) {
            var path = change.path();
            var isTest = TEST.matcher(path).matches();
            if (isNamed(path)) touched.add(path);
            else if (isTest && change.kind() == Change.Kind.DELETED) touched.add(path + " (a deleted test)");
            else if (isTest
                    && change.added().stream()
                            .anyMatch(line -> SWITCHED_OFF.matcher(line).find()))
                touched.add(path + " (a test that is switched off)");
        }
        return touched;
    }

    private boolean isNamed(String path) {
        return patterns.stream().anyMatch(glob -> matches(glob, path));
    }

    /// `**` crosses folders, `*` and `?` do not.
    public static boolean matches(String glob, String path) {
        var regex = new StringBuilder();
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            if (glob.startsWith("**/", i)) {
                regex.append("(?:.*/)?");
                i += 2;
            } else if (glob.startsWith("**", i)) {
                regex.append(".*");
                i++;
            } else if (c == '*') regex.append("[^/]*");
            else if (c == '?') regex.append("[^/]");
            else regex.append(Pattern.quote(String.valueOf(c)));
        }
        return path.matches(regex.toString());
    }
}
