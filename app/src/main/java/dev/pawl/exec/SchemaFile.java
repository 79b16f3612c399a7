package dev.pawl.exec;

import dev.pawl.cli.UsageError;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.resource.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The JSON schema of `--output-schema`.
final class SchemaFile {
    private SchemaFile() {}

    static String read(String file) {
        try {
            var schema = Json.parse(Files.readString(Path.of(file)));
            if (schema instanceof Json.Obj) return schema.write();
            throw new UsageError("the output schema must be a JSON object: " + file);
        } catch (IOException gone) {
            throw new UsageError("the output schema cannot be read: " + file + "\n  " + FileTrouble.of(gone));
        } catch (BadJson broken) {
            throw new UsageError("the output schema is not JSON: " + file + "\n  " + broken.getMessage());
        }
    }
}
