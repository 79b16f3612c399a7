package dev.pawl.tool.files;

import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.agent.approval.Intent;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.tool.BadArguments;
import dev.pawl.tool.Description;
import dev.pawl.tool.ToolArguments;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.sandbox.boundary.AccessMap;
import dev.pawl.tool.sandbox.boundary.Descriptor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;

/// `view_image`: shows the model a picture. The picture travels as the result's [Detail.Picture].
public final class ViewImage implements Tool {
    private static final int LARGEST_BYTES = 10 << 20;
    private static final String PARAMETERS = """
            {"type":"object","properties":{\
            "path":{"type":"string","description":"Path of the picture: PNG, JPEG, GIF or WebP."}},\
            "required":["path"],"additionalProperties":false}""";

    private final ToolEnvironment toolEnvironment;
    private final AccessMap access;
    private final ToolSpec spec;

    public ViewImage(ToolEnvironment toolEnvironment, AccessMap access) {
        this.toolEnvironment = toolEnvironment;
        this.access = access;
        this.spec = new ToolSpec.Function("view_image", Description.of(ViewImage.class, "view_image.md"), PARAMETERS);
    }

    @Override
    public ToolSpec spec() {
        return spec;
    }

    @Override
    public Replay replay() {
        return Replay.READ;
    }

    @Override
    public boolean runsBesideOthers() {
        return true;
    }

    @Override
    public Detail preview(Item.ToolCall call) {
        try {
            return new Detail.Picture(
                    toolEnvironment.resolve(ToolArguments.of(call).text("path")).toString(), "");
        } catch (BadArguments unreadable) {
            return new Detail.Nothing();
        }
    }

    @Override
    public Intent intent(Item.ToolCall call) {
        return new Intent.ReadOnly();
    }

    @Override
    public Outcome.Done run(Item.ToolCall call, RunMode runMode, Output output) throws InterruptedException {
        try {
            var path = toolEnvironment.resolve(ToolArguments.of(call).text("path"));
            try (var file = access.open(path)) {
                if (!file.isPlainFile()) return Outcome.failed("image path `" + path + "` is not a file");
                return shown(file, path);
            }
        } catch (BadArguments unreadable) {
            return Outcome.failed(String.valueOf(unreadable.getMessage()));
        } catch (NoSuchFileException missing) {
            return Outcome.failed(
                    "unable to locate image at `" + missing.getFile() + "`: No such file or directory (os error 2)");
        } catch (IOException cannot) {
            return Outcome.failed("unable to read image: " + FileBytes.why(cannot));
        }
    }

    private static Outcome.Done shown(Descriptor file, Path path) throws IOException, InterruptedException {
        var picture = new ByteArrayOutputStream();
        FileBytes.read(file, (bytes, length) -> {
            picture.write(bytes, 0, length);
            return picture.size() <= LARGEST_BYTES;
        });
        var bytes = picture.toByteArray();
        if (bytes.length > LARGEST_BYTES) {
            return Outcome.failed("image at `" + path + "` is larger than " + LARGEST_BYTES + " bytes");
        }
        var type = type(bytes);
        if (type.isEmpty()) return Outcome.failed("unsupported image at `" + path + "`: not PNG, JPEG, GIF or WebP");
        var url = "data:" + type.get() + ";base64," + Base64.getEncoder().encodeToString(bytes);
        return Outcome.success("attached local image path").with(new Detail.Picture(path.toString(), url));
    }

    /// What the picture is by its first bytes: names may lie.
    private static Optional<String> type(byte[] bytes) {
        var head = new String(bytes, 0, Math.min(12, bytes.length), StandardCharsets.ISO_8859_1);
        if (head.startsWith("\u0089PNG\r\n\u001a\n")) return Optional.of("image/png");
        if (head.startsWith("\u00ff\u00d8\u00ff")) return Optional.of("image/jpeg");
        if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) return Optional.of("image/gif");
        if (head.startsWith("RIFF") && head.endsWith("WEBP")) return Optional.of("image/webp");
        return Optional.empty();
    }
}
