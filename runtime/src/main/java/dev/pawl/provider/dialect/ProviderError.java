package dev.pawl.provider.dialect;

import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// An error as a provider tells it: a code and a type in one spelling, the words, and a status
/// where the error names one. Providers put these into JSON of many shapes, into plain text, or
/// into a page for people.
public record ProviderError(String code, String type, String message, int status) {
    private static final int SHOWN = 1000;
    private static final int DEEPEST = 4;
    private static final List<String> WORDS = List.of(
            "message", "msg", "detail", "details", "error_message", "error_msg", "reason", "title", "error", "errors");

    /// The body of a reply.
    public static ProviderError of(String body) {
        try {
            return of(Json.parse(body));
        } catch (BadJson notJson) {
            var words = isPage(body) ? words(body) : "";
            return new ProviderError("", "", shortened(words.isEmpty() ? body.strip() : words), 0);
        }
    }

    public static ProviderError of(Json json) {
        var core = core(json);
        return new ProviderError(
                word(core, "code"), word(core, "type"), shortened(message(core, 0)), status(core, json));
    }

    /// The object that has the words: some providers wrap it, once or in a list.
    private static Json core(Json json) {
        if (json instanceof Json.Arr) return core(json.at(0));
        for (var name : List.of("error", "errors")) {
            var inner = json.at(name) instanceof Json.Arr list ? list.at(0) : json.at(name);
            if (inner instanceof Json.Obj) return inner;
        }
        return json;
    }

    private static String word(Json core, String name) {
        return core.text(name, "").toLowerCase(Locale.ROOT);
    }

    private static int status(Json core, Json whole) {
        for (var json : List.of(core, whole)) {
            for (var name : List.of("code", "status", "status_code", "raw_status_code")) {
                var number = Counts.of(json, name);
                if (number >= 400 && number <= 599) return (int) number;
            }
        }
        return 0;
    }

    private static String message(Json json, int depth) {
        if (depth > DEEPEST) return "";
        return switch (json) {
            case Json.Str(var text) -> text.strip();
            case Json.Arr(var elements) -> {
                var texts = new ArrayList<String>();
                for (var element : elements) {
                    var text = message(element, depth + 1);
                    if (!text.isEmpty()) texts.add(text);
                }
                yield String.join("; ", texts);
            }
            case Json.Obj object -> {
                for (var name : WORDS) {
                    var text = message(object.at(name), depth + 1);
                    if (!text.isEmpty()) yield text + upstream(object, text, depth);
                }
                yield "";
            }
            case Json.Num _, Json.Bool _, Json.Null _ -> "";
        };
    }

    /// A router's own words say little; those of the service behind it come as a text of JSON.
    private static String upstream(Json error, String said, int depth) {
        var raw = error.at("metadata").text("raw", "");
        if (raw.isEmpty()) return "";
        String text;
        try {
            text = message(core(Json.parse(raw)), depth + 1);
        } catch (BadJson plain) {
            text = raw.strip();
        }
        return text.isEmpty() || said.contains(text) ? "" : ": " + text;
    }

    private static boolean isPage(String body) {
        return body.stripLeading().startsWith("<");
    }

    /// What a page says to a person: its title, else its text.
    private static String words(String page) {
        var title = between(page, "<title", "</title>");
        var text = title.isBlank() ? page.replaceAll("(?is)<(script|style).*?</\\1>", " ") : title;
        return text.replaceAll("<[^>]*>", " ").replaceAll("\\s+", " ").strip();
    }

    private static String between(String text, String from, String to) {
        var lower = text.toLowerCase(Locale.ROOT);
        var start = lower.indexOf(from);
        var open = start < 0 ? -1 : lower.indexOf('>', start);
        var end = open < 0 ? -1 : lower.indexOf(to, open);
        return end < 0 ? "" : text.substring(open + 1, end);
    }

    private static String shortened(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }

    boolean isEmpty() {
        return code.isEmpty() && type.isEmpty() && message.isEmpty() && status == 0;
    }

