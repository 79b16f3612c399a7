package dev.pawl.app;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// What the settings come to for threads that work elsewhere than where this process was started: a
/// thread has its own project's layer, as far as that is trusted, and no other's. Read again when
/// the project's files or the trust in them change. Safe for use by many threads.
final class OtherProjects {
    private final Project here;
    private final TrustFile trust;
    private final Function<Project, LocalEngine.Parts> loader;
    private final Map<Path, Known> known = new HashMap<>();

    private record Known(Project project, TrustFile.Standing standing, LocalEngine.Parts parts) {}

    OtherProjects(Project here, TrustFile trust, Function<Project, LocalEngine.Parts> loader) {
        this.here = here;
        this.trust = trust;
        this.loader = loader;
    }

    /// Nothing for a folder of the project that this process was started in.
    synchronized Optional<LocalEngine.Parts> of(String cwd) {
        var project = Project.of(Path.of(cwd));
        if (project.root().equals(here.root())) return Optional.empty();
        var standing = trust.standing(project);
        var before = known.get(project.root());
        if (before != null && before.project().equals(project) && before.standing() == standing) {
            return Optional.of(before.parts());
        }
        var parts = loader.apply(project);
        known.put(project.root(), new Known(project, standing, parts));
        return Optional.of(parts);
    }
}
