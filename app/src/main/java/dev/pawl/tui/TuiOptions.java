package dev.pawl.tui;

import dev.pawl.cli.Option;

/// The options of the interactive terminal; those that set a thread up are spelt as Codex's.
final class TuiOptions {
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
        Option.value("--image", "FILE", "a picture for the first message")
                .or("-i")
                .repeating(),
        Option.flag("--local", "run the turns here, also when a server of the same home runs"),
        Option.flag("--plain", "lines only: for screen readers and simple terminals"),
    };

    private TuiOptions() {}
}
