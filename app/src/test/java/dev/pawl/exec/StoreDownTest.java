package dev.pawl.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.card.Card;
import dev.pawl.cli.CommandTable;
import dev.pawl.cli.Consoles;
import dev.pawl.cli.Dispatcher;
import dev.pawl.cli.Option;
import dev.pawl.cli.Stdin;
import dev.pawl.event.StoreDown;
import dev.pawl.host.Host;
import dev.pawl.host.HostConfig;
import dev.pawl.host.PlainConfig;
import dev.pawl.host.WorkerMode;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.rows.Rows;
import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.kernel.rows.Transactions;
import dev.pawl.provider.dialect.ApiKey;
import dev.pawl.provider.dialect.ProviderSettings;
import dev.pawl.provider.dialect.WireApi;
import dev.pawl.thread.ChatThread;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A store that is away for a while, or for good, while a turn is told.
class StoreDownTest {
    @TempDir
    private Path folder;

    private final Consoles consoles = new Consoles();
    private final Flaky store = new Flaky();

    @Test
    void aTurnIsToldToItsEndWhenTheStoreWasAwayForAWhile() throws IOException {
        store.refuse(read -> read % 2 == 0 && read < 4);

        assertThat(exec()).isZero();

        assertThat(store.refused()).isPositive();
        assertThat(consoles.out().lines().filter(line -> line.contains("item.completed")))
                .as("each item once")
                .hasSize(2);
        assertThat(consoles.out()).contains("\"first\"", "\"second\"", "turn.completed");
    }

    @Test
    void aStoreThatStaysAwayEndsTheTellingWithTheWayToGoOn() {
        store.refuse(_ -> true);

        assertThatThrownBy(this::exec)
                .isInstanceOf(StoreDown.class)
                .hasMessageContaining("gone fishing")
                .hasMessageContaining("pawl exec resume 01");
    }

    private int exec() throws IOException {
        var stdin = new Stdin(InputStream.nullInputStream(), true);
        var host = Host.open(config());
        var command = new ExecCommand(ExecCommand.Kind.NEW, consoles.console, _ -> new Hand(host), stdin, _ -> 0);
        var table = new CommandTable("pawl", "", List.of(Option.flag("--json", "")), List.of(command));
        return new Dispatcher(table, consoles.console, "pawl test").run(List.of("exec", "--json", "do it"));
    }

    /// A model with two things to say.
    private HostConfig config() throws IOException {
        var script = folder.resolve("script.jsonl");
        Files.writeString(script, """
                {"items":[{"type":"text","text":"first"},{"type":"function_call","name":"list_dir","call_id":"c1","arguments":{}}]}
                {"items":[{"type":"text","text":"second"}]}
                """);
        var provider = ProviderSettings.of("script", WireApi.SCRIPTED, script.toString(), ApiKey.of(""));
        return new HostConfig(
                folder,
                HostConfig.Store.of("memory:"),
                "",
                WorkerMode.family(new WorkerTarget("exec"), "test"),
                () -> PlainConfig.of(folder, folder, provider, "m"),
                store::around);
    }

    /// Refuses the one who tells; the one who works has another connection.
    private static final class Flaky implements Transactions {
        private @Nullable Transactions store;
        private final AtomicInteger reads = new AtomicInteger();
        private final AtomicInteger refused = new AtomicInteger();
        private IntPredicate isRefused = _ -> false;

        Transactions around(Transactions inner) {
            store = inner;
            return this;
        }

        /// Which reads go wrong, counted from 0.
        void refuse(IntPredicate which) {
            isRefused = which;
        }

        int refused() {
            return refused.get();
        }

        @Override
        public <T> T commit(Function<Rows, T> work) {
            return Objects.requireNonNull(store).commit(work);
        }

        @Override
        public <T> T read(Function<Rows, T> work) {
            var tells = Thread.currentThread().getName().equals("pawl-tell");
            if (tells && isRefused.test(reads.getAndIncrement())) {
                refused.incrementAndGet();
                throw new StoreFailure("gone fishing");
            }
            return Objects.requireNonNull(store).read(work);
        }

        @Override
        public void close() {
            Objects.requireNonNull(store).close();
        }
    }

    private record Hand(Host host) implements Engine {
        @Override
        public boolean mayWorkHere() {
            return true;
        }

        @Override
        public ChatThread adjusted(ChatThread thread) {
            return thread;
        }

        @Override
        public void transcribe(ChatThread thread, TurnId turn, List<Card> cards) {}

        @Override
        public void close() {
            host.close();
        }
    }
}