    /// Whether the code or the type is one of these.
    private boolean is(String... words) {
        var known = List.of(words);
        return known.contains(code) || known.contains(type);
    }

    /// Whether the code or the type has one of these in it.
    private boolean has(String... pieces) {
        for (var piece : pieces) {
            if (code.contains(piece) || type.contains(piece)) return true;
        }
        return false;
    }

    private boolean says(String... pieces) {
        var text = message.toLowerCase(Locale.ROOT);
        for (var piece : pieces) {
            if (text.contains(piece)) return true;
        }
        return false;
    }

    /// The history is too long for the model: shortened, it may pass. By a code where there is one;
    /// most services have words only, each its own.
    public boolean isTooLong() {
        if (has("context_length", "context_window", "exceed_context_size", "too_many_prompt_tokens")) return true;
        if (is("request_too_large", "string_above_max_length", "prompt_too_long", "input_too_long")) return true;
        if (says("tokens per min", "tokens per day", "(tpm)", "(tpd)")) return says("request too large");
        return says(
                        "maximum context length",
                        "max context length",
                        "context length exceeded",
                        "context_length_exceeded",
                        "context window exceeds",
                        "exceeds the context window",
                        "exceeds context window",
                        "exceeds the context length",
                        "exceeds context length",
                        "exceeds maximum context",
                        "exceed context limit",
                        "exceeds the available context",
                        "greater than the context length",
                        "context length is only",
                        "maximum context of",
                        "prompt is too long",
                        "prompt too long",
                        "input is too long",
                        "messages is too long",
                        "reduce the length of the",
                        "maximum prompt length",
                        "exceeded model token limit",
                        "range of input length",
                        "total number of tokens exceeds")
                || (says("input token", "prompt token", "input length", "prompt contains", "`inputs`", "inputs tokens")
                        && says("exceed", "must be <=", "must have less", "too large", "maximum"));
    }

    public boolean isQuota() {
        return is("billing_error", "payment_required", "arrearage", "usage_limit_exceeded", "resource_pack_exhausted")
                || has("insufficient_quota", "exceeded_current_quota", "insufficient_balance", "billing_hard_limit")
                || has("insufficient_credit", "billing_not_active", "quota_exceeded")
                || (says(
                                "credit balance is too low",
                                "insufficient balance",
                                "insufficient credit",
                                "insufficient quota",
                                "more credits",
                                "out of credits",
                                "exceeded your current quota",
                                "account is not active",
                                "spending limit")
                        && Delays.named(message).isZero());
    }

    boolean isUnauthorized() {
        return has("authentication", "permission", "api_key", "apikey", "unauthorized", "forbidden", "accessdenied")
                || (status == 401 || status == 403);
    }

    boolean isRateLimit() {
        return has("rate_limit", "ratelimit", "too_many_requests", "toomanyrequests", "throttl", "resource_exhausted")
                || status == 429;
    }

    /// The service will not answer this request, however often it is asked: it does not understand
    /// it, or its policy forbids it.
    boolean isFinal() {
        if (has("content_filter", "contentfilter", "policy", "moderation", "safety", "data_inspection", "sensitive"))
            return true;
        if (has("overload", "server_error", "internal", "timeout", "unavailable")) return false;
        return has("invalid", "unsupported", "bad_request", "badrequest", "not_found", "notfound", "validation")
                || has("unknown_parameter", "missing_required", "unprocessable", "not_supported", "refus")
                || (status >= 400 && status < 500 && status != 408 && status != 409 && status != 425);
    }

    /// Forbidden by a policy: no other try and no other server will do.
    boolean isPolicy() {
        return has("content_filter", "contentfilter", "content_policy", "responsible_ai", "data_inspection")
                || says("content management policy");
    }

    /// The words, or else the code or the type.
    public String text(String otherwise) {
        if (!message.isBlank()) return message;
        if (!code.isBlank()) return code;
        return type.isBlank() ? otherwise : type;
    }
}
