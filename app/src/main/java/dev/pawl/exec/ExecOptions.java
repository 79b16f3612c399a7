package dev.pawl.exec;

import dev.pawl.cli.CodexOptions;
import dev.pawl.cli.Option;

/// Codex's flags, as its SDK and its users write them.
final class ExecOptions {
    static final Option[] ALL = {
        Option.value("--model", "MODEL", "the model to ask").or("-m").sets("model"),
        Option.value("--sandbox", "MODE", "what commands may touch")
                .or("-s")
                .choice("read-only", "workspace-write", "danger-full-access")
                .sets("sandbox_mode"),
        Option.value("--ask-for-approval", "POLICY", "when a person is asked")
                .or("-a")
                .choice("untrusted", "on-request", "on-failure", "never", "suggest", "auto-edit", "full-auto")
                .sets("approval_policy"),
        Option.value("--mode", "MODE", "both at once: ask about everything, about commands, or about nothing")
                .choice("suggest", "auto-edit", "full-auto"),
        Option.flag("--full-auto", "the same as --mode full-auto"),
        Option.flag("--dangerously-bypass-approvals-and-sandbox", "no questions, no sandbox")
                .or("--yolo"),
        Option.value("--cd", "DIR", "the folder to work in").or("-C"),
        Option.value("--add-dir", "DIR", "another folder it may write to").repeating(),
        Option.value("--image", "FILE", "a picture for the model; repeat it, or separate with commas")
                .or("-i")
                .repeating(),
        Option.flag("--skip-git-repo-check", "work outside a git repository too"),
        Option.value("--output-schema", "FILE", "a JSON schema for the last message"),
        Option.value("--output-last-message", "FILE", "write the last message to a file, too")
                .or("-o"),
        Option.flag("--experimental-json", "the same as --json"),
        Option.flag("--ephemeral", "keep nothing on disk"),
        Option.flag("--include-plan-tool", "tell of the plan with --json"),
        Option.value("--color", "WHEN", "colours").choice("always", "never", "auto"),
        Option.value("--thread-source", "NAME", "who began the thread"),
        CodexOptions.ENABLE,
        CodexOptions.DISABLE,
        CodexOptions.SEARCH,
        Option.value("--record", "FILE", "write down what the model says, as a script to replay"),
    };

    private ExecOptions() {}
}
