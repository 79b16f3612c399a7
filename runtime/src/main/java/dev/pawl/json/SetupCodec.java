package dev.pawl.json;

import dev.pawl.thread.Setup;

/// How a thread is set up, as JSON. Fields nobody knows are skipped.
public final class SetupCodec {
    private SetupCodec() {}

    public static String write(Setup setup) {
        return Json.object()
                .with("cwd", setup.cwd())
                .with("provider", setup.provider())
                .with("model", setup.model())
                .with("effort", setup.style().effort())
                .with("summary", setup.style().summary())
                .with("verbosity", setup.style().verbosity())
                .with("sandbox", setup.sandbox())
                .with("approval", setup.approval())
                .with("roots", Json.strings(setup.roots()))
                .with("window", setup.window())
                .with("compact_at", setup.compactAt())
                .write();
    }

    public static Setup read(String text) {
        var json = Json.parse(text);
        return new Setup(
                json.text("cwd"),
                json.text("provider"),
                json.text("model"),
                new Setup.Style(json.text("effort"), json.text("summary"), json.text("verbosity")),
                json.text("sandbox"),
                json.text("approval"),
                json.list("roots").stream().map(Json::asText).toList(),
                json.number("window"),
                json.number("compact_at"));
    }
}
