package dev.pawl.config.trust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.approval.Rule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RuleFileTest {
    private static final int RULES = 32;

    @TempDir
    Path home;

    @Test
    void rulesOfThreadsOfOneProcessAreAllKept() throws ExecutionException, InterruptedException {
        var wanted = new ArrayList<Rule>();
        for (var i = 0; i < RULES; i++) {
            wanted.add(new Rule(Rule.Tier.USER, Rule.Effect.ALLOW, List.of("make", "target" + i)));
        }
        var kept = new ArrayList<Future<?>>();
        try (var threads = Executors.newFixedThreadPool(RULES)) {
            for (var rule : wanted) kept.add(threads.submit(() -> new RuleFile(home).remember(rule)));
        }
        for (var each : kept) each.get();
        assertThat(new RuleFile(home).rules()).containsExactlyInAnyOrderElementsOf(wanted);
    }
}
