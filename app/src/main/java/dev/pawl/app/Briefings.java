package dev.pawl.app;

import dev.pawl.card.Item;
import dev.pawl.thread.ChatThread;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What agents are told about where they are: all of it before their first request, and later what
/// has changed.
final class Briefings {
    private final LocalEngine.Parts parts;

    Briefings(LocalEngine.Parts parts) {
        this.parts = parts;
    }

    List<Item> all(ChatThread thread) {
        return at(thread, Instant.now());
    }

    /// What is told anew when a thread goes on that was set up otherwise, or left on another day.
    List<Item> changes(ChatThread before, ChatThread now) {
        var time = Instant.now();
        if (before.setup().equals(now.setup()) && day(before.updatedAt()).equals(day(time))) return List.of();
        var items = new ArrayList<>(at(now, time));
        items.removeAll(at(before, before.updatedAt()));
        return items;
    }

    private List<Item> at(ChatThread thread, Instant time) {
        var place = parts.in(thread.setup().cwd());
        var skills = Skills.briefing(
                place.skills().in(Path.of(thread.setup().cwd()), List.of()).skills(),
                place.workplaces().home());
        return new ProjectBriefing(
                        thread.setup(),
                        place.workplaces().shellName(),
                        day(time),
                        place.setups().words(),
                        skills,
                        place.workplaces().limits(thread.setup()),
                        files(thread, place))
                .items();
    }

    private static PromptFile files(ChatThread thread, LocalEngine.Parts place) {
        var access = place.workplaces().access(List.of(Path.of(thread.setup().cwd())));
        var redaction = place.redaction();
        return new PromptFile(access, redaction.isOn() ? redaction.redaction()::of : text -> text);
    }

    private static String day(Instant time) {
        return LocalClock.at(time).toLocalDate().toString();
    }
}
