package dev.pawl.config;

import dev.pawl.config.trust.Project;
import dev.pawl.config.trust.TrustFile;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// What the settings come to for threads that work elsewhere than where this process was started: a
/// thread has its own project's layer, as far as that is trusted, and no other's. Read again when
/// the project's files or the trust in them change. Safe for use by many threads.
public final class OtherProjects {
    private final Project here;
    private final TrustFile trust;
    private final Function<Project, ThreadSettings> loader;
    private final Map<Path, Known> known = new HashMap<>();

    private record Known(Project project, TrustFile.Trust standing, ThreadSettings settings) {}

    public OtherProjects(Project here, TrustFile trust, Function<Project, ThreadSettings> loader) {
        this.here = here;
        this.trust = trust;
        this.loader = loader;
    }

    /// Nothing for a folder of the project that this process was started in.
    public synchronized Optional<ThreadSettings> of(String cwd) {
        var project = Project.of(Path.of(cwd));
        if (project.root().equals(here.root())) return Optional.empty();
        var standing = trust.standing(project);
        var before = known.get(project.root());
        if (before != null && before.project().equals(project) && before.standing() == standing) {
            return Optional.of(before.settings());
        }
        var settings = loader.apply(project);
        known.put(project.root(), new Known(project, standing, settings));
        return Optional.of(settings);
    }
}
