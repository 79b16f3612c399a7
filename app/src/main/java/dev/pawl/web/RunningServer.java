package dev.pawl.web;

import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Where the server of a home can be reached, as its file says. A server that was killed leaves the
/// file behind.
///
/// @param token of this start
public record RunningServer(String url, String token, long pid) {
    static final String FILE = "server.json";

    /// Nothing where no server runs, or while one starts.
    ///
    /// @param files the folder of Pawl's own files
    public static Optional<RunningServer> of(Path files) {
        try {
            return in(files.resolve(ServeCommand.FOLDER))
                    .filter(server -> ProcessHandle.of(server.pid)
                            .filter(ProcessHandle::isAlive)
                            .isPresent());
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    static Optional<RunningServer> in(Path folder) throws IOException {
        var file = folder.resolve(FILE);
        if (!Files.exists(file)) return Optional.empty();
        try {
            var json = Json.parse(Files.readString(file));
            return Optional.of(new RunningServer(json.text("url"), json.text("token"), json.number("pid")));
        } catch (BadJson damaged) {
            return Optional.empty();
        }
    }

    Json.Obj json(String login) {
        return Json.object()
                .with("url", url)
                .with("login", login)
                .with("token", token)
                .with("pid", pid);
    }
}
