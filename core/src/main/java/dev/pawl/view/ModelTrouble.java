package dev.pawl.view;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Why the model did not respond, read from the words that a failure is stored with. Those words
/// are Codex's, because its clients know them; a person is told what they mean.
///
/// @param server the host that was asked; empty when the words do not name it
/// @param said what the server, or the network, said itself; may be empty
/// @param pause how long the server asks to wait, as in `16 s`; may be empty
public record ModelTrouble(Cause cause, String server, String said, String pause) {
    /// What happened.
    public enum Cause {
        NAME,
        REFUSED,
        PROXY,
        TIMEOUT,
        TLS,
        UNREACHABLE,
        CUT,
        SILENT,
        KEY,
        FORBIDDEN,
        MODEL,
        ADDRESS,
        REQUEST,
        TOO_MANY,
        QUOTA,
        CONTEXT,
        OVERLOADED,
        SERVER,
        PAGE,
        INCOMPLETE
    }

    private static final Pattern PAUSE =
            Pattern.compile("; (?:next try in|the server says to try again in) ([0-9a-z ]+)$");
    private static final Pattern STATUS = Pattern.compile(
            "(?s)unexpected status (\\d{3})[^:]*: (.*), url: (\\S+?)(?:, cf-ray: .*|, request id: .*)?");
    private static final Pattern SENDING =
            Pattern.compile("(?s)stream disconnected before completion: error sending request \\((\\S+): (.*)\\)");
    private static final Pattern STREAM = Pattern.compile("(?s)stream disconnected before completion: (.*)");
    private static final Pattern SAID = Pattern.compile("(?s).*?(?:The|; the) provider says: (.*)");
    private static final Pattern INCOMPLETE = Pattern.compile("(?s)Incomplete response returned, reason: (.*)");
    private static final Pattern MESSAGE = Pattern.compile("\"message\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");

    /// Empty when the words are not about the model's server.
    ///
    /// @param kind why the model did not respond, in one word; empty where that is not known
    public static Optional<ModelTrouble> of(String kind, String words) {
        var pause = PAUSE.matcher(words);
        var hasPause = pause.find();
        var text = hasPause ? words.substring(0, pause.start()) : words;
        return read(kind, text)
                .map(trouble ->
                        new ModelTrouble(trouble.cause, trouble.server, trouble.said, hasPause ? pause.group(1) : ""));
    }

    private static Optional<ModelTrouble> read(String kind, String text) {
        var status = STATUS.matcher(text);
        if (status.matches()) return Optional.of(byStatus(status.group(1), status.group(2), host(status.group(3))));
        var sending = SENDING.matcher(text);
        if (sending.matches()) return Optional.of(connection(host(sending.group(1)), sending.group(2)));
        var stream = STREAM.matcher(text);
        if (stream.matches()) return Optional.of(stream(kind, stream.group(1)));
        var said = SAID.matcher(text);
        return byWords(kind, text).map(cause -> trouble(cause, "", said.matches() ? said.group(1) : own(cause, text)));
    }

    private static ModelTrouble byStatus(String status, String said, String server) {
        var lower = said.toLowerCase(Locale.ROOT);
        var cause = switch (status) {
            case "401" -> Cause.KEY;
            case "403" -> Cause.FORBIDDEN;
            case "404" -> lower.contains("model") ? Cause.MODEL : Cause.ADDRESS;
            default -> status.startsWith("5") || status.equals("408") ? Cause.SERVER : Cause.REQUEST;
        };
        var words = said.equals("Unknown error") ? "" : said;
        var number = cause == Cause.SERVER || cause == Cause.REQUEST ? status + (words.isEmpty() ? "" : ": ") : "";
        return trouble(cause, server, number + words);
    }

    private static ModelTrouble connection(String server, String why) {
        var lower = why.toLowerCase(Locale.ROOT);
        if (lower.startsWith("the proxy")) return trouble(Cause.PROXY, server, why);
        if (lower.contains("unresolved") || lower.contains("unknown host")) return trouble(Cause.NAME, server, "");
        if (lower.contains("refused")) return trouble(Cause.REFUSED, server, "");
        if (lower.contains("timed out")) return trouble(Cause.TIMEOUT, server, "");
        var isSecure = lower.contains("certif")
                || lower.contains("pkix")
                || lower.contains("handshake")
                || lower.contains("ssl")
                || lower.contains("tls");
        return trouble(isSecure ? Cause.TLS : Cause.UNREACHABLE, server, why);
    }

    private static ModelTrouble stream(String kind, String why) {
        if (why.startsWith("idle timeout")) return trouble(Cause.SILENT, "", "");
        if (kind.equals("rate_limit")) return trouble(Cause.TOO_MANY, "", why);
        var own = why.startsWith("Transport error") || why.startsWith("stream closed before");
        var early = INCOMPLETE.matcher(why);
        if (early.matches()) return trouble(Cause.INCOMPLETE, "", early.group(1));
        return trouble(Cause.CUT, "", own ? "" : why);
    }

    private static Optional<Cause> byWords(String kind, String text) {
        if (text.startsWith("exceeded retry limit")) return Optional.of(Cause.TOO_MANY);
        if (text.contains("ran out of room")) return Optional.of(Cause.CONTEXT);
        if (text.startsWith("Selected model is at capacity")) return Optional.of(Cause.OVERLOADED);
        if (text.startsWith("We’re currently experiencing high demand")) return Optional.of(Cause.SERVER);
        if (text.startsWith("The server sent a web page")) return Optional.of(Cause.PAGE);
        if (text.startsWith("Incomplete response")) return Optional.of(Cause.INCOMPLETE);
        return switch (kind) {
            case "quota" -> Optional.of(Cause.QUOTA);
            case "unauthorized" -> Optional.of(Cause.KEY);
            // A setting that cannot work has words of its own, with what to do on a line below.
            case "bad_request" ->
                text.contains("\n  ") && !text.startsWith("{") ? Optional.empty() : Optional.of(Cause.REQUEST);
            case "rate_limit" -> Optional.of(Cause.TOO_MANY);
            case "overloaded" -> Optional.of(Cause.OVERLOADED);
            case "server" -> Optional.of(Cause.SERVER);
            case "connection" -> Optional.of(Cause.UNREACHABLE);
            case "stream" -> Optional.of(Cause.CUT);
            case "context_overflow" -> Optional.of(Cause.CONTEXT);
            default -> Optional.empty();
        };
    }

    /// What the words hold beside the sentence that all of their kind share.
    private static String own(Cause cause, String text) {
        return switch (cause) {
            case REQUEST, KEY, UNREACHABLE -> message(text);
            case INCOMPLETE -> {
                var reason = INCOMPLETE.matcher(text);
                yield reason.matches() ? reason.group(1) : "";
            }
            default -> "";
        };
    }

    /// The words in an error object; the text itself when it is none.
    private static String message(String text) {
        if (!text.stripLeading().startsWith("{")) return text;
        var found = MESSAGE.matcher(text);
        if (!found.find()) return text;
        return found.group(1).replace("\\n", " ").replace("\\\"", "\"").replace("\\\\", "\\");
    }

    private static ModelTrouble trouble(Cause cause, String server, String said) {
        return new ModelTrouble(cause, server, said.strip(), "");
    }

    /// `api.openai.com`, or with its port where that is given.
    private static String host(String url) {
        var from = url.indexOf("://");
        var rest = from < 0 ? url : url.substring(from + 3);
        var end = rest.indexOf('/');
        var authority = end < 0 ? rest : rest.substring(0, end);
        return authority.substring(authority.lastIndexOf('@') + 1);
    }
}
