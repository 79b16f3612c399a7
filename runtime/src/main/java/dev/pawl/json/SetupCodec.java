package dev.pawl.json;

import dev.pawl.thread.Setup;

/// How a thread is set up, as JSON. Fields nobody knows are skipped.
public final class SetupCodec {
    private SetupCodec() {}

    public static String write(Setup setup) {
        var json = Json.object()
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
                .with("compact_at", setup.compactAt());
        var style = setup.style();
        if (!style.instructions().isEmpty()) json = json.with("instructions", style.instructions());
        if (!style.tools().isEmpty()) json = json.with("tools", style.tools());
        return json.write();
    }

    public static Setup read(String text) {
        var json = Json.parse(text);
        return new Setup(
                json.text("cwd"),
                json.text("provider"),
                json.text("model"),
                new Setup.Style(
                        json.text("effort"),
                        json.text("summary"),
                        json.text("verbosity"),
                        json.text("instructions", ""),
                        json.text("tools", "")),
                json.text("sandbox"),
                json.text("approval"),
                json.list("roots").stream().map(Json::asText).toList(),
                json.number("window"),
                json.number("compact_at"));
    }
}
