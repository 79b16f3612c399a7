package dev.pawl.campaign.secrets;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// A secret, and where it lies.
///
/// @param name a variable's name, or what it is called in a file
record Planted(Place place, String name, String value) {
    enum Place {
        /// A variable of the process.
        VARIABLE,
        /// A file of the project that commands and tools read.
        FILE,
        /// A setting in `config.toml`.
        SETTING
    }

    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    static List<Planted> all(long seed) {
        var dice = new Dice(new Random(seed));
        var all = new ArrayList<Planted>();
        // Known by their names alone.
        for (var name : List.of(
                "OPENAI_API_KEY",
                "ANTHROPIC_API_KEY",
                "MY_PROVIDER_CODE",
                "DB_PASSWORD",
                "PGPASSWORD",
                "AWS_SECRET_ACCESS_KEY",
                "AWS_SESSION_TOKEN",
                "AZURE_CLIENT_SECRET",
                "GPG_PASSPHRASE",
                "COOKIE_JAR",
                "ADMIN_PASSWD",
                "SERVICE_CREDENTIALS",
                "AZDO_PAT",
                "JWT_SIGNING_KEY",
                "SENTRY_DSN",
                "SLACK_WEBHOOK",
                "app_client_secret",
                "VaultToken")) {
            all.add(new Planted(Place.VARIABLE, name, dice.word(24)));
        }
        // Known by their shapes alone, under names that say nothing.
        var shapes = shapes(dice);
        for (var i = 0; i < shapes.size(); i++) {
            all.add(new Planted(i % 2 == 0 ? Place.VARIABLE : Place.FILE, "THING_" + i, shapes.get(i)));
        }
        for (var name : List.of("STAGING_PASSWORD", "SMTP_SECRET", "MAIL_API_KEY", "CI_TOKEN")) {
            all.add(new Planted(Place.FILE, name, dice.word(20)));
        }
        all.add(new Planted(Place.SETTING, "experimental_bearer_token", dice.word(30)));
        all.add(new Planted(Place.SETTING, "http_headers", dice.word(30)));
        all.add(new Planted(Place.SETTING, "mcp_env", dice.word(30)));
        return all;
    }

    private static List<String> shapes(Dice dice) {
        return List.of(
                "sk-proj-" + dice.word(40),
                "sk-ant-api03-" + dice.word(40),
                "ghp_" + dice.word(36),
                "github_pat_" + dice.word(30),
                "glpat-" + dice.word(20),
                "xoxb-" + dice.digits(11) + "-" + dice.word(24),
                "AKIA" + dice.upper(16),
                "AIza" + dice.word(35),
                "ya29." + dice.word(40),
                "eyJ" + dice.word(20) + "." + dice.word(30) + "." + dice.word(30),
                "npm_" + dice.word(36),
                "pypi-" + dice.word(60),
                "hf_" + dice.word(34),
                "dop_v1_" + dice.hex(64),
                "shpat_" + dice.hex(32),
                "SG." + dice.word(22) + "." + dice.word(43),
                "sk_live_" + dice.word(24),
                "whsec_" + dice.word(32),
                "hvs." + dice.word(30),
                "dckr_pat_" + dice.word(27),
                "SK" + dice.hex(32),
                "key-" + dice.hex(32),
                dice.digits(9) + ":AA" + dice.word(33),
                "postgres://me:" + dice.word(16) + "@db.example/x",
                "gsk_" + dice.word(40));
    }

    /// What must not be found anywhere: of an address, the password alone.
    String needle() {
        if (!value.contains("://")) return value;
        return value.substring(value.indexOf(':', value.indexOf("://") + 3) + 1, value.indexOf('@'));
    }

    private record Dice(Random random) {
        String word(int length) {
            return of(LETTERS, length);
        }

        String digits(int length) {
            return "1" + of("0123456789", length - 1);
        }

        String upper(int length) {
            return of(LETTERS.substring(0, 26), length);
        }

        String hex(int length) {
            return of("0123456789abcdef", length);
        }

        private String of(String letters, int length) {
            var word = new StringBuilder();
            for (var i = 0; i < length; i++) word.append(letters.charAt(random.nextInt(letters.length())));
            return word.toString();
        }
    }
}
