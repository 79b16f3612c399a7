package dev.pawl.provider.script;

import dev.pawl.agent.Model;
import dev.pawl.agent.ModelEvent;
import dev.pawl.agent.ModelFailure;
import dev.pawl.agent.ModelFailure.Kind;
import dev.pawl.agent.Prompt;
import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// Any model, whose answers are also appended to a script: one line for each. An answer that broke
/// off before anything was finished leaves none: played again, there would be nothing to play.
public final class RecordingModel implements Model {
    private final Model model;
    private final Path file;

    public RecordingModel(Model model, Path file) {
        this.model = model;
        this.file = file;
    }

    @Override
    public ResponseStream ask(Prompt prompt) throws InterruptedException {
        return new Recorded(model.ask(prompt));
    }

    @Override
    public void close() {
        model.close();
    }

    private synchronized void append(Json answer) {
        try {
            Files.writeString(file, answer.write() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failed) {
            throw new ModelFailure(
                    Kind.BAD_REQUEST, "The recording " + file + " cannot be written: " + failed.getMessage());
        }
    }

    private final class Recorded implements ResponseStream {
        private final ResponseStream answering;
        private final List<Json> items = new ArrayList<>();
        private int deltas;
        private boolean written;

        Recorded(ResponseStream answering) {
            this.answering = answering;
        }

        @Override
        public ModelEvent next() throws InterruptedException {
            try {
                var event = answering.next();
                hear(event);
                return event;
            } catch (ModelFailure failure) {
                brokeOff(failure);
                throw failure;
            }
        }

        private synchronized void hear(ModelEvent event) {
            switch (event) {
                case ModelEvent.TextDelta _ -> deltas++;
                case ModelEvent.ItemDone(var _, var item) -> {
                    var json = ScriptText.item(item, deltas);
                    if (!json.isNull()) items.add(json);
                    deltas = 0;
                }
                case ModelEvent.Completed(var usage, var goOn) -> {
                    written = true;
                    append(ScriptText.completed(items, usage, goOn));
                }
                case ModelEvent.ItemBegan _, ModelEvent.ReasoningDelta _ -> {
                    // the finished item says it all
                }
            }
        }

        private synchronized void brokeOff(ModelFailure failure) {
            if (written || items.isEmpty()) return;
            written = true;
            append(ScriptText.failed(items, failure));
        }

        @Override
        public void close() {
            answering.close();
            brokeOff(Script.cut());
        }
    }
}
