package dev.pawl.doctor;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.JsonLine;
import dev.pawl.cli.Option;
import dev.pawl.cli.Styled;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/// `pawl doctor`: looks at everything a turn needs, and says what to do about what is not there.
///
/// @param checks the looks to take; made from the arguments, because settings decide what is looked
///     at
public record DoctorCommand(Console console, Function<Arguments, List<HealthCheck>> checks) implements Subcommand {
    @Override
    public CommandUsage usage() {
        return CommandUsage.of("doctor", "look for what is missing or slow on this machine")
                .with(Option.flag("--deep", "also compare every record of the store with its checksum"))
                .example("pawl doctor           # exit code 1 when something a turn needs is missing")
                .example("pawl doctor --deep    # is every record of the store what was written?")
                .example("pawl doctor --json    # one object for each finding");
    }

    @Override
    public int run(Arguments arguments) {
        var missing = new ArrayList<String>();
        for (var check : checks.apply(arguments)) {
            var finding = check.look();
            if (finding.grade() == Finding.Grade.MISSING) missing.add(finding.name());
            if (arguments.has("--json")) console.line(json(finding));
            else show(finding);
        }
        if (!arguments.has("--quiet")) {
            console.note(
                    missing.isEmpty()
                            ? console.say(Text.DOCTOR_ALL_WELL)
                            : console.say(Text.DOCTOR_MISSING, String.join(", ", missing)));
        }
        return missing.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }

    private void show(Finding finding) {
        var grade = switch (finding.grade()) {
            case OK -> Styled.of(Console.Shade.GOOD, "ok     ");
            case WARN -> Styled.of(Console.Shade.DOUBTFUL, "warn   ");
            case MISSING -> Styled.of(Console.Shade.BAD, "missing");
        };
        var name = finding.name() + " ".repeat(Math.max(1, 14 - finding.name().length()));
        console.line(grade.plus("  " + name + finding.detail()));
        if (!finding.remedy().isEmpty()) console.line("                       " + finding.remedy());
    }

    private static String json(Finding finding) {
        return new JsonLine()
                .put("name", finding.name())
                .put("state", finding.grade().name().toLowerCase(Locale.ROOT))
                .put("detail", finding.detail())
                .put("remedy", finding.remedy())
                .toString();
    }
}
