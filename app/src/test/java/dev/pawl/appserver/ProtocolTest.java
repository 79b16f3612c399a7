package dev.pawl.appserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.appserver.hub.Backend;
import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.rpc.Call;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Every request of Codex's protocol has an answer here, and the reference page says which.
class ProtocolTest {
    private static final Pattern ROW =
            Pattern.compile("^\\| `([^`]+)` \\| (built|empty|refused) \\|", Pattern.MULTILINE);

    private static Map<String, Call.Method> built() {
        var backend = (Backend) Proxy.newProxyInstance(
                Backend.class.getClassLoader(), new Class<?>[] {Backend.class}, (_, _, _) -> null);
        return AppServer.built(new Hub(backend));
    }

    @Test
    void thePageListsEveryStableMethodWithWhatPawlDoes() throws IOException {
        var built = built();
        var absent = new AbsentMethods();
        var expected = new TreeMap<String, String>();
        for (var request : new Protocol().requests()) {
            if (request.stage() != Protocol.Stage.STABLE) continue;
            var name = request.name();
            var isBuilt = name.equals("initialize") || built.containsKey(name);
            expected.put(
                    name,
                    absent.empty().contains(name)
                            ? "empty"
                            : isBuilt && !absent.refused().contains(name) ? "built" : "refused");
        }
        assertThat(expected).hasSize(106);
        var page = Path.of(System.getProperty("pawl.root", ".."), "docs", "reference", "app-server.md");
        var listed = new TreeMap<String, String>();
        var rows = ROW.matcher(Files.readString(page));
        while (rows.find()) {
            assertThat(listed.put(rows.group(1), rows.group(2)))
                    .as("twice: " + rows.group(1))
                    .isNull();
        }
        assertThat(listed).isEqualTo(expected);
    }

    @Test
    void everyMethodOfTheProtocolIsDispatched() {
        var protocol = new Protocol();
        var methods = protocol.over(built());
        assertThat(methods.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        protocol.requests().stream().map(Protocol.Request::name).toList());
    }
}
