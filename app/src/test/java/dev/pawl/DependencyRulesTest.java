package dev.pawl;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.pawl.cli.Console;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/// Which package may use which. What is not allowed here is refused; a new package needs a line
/// here and an ADR.
///
/// A rule about a package that has no classes fails: it would hold whatever is written.
@AnalyzeClasses(
        packages = "dev.pawl",
        importOptions = {ImportOption.DoNotIncludeTests.class, DependencyRulesTest.WithoutTestkit.class})
class DependencyRulesTest {
    /// What tests share is not shipped.
    static final class WithoutTestkit implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/testkit/");
        }
    }

    private static final String[] CORE = {
        "id", "shell", "card", "command", "event", "kernel", "agent", "thread", "status", "view", "workflow"
    };

    @ArchTest
    static final ArchRule idUsesNothing = only("id");

    @ArchTest
    static final ArchRule shellUsesNothing = only("shell");

    @ArchTest
    static final ArchRule cardUsesIds = only("card", "id");

    @ArchTest
    static final ArchRule commandUsesIdsAndCards = only("command", "id", "card");

    @ArchTest
    static final ArchRule threadUsesIds = only("thread", "id");

    @ArchTest
    static final ArchRule eventUsesIdsAndCards = only("event", "id", "card");

    @ArchTest
    static final ArchRule theKernelKnowsNoModel = only("kernel", "id", "card", "event");

    @ArchTest
    static final ArchRule agentJudgesItemsAndNamesWaits = only("agent", "id", "card", "event", "kernel");

    @ArchTest
    static final ArchRule workflowUsesIds = only("workflow", "id");

    @ArchTest
    static final ArchRule statusListens = only("status", "id", "shell", "card", "event");

    @ArchTest
    static final ArchRule viewReadsEvents = only("view", "id", "shell", "card", "command", "event", "status");

    @ArchTest
    static final ArchRule gatewaySeesPorts = only("gateway", CORE);

    @ArchTest
    static final ArchRule workerSeesPorts = only("worker", CORE);

    @ArchTest
    static final ArchRule jsonKnowsValues = only("json", CORE);

    @ArchTest
    static final ArchRule storeIsAnAdapter = only("store", with(CORE, "json", "resource"));

    @ArchTest
    static final ArchRule providerIsAnAdapter = only("provider", with(CORE, "json", "http"));

    @ArchTest
    static final ArchRule toolIsAnAdapter = only("tool", with(CORE, "json", "http", "resource", "delegation"));

    @ArchTest
    static final ArchRule delegationSeesPorts = only("delegation", with(CORE, "json"));

    @ArchTest
    static final ArchRule httpKnowsOnlyBytes = only("http");

    @ArchTest
    static final ArchRule resourcesAreTexts = only("resource");

    @ArchTest
    static final ArchRule codexIsSpelling = only("codex", with(CORE, "json", "provider"));

    @ArchTest
    static final ArchRule followSeesTheGateway = only("follow", with(CORE, "gateway"));

    @ArchTest
    static final ArchRule doorbellIsAnAdapter = only("doorbell", "id", "card", "event", "kernel", "json");

    @ArchTest
    static final ArchRule feedIsAnAdapter = only("feed", "id", "card", "event", "kernel");

    /// Where folders are; turns without one wait.
    @ArchTest
    static final ArchRule workspaceKnowsTurns = only("workspace", with(CORE, "worker"));

    /// Puts the runtime together: the one package of it that names every adapter.
    @ArchTest
    static final ArchRule hostIsTheRuntime = only(
            "host",
            with(
                    CORE,
                    "gateway",
                    "worker",
                    "feed",
                    "store",
                    "doorbell",
                    "provider",
                    "tool",
                    "delegation",
                    "follow",
                    "json",
                    "resource",
                    "workspace",
                    "briefing"));

    /// What an agent reads before its first request.
    @ArchTest
    static final ArchRule briefingIsText = only("briefing", with(CORE, "tool", "resource"));

    /// Carries workflows; the workspace's part of it uses tools.
    @ArchTest
    static final ArchRule runnerCarriesWorkflows = only("runner", with(CORE, "json", "resource", "tool"));

    @ArchTest
    static final ArchRule flowIsASurface = only("flow", surface("json", "cli", "workflow", "runner", "resource"));

    @ArchTest
    static final ArchRule cliIsASurface = only("cli", surface("resource"));

    /// Makes values of the runtime out of texts; knows the command line and no other surface.
    @ArchTest
    static final ArchRule configKnowsNoSurface = only(
            "config",
            with(
                    CORE,
                    "cli",
                    "toml",
                    "json",
                    "http",
                    "host",
                    "briefing",
                    "store",
                    "doorbell",
                    "provider",
                    "tool",
                    "worker",
                    "resource",
                    "delegation",
                    "workspace",
                    "runner"));

    @ArchTest
    static final ArchRule execIsASurface = only("exec", surface("json", "cli", "codex", "resource", "tui"));

    @ArchTest
    static final ArchRule threadsIsASurface = only("threads", surface("json", "cli", "codex", "resource"));

    @ArchTest
    static final ArchRule appserverIsASurface =
            only("appserver", surface("json", "cli", "codex", "resource", "config", "briefing", "net", "api"));

    /// Pawl's own methods read what no other surface may: reports of the store, checkpoints.
    @ArchTest
    static final ArchRule apiReads =
            only("api", surface("json", "kernel", "doctor", "store", "tool", "workflow", "runner", "log"));

    /// A carrier of the app-server's methods beside its own page.
    @ArchTest
    static final ArchRule webCarriesTheAppServer =
            only("web", surface("json", "cli", "net", "resource", "appserver", "feed"));

    /// Workers and agents of a store; opened as threads are.
    @ArchTest
    static final ArchRule fleetIsASurface =
            only("fleet", surface("json", "kernel", "agent", "cli", "resource", "threads", "store"));

    @ArchTest
    static final ArchRule netKnowsNoSurface = only("net", "json");

    /// The log of processes that stay; the only user of the logging library.
    @ArchTest
    static final ArchRule logKnowsLines = only("log", "json");

    @ArchTest
    static final ArchRule loggingLibraryStaysInLog = noClasses()
            .that()
            .resideOutsideOfPackage("dev.pawl.log..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("ch.qos.logback..");

    @ArchTest
    static final ArchRule countersStayInWeb = noClasses()
            .that()
            .resideOutsideOfPackage("dev.pawl.web..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.prometheus..");

    @ArchTest
    static final ArchRule jettyStaysInNet = noClasses()
            .that()
            .resideOutsideOfPackage("dev.pawl.net..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.eclipse.jetty..");

    /// Commands that use a tool without an agent see the tools.
    @ArchTest
    static final ArchRule directUsesTools =
            only("direct", surface("json", "cli", "agent", "config", "threads", "tool", "resource"));

    @ArchTest
    static final ArchRule doctorLooksEverywhere =
            only("doctor", surface("agent", "kernel", "cli", "config", "store", "provider", "tool", "log"));

    /// Tries a provider before any thread is there.
    @ArchTest
    static final ArchRule setupTriesProviders =
            only("setup", surface("cli", "config", "toml", "agent", "provider", "http", "resource"));

    @ArchTest
    static final ArchRule trainStartsCommands = only("train", "cli", "appserver", "resource");

    /// Composition is the end of every chain.
    @ArchTest
    static final ArchRule nothingUsesMain = noClasses()
            .that()
            .resideOutsideOfPackage("dev.pawl.main..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.pawl.main..");

    @ArchTest
    static final ArchRule tuiIsASurface = only("tui", surface("json", "cli"));

    @ArchTest
    static final ArchRule tomlKnowsOnlyToml = only("toml");

    @ArchTest
    static final ArchRule coreDoesNoIo = noClasses()
            .that()
            .resideInAnyPackage(packages(CORE))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.io..", "java.nio..", "java.net..", "java.sql..", "java.util.concurrent..");

    @ArchTest
    static final ArchRule timeAndChanceComeIn = noClasses()
            .that()
            .resideOutsideOfPackages("dev.pawl.main..", "dev.pawl.config.command..")
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(LocalDateTime.class, "now")
            .orShould()
            .callMethod(Clock.class, "systemUTC")
            .orShould()
            .callMethod(UUID.class, "randomUUID")
            .orShould()
            .callMethod(Thread.class, "sleep", long.class);

    @ArchTest
    static final ArchRule sqlStaysInTheStore = noClasses()
            .that()
            .resideOutsideOfPackage("dev.pawl.store..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("java.sql..");

    @ArchTest
    static final ArchRule natsStaysInItsAdapters = noClasses()
            .that()
            .resideOutsideOfPackages("dev.pawl.doorbell..", "dev.pawl.feed..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.nats..");

    /// What Pawl did not write itself reaches a terminal through the console's filter alone.
    @ArchTest
    static final ArchRule wordsGoThroughTheConsole = noClasses()
            .that()
            .doNotHaveFullyQualifiedName(Console.class.getName())
            .and()
            .doNotHaveFullyQualifiedName("dev.pawl.main.Main")
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .callMethod(Throwable.class, "printStackTrace");

    @ArchTest
    static final ArchRule fewWriteExactly = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("dev.pawl.cli.HelpCommand")
            .and()
            .doNotHaveFullyQualifiedName("dev.pawl.cli.CompletionCommand")
            .and()
            .doNotHaveFullyQualifiedName("dev.pawl.direct.SandboxCommand")
            .should()
            .callMethod(Console.class, "exact", String.class)
            .orShould()
            .callMethod(Console.class, "bytes", byte[].class, int.class);

    @ArchTest
    static final ArchRule packagesFormNoCycle =
            slices().matching("dev.pawl.(*)..").should().beFreeOfCycles();

    /// Leaf by leaf. Receipts are what the ledger's own methods return: one slice with the kernel.
    /// The tools still form one slice, too.
    @ArchTest
    static final ArchRule leafPackagesFormNoCycle =
            slices().assignedFrom(new Leaves()).should().beFreeOfCycles();

    @ArchTest
    static final ArchRule namesSayWhatAThingIs = noClasses()
            .should()
            .haveNameMatching(".*(Impl|Manager|Utils?|Helper|Service|Processor|Data|Info)$")
            .orShould()
            .haveNameMatching(".*\\.(Abstract|Base)[A-Z][^.]*$");

    @ArchTest
    static final ArchRule answersAreValuesNotPromises = noMethods()
            .that()
            .arePublic()
            .should()
            .haveRawReturnType(CompletableFuture.class)
            .orShould()
            .haveRawReturnType(CompletionStage.class);

    @ArchTest
    static final ArchRule nothingHidesInAThread =
            noClasses().should().dependOnClassesThat().areAssignableTo(ThreadLocal.class);

    private static final class Leaves implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            var name = type.getPackageName();
            if (!name.startsWith("dev.pawl.")) return SliceIdentifier.ignore();
            if (name.startsWith("dev.pawl.tool")) return SliceIdentifier.of("dev.pawl.tool");
            return SliceIdentifier.of(name.equals("dev.pawl.kernel.receipt") ? "dev.pawl.kernel" : name);
        }

        @Override
        public String getDescription() {
            return "leaf packages";
        }
    }

    /// The package uses, of Pawl, only itself and these.
    private static ArchRule only(String name, String... allowed) {
        return noClasses()
                .that()
                .resideInAPackage("dev.pawl." + name + "..")
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage("dev.pawl..").and(not(resideInAnyPackage(packages(with(allowed, name))))));
    }

    private static String[] surface(String... more) {
        return with(
                new String[] {
                    "id", "shell", "card", "command", "event", "thread", "status", "view", "gateway", "follow", "host"
                },
                more);
    }

    private static String[] with(String[] some, String... more) {
        var all = new ArrayList<>(List.of(some));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private static String[] packages(String... names) {
        var packages = new String[names.length];
        for (int i = 0; i < names.length; i++) packages[i] = "dev.pawl." + names[i] + "..";
        return packages;
    }
}
