package dev.pawl.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import dev.pawl.json.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/// An event of the log as one line of JSON, without secrets.
final class JsonLines extends EncoderBase<ILoggingEvent> {
    private static final byte[] NOTHING = {};

    private final UnaryOperator<String> redaction;

    JsonLines(UnaryOperator<String> redaction) {
        this.redaction = redaction;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        var fields = new LinkedHashMap<String, Json>();
        fields.put(
                LogFiles.TIME,
                new Json.Str(Instant.ofEpochMilli(event.getTimeStamp()).toString()));
        fields.put(LogFiles.LEVEL, new Json.Str(event.getLevel().toString().toLowerCase(Locale.ROOT)));
        fields.put(LogFiles.LOGGER, new Json.Str(event.getLoggerName()));
        fields.put("thread", new Json.Str(event.getThreadName()));
        fields.put(LogFiles.MESSAGE, text(event.getFormattedMessage()));
        addPairs(event, fields);
        var problem = event.getThrowableProxy();
        if (problem != null) fields.put("error", text(trace(problem)));
        return (new Json.Obj(fields).write() + "\n").getBytes(UTF_8);
    }

    private void addPairs(ILoggingEvent event, Map<String, Json> fields) {
        var pairs = event.getKeyValuePairs();
        if (pairs == null) return;
        for (var pair : pairs) {
            fields.put(
                    pair.key,
                    pair.value instanceof Number number
                            ? Json.of(number.longValue())
                            : text(String.valueOf(pair.value)));
        }
    }

    private Json text(String text) {
        return new Json.Str(redaction.apply(text));
    }

    private static String trace(IThrowableProxy problem) {
        return ThrowableProxyUtil.asString(problem);
    }

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }
}
