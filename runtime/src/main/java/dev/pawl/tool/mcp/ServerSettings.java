package dev.pawl.tool.mcp;

import dev.pawl.agent.Masking;
import dev.pawl.http.Proxies;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A server as the settings name it (`mcp_servers.<id>`).
///
/// @param required whether a turn must not begin without it
public record ServerSettings(String id, Transport reach, Timeouts patience, Offer offer, boolean required) {
    /// How it is reached.
    public sealed interface Transport {
        /// A program that speaks on stdin and stdout.
        ///
        /// @param environment all its variables
        /// @param cwd         its folder; empty for the thread's
        record Program(List<String> argv, Map<String, String> environment, String cwd) implements Transport {
            public Program {
                argv = List.copyOf(argv);
                environment = Map.copyOf(environment);
            }
        }

        /// @param headers sent with each request, names in lower case
        record Http(URI url, Map<String, String> headers, Proxies proxies) implements Transport {
            public Http {
                headers = Map.copyOf(headers);
            }
        }

        /// The settings cannot be used, and this is why.
        record Broken(String why) implements Transport {}

        /// What it is, for a seal or a person: no values of variables or headers.
        default String shown() {
            return switch (this) {
                case Program(var argv, var _, var _) -> String.join(" ", Masking.arguments(argv));
                case Http(var url, var _, var _) -> Masking.address(url.toString());
                case Broken(var why) -> why;
            };
        }
    }

    /// How long its start and one call may take.
    public record Timeouts(Duration startup, Duration call) {
        /// Codex's.
        public static final Timeouts USUAL = new Timeouts(Duration.ofSeconds(30), Duration.ofSeconds(300));
    }

    /// When a person is asked before a call.
    public enum Asking {
        /// As the server's own hints say.
        AUTO,
        /// Always.
        PROMPT,
        /// Never.
        APPROVE
    }

    /// Which of its tools are offered, and how they are called.
    ///
    /// @param only     the only ones; empty: all
    /// @param without  these not
    /// @param parallel whether calls may run beside others
    /// @param asking   for tools that have no word of their own in `tools`
    public record Offer(
            Set<String> only, Set<String> without, boolean parallel, Asking asking, Map<String, Asking> tools) {
        public static final Offer ALL = new Offer(Set.of(), Set.of(), false, Asking.AUTO, Map.of());

        public Offer {
            only = Set.copyOf(only);
            without = Set.copyOf(without);
            tools = Map.copyOf(tools);
        }

        boolean has(String tool) {
            return (only.isEmpty() || only.contains(tool)) && !without.contains(tool);
        }

        Asking asking(String tool) {
            return tools.getOrDefault(tool, asking);
        }
    }
}
