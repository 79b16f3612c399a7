package dev.pawl.host;

import dev.pawl.agent.Redaction;
import dev.pawl.briefing.LocalClock;
import dev.pawl.briefing.NamedSkills;
import dev.pawl.briefing.ProjectBriefing;
import dev.pawl.briefing.PromptFile;
import dev.pawl.briefing.Skills;
import dev.pawl.card.Item;
import dev.pawl.thread.ChatThread;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// What agents read about where they are: all of it before their first request, and later what
/// has changed.
public record Briefings(Supplier<ThreadConfig> current, InstantSource clock) {
    List<Item> all(ChatThread thread) {
        return at(thread, clock.instant());
    }

    /// What an agent reads anew when a thread goes on that was set up otherwise, or on another day.
    List<Item> changes(ChatThread before, ChatThread now) {
        var time = clock.instant();
        if (before.setup().equals(now.setup()) && day(before.updatedAt()).equals(day(time))) return List.of();
        var items = new ArrayList<>(at(now, time));
        items.removeAll(at(before, before.updatedAt()));
        return items;
    }

    private List<Item> at(ChatThread thread, Instant time) {
        var place = current.get().in(thread.setup().cwd());
        var environments = place.environments();
        var cwd = thread.setup().cwd();
        var found = place.skills().in(Path.of(cwd), List.of(), files(cwd, place));
        return new ProjectBriefing(
                        thread.setup(),
                        environments.shellName(),
                        day(time),
                        place.words(),
                        Skills.briefing(found.skills(), environments.home()),
                        environments.limits(thread.setup()),
                        files(cwd, place))
                .items();
    }

    /// @param extra more folders with skills
    NamedSkills skills(ChatThread thread, List<Path> extra) {
        var cwd = thread.setup().cwd();
        var place = current.get().in(cwd);
        var files = files(cwd, place);
        return new NamedSkills(() -> place.skills().in(Path.of(cwd), extra, files), Path.of(cwd), files);
    }

    /// Reads files of the project in a folder.
    public static PromptFile files(String cwd, ThreadConfig place) {
        var access = place.environments().access(List.of(Path.of(cwd)));
        UnaryOperator<String> plain = text -> text;
        return new PromptFile(
                access,
                place.redaction()
                        .<UnaryOperator<String>>map(Briefings::removing)
                        .orElse(plain));
    }

    private static UnaryOperator<String> removing(Redaction secrets) {
        return secrets::of;
    }

    private static String day(Instant time) {
        return LocalClock.at(time).toLocalDate().toString();
    }
}
