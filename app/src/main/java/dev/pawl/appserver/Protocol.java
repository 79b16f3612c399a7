package dev.pawl.appserver;

import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.Params;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.json.Json;
import dev.pawl.resource.Resource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The requests of Codex's protocol with their parameters: `methods.txt` beside this class. What
/// does not fit is refused in Codex's words before a method sees it.
final class Protocol {
    private final Map<String, Request> requests = new LinkedHashMap<>();

    enum Stage {
        STABLE,
        /// Only for clients that said `experimentalApi` when they connected.
        EXPERIMENTAL,
        /// In no schema any more, and still asked by clients.
        OLD
    }

    /// @param parameters empty for a request without any
    record Request(String name, Stage stage, Optional<List<Parameter>> parameters) {}

    /// @param type a word of the table, or the values that are allowed
    record Parameter(String name, boolean experimental, boolean required, boolean nullable, String type) {
        static Parameter of(String text) {
            var colon = text.indexOf(':');
            var experimental = text.startsWith("~");
            var name = text.substring(experimental ? 1 : 0, colon);
            var optional = name.endsWith("?");
            var nullable = optional || name.endsWith("!");
            var bare = nullable ? name.substring(0, name.length() - 1) : name;
            return new Parameter(bare, experimental, !optional, nullable, text.substring(colon + 1));
        }

        void check(Json.Obj given) {
            var value = given.at(name);
            if (required && !given.fields().containsKey(name)) throw Params.missing(name);
            if (value.isNull() && nullable) return;
            switch (type) {
                case "*" -> {}
                case "text" -> fits(value, value instanceof Json.Str, "a string");
                case "flag" -> fits(value, value instanceof Json.Bool, "a boolean");
                case "list" -> fits(value, value instanceof Json.Arr, "a sequence");
                case "map" -> fits(value, value instanceof Json.Obj, "a map");
                case "number" -> fits(value, value instanceof Json.Num, "a number");
                case "whole" -> fits(value, isWhole(value), "i64");
                case "count" -> {
                    fits(value, isWhole(value), "u32");
                    if (value instanceof Json.Num(var digits) && digits.startsWith("-")) {
                        throw RpcError.invalid(
                                "Invalid request: invalid value: integer `" + digits + "`, expected u32");
                    }
                }
                default -> word(value);
            }
        }

        private static void fits(Json value, boolean fits, String expected) {
            if (!fits) throw Params.wrong(value, expected);
        }

        private static boolean isWhole(Json value) {
            return value instanceof Json.Num(var digits) && digits.matches("-?[0-9]{1,18}");
        }

        private void word(Json value) {
            if (!(value instanceof Json.Str(var word))) throw Params.wrong(value, "a string");
            var allowed = List.of(type.substring(1, type.length() - 1).split("\\|"));
            if (!allowed.contains(word)) throw Params.unknown(word, allowed);
        }
    }

    Protocol() {
        for (var line : Resource.text(Protocol.class, "methods.txt").lines().toList()) {
            if (line.isEmpty() || line.startsWith("#")) continue;
            var request = request(line.split(" ", -1));
            requests.put(request.name(), request);
        }
    }

    private static Request request(String[] words) {
        var stage = switch (words[0]) {
            case "stable" -> Stage.STABLE;
            case "experimental" -> Stage.EXPERIMENTAL;
            default -> Stage.OLD;
        };
        if (words.length == 3 && words[2].equals("-")) return new Request(words[1], stage, Optional.empty());
        var parameters = new ArrayList<Parameter>();
        for (var i = 2; i < words.length; i++) parameters.add(Parameter.of(words[i]));
        return new Request(words[1], stage, Optional.of(List.copyOf(parameters)));
    }

    Collection<Request> requests() {
        return requests.values();
    }

    /// All methods of the protocol, each behind a look at what it was given; those that Pawl does
    /// not have are refused as not available.
    Map<String, Call.Method> over(Map<String, Call.Method> built) {
        var all = new LinkedHashMap<String, Call.Method>();
        for (var request : requests.values()) {
            var method = built.getOrDefault(request.name(), _ -> {
                throw RpcError.notAvailable(request.name());
            });
            all.put(request.name(), call -> {
                check(request, call);
                method.run(call);
            });
        }
        for (var name : built.keySet()) {
            if (!all.containsKey(name)) throw new IllegalStateException("not in methods.txt: " + name);
        }
        return all;
    }

    private static void check(Request request, Call call) {
        var given = call.params().json();
        if (request.parameters().isPresent()) {
            if (given.isNull()) throw Params.missing("params");
            if (!(given instanceof Json.Obj fields)) throw Params.wrong(given, "a map");
            for (var parameter : request.parameters().get()) parameter.check(fields);
        }
        if (call.client().isExperimental()) return;
        if (request.stage() == Stage.EXPERIMENTAL) throw RpcError.experimental(request.name());
        for (var parameter : request.parameters().orElse(List.of())) {
            if (parameter.experimental() && !given.at(parameter.name()).isNull()) {
                throw RpcError.experimental(request.name() + "." + parameter.name());
            }
        }
        if (!given.at("approvalPolicy").at("granular").isNull()) throw RpcError.experimental("askForApproval.granular");
    }
}
