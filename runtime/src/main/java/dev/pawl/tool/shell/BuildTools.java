package dev.pawl.tool.shell;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Programs that do what files of the project say, and which files they read first.
final class BuildTools {
    private static final List<String> MAKE = List.of("GNUmakefile", "makefile", "Makefile");
    private static final List<String> NODE = List.of("package.json", ".npmrc");
    private static final List<String> PYTHON =
            List.of("pyproject.toml", "setup.py", "setup.cfg", "tox.ini", "noxfile.py", "conftest.py", "pytest.ini");
    private static final List<String> GRADLE =
            List.of("build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts", "gradle.properties");
    private static final Map<String, List<String>> ORDERS = orders();

    private BuildTools() {}

    private static Map<String, List<String>> orders() {
        var all = new HashMap<String, List<String>>();
        for (var name : List.of("make", "gmake", "bmake")) all.put(name, MAKE);
        for (var name : List.of(
                "npm",
                "npx",
                "pnpm",
                "pnpx",
                "yarn",
                "bun",
                "bunx",
                "corepack",
                "jest",
                "vitest",
                "mocha",
                "eslint",
                "tsc",
                "vite",
                "webpack",
                "turbo",
                "nx",
                "gulp",
                "grunt",
                "lerna",
                "deno")) {
            all.put(name, NODE);
        }
        for (var name : List.of(
                "pytest", "py.test", "tox", "nox", "pip", "pip3", "pipx", "pipenv", "poetry", "uv", "uvx", "hatch",
                "pdm", "mypy", "ruff", "pylint", "python", "python3")) {
            all.put(name, PYTHON);
        }
        for (var name : List.of("gradle", "gradlew")) all.put(name, GRADLE);
        for (var name : List.of("mvn", "mvnw", "mvnd")) all.put(name, List.of("pom.xml", ".mvn/extensions.xml"));
        for (var name : List.of("docker", "docker-compose", "podman", "podman-compose")) {
            all.put(name, List.of("Dockerfile", "Containerfile", "compose.yaml", "docker-compose.yml"));
        }
        all.put("cargo", List.of("Cargo.toml", "build.rs", ".cargo/config.toml"));
        all.put("go", List.of("go.mod", "go.work"));
        all.put("just", List.of("justfile", "Justfile", ".justfile"));
        all.put("task", List.of("Taskfile.yml", "Taskfile.yaml"));
        all.put("rake", List.of("Rakefile"));
        all.put("bundle", List.of("Gemfile"));
        all.put("cmake", List.of("CMakeLists.txt", "CMakePresets.json"));
        all.put("ninja", List.of("build.ninja"));
        all.put("meson", List.of("meson.build"));
        all.put("bazel", List.of("BUILD", "BUILD.bazel", "WORKSPACE", "MODULE.bazel", ".bazelrc"));
        all.put("scons", List.of("SConstruct"));
        all.put("ant", List.of("build.xml"));
        all.put("sbt", List.of("build.sbt"));
        all.put("mix", List.of("mix.exs"));
        all.put("composer", List.of("composer.json"));
        all.put("dotnet", List.of("Directory.Build.props", "Directory.Build.targets"));
        all.put("swift", List.of("Package.swift"));
        all.put("zig", List.of("build.zig"));
        all.put("stack", List.of("stack.yaml", "Setup.hs"));
        all.put("terraform", List.of("main.tf"));
        all.put("vagrant", List.of("Vagrantfile"));
        all.put("ansible-playbook", List.of("ansible.cfg"));
        all.put("pre-commit", List.of(".pre-commit-config.yaml"));
        all.put("direnv", List.of(".envrc"));
        return Map.copyOf(all);
    }

    /// What the program reads in the folder it runs in, or above; nothing for one that is not
    /// known.
    static List<String> orders(String program) {
        return ORDERS.getOrDefault(program, List.of());
    }
}
