package dev.pawl.tool.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.id.ThreadId;
import dev.pawl.tool.shell.EnvironmentPolicy.Inherit;
import dev.pawl.tool.shell.EnvironmentPolicy.Secrets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EnvironmentPolicyTest {
    private static final Map<String, String> PARENT = Map.of(
            "PATH",
            "/bin",
            "HOME",
            "/root",
            "AWS_SECRET_ACCESS",
            "s",
            "github_token",
            "t",
            "EDITOR",
            "vi",
            "OPENAI_API_KEY",
            "sk-1");

    private static Set<String> names(EnvironmentPolicy policy) {
        return policy.apply(PARENT, new ThreadId("t1")).keySet();
    }

    @Test
    void everythingIsInheritedExceptTheKeysPawlRunsWith() {
        assertThat(names(new EnvironmentPolicy(Inherit.ALL, Secrets.KEEP, List.of(), Map.of(), List.of())))
                .containsExactlyInAnyOrder(
                        "PATH",
                        "HOME",
                        "AWS_SECRET_ACCESS",
                        "github_token",
                        "EDITOR",
                        "PAWL_THREAD_ID",
                        "CODEX_THREAD_ID");
    }

    @Test
    void whatLooksLikeASecretIsLeftOut() {
        assertThat(names(EnvironmentPolicy.usual()))
                .containsExactlyInAnyOrder("PATH", "HOME", "EDITOR", "PAWL_THREAD_ID", "CODEX_THREAD_ID");
    }

    @Test
    void theRulesApplyInTheirOrder() {
        var policy = new EnvironmentPolicy(
                Inherit.CORE,
                Secrets.KEEP,
                List.of("hom?"),
                Map.of("MY_KEY", "1", "OTHER", "2"),
                List.of("P*", "MY_*"));
        assertThat(policy.apply(PARENT, new ThreadId("t1")))
                .isEqualTo(Map.of("PATH", "/bin", "MY_KEY", "1", "PAWL_THREAD_ID", "t1", "CODEX_THREAD_ID", "t1"));
    }
}
