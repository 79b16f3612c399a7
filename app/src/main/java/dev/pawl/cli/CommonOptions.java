package dev.pawl.cli;

import java.util.List;

/// The options that every command of `pawl` takes.
public final class CommonOptions {
    public static final List<Option> ALL = List.of(
            Option.value("--config", "KEY=VALUE", "override a setting; the value is TOML, a bare word is a string")
                    .or("-c")
                    .repeating(),
            Option.value("--profile", "NAME", "settings of [profiles.NAME] and of NAME.config.toml")
                    .or("-p"),
            Option.value("--home", "DIR", "Pawl's folder instead of PAWL_HOME or ~/.pawl"),
            Option.value("--store", "URL", "sqlite:FILE or postgresql://HOST/DATABASE")
                    .sets("pawl.store"),
            Option.flag("--strict-config", "an unknown setting is an error"),
            Option.flag("--json", "one JSON object on each line, nothing else on stdout"),
            Option.flag("--quiet", "no progress, no hints").or("-q"),
            Option.flag("--verbose", "say more: all output, every call, tokens").or("-v"),
            Option.flag("--help", "this text").or("-h"));

    private CommonOptions() {}
}
