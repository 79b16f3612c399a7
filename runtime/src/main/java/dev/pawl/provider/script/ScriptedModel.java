package dev.pawl.provider.script;

import dev.pawl.agent.Model;
import dev.pawl.agent.ModelFailure;
import dev.pawl.agent.ModelFailure.Kind;
import dev.pawl.agent.Prompt;
import dev.pawl.id.ThreadId;
import dev.pawl.json.BadJson;
import dev.pawl.provider.script.Script.Fault;
import dev.pawl.provider.script.Script.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A model that reads its answers from a file: for demonstrations, tests, and to play a recording.
///
/// The file is read when it is first asked. Which answer comes next is derived from the prompt;
/// only how often a fault was played is remembered, and no longer than the process lives.
public final class ScriptedModel implements Model {
    private record Played(ThreadId thread, int answer) {}

    private final Path file;
    private final Map<Played, Integer> faults = new HashMap<>();
    private @Nullable Script script;

    public ScriptedModel(Path file) {
        this.file = file;
    }

    @Override
    public ResponseStream ask(Prompt prompt) throws InterruptedException {
        if (Thread.interrupted()) throw new InterruptedException("stopped before the script was asked");
        var read = script();
        var position = read.position(prompt.input());
        if (position >= read.answers().size()) {
            throw new ModelFailure(
                    Kind.BAD_REQUEST,
                    "The script " + file + " is used up: it has "
                            + read.answers().size() + " answers, and the prompt asks for number " + (position + 1)
                            + ".");
        }
        var answer = due(prompt.thread(), position, read.answers().get(position));
        if (answer.fault() instanceof Fault.Fail fail && fail.after() == 0) throw ScriptedResponse.failure(fail);
        return new ScriptedResponse(answer, position, prompt.thread());
    }

    private synchronized Script script() {
        if (script == null) script = read();
        return script;
    }

    private Script read() {
        try {
            return Script.parse(Files.readString(file));
        } catch (IOException | BadJson | IllegalArgumentException unreadable) {
            throw new ModelFailure(
                    Kind.BAD_REQUEST, "The script " + file + " cannot be read: " + unreadable.getMessage());
        }
    }

    /// The answer without its fault once that was played often enough.
    private synchronized Response due(ThreadId thread, int position, Response answer) {
        var fault = answer.fault();
        if (fault == null) return answer;
        var played = faults.merge(new Played(thread, position), 1, Integer::sum);
        return played <= fault.times() ? answer : new Response(answer.lines(), answer.usage(), answer.goOn(), null);
    }

    @Override
    public void close() {
        // holds nothing open
    }
}
