package dev.pawl;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
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
@AnalyzeClasses(packages = "dev.pawl", importOptions = ImportOption.DoNotIncludeTests.class)
class DependencyRulesTest {
    private static final String[] CORE = {
        "id", "shell", "card", "command", "event", "kernel", "agent", "thread", "status"
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
    static final ArchRule agentJudgesItemsOnly = only("agent", "id", "card");

    @ArchTest
    static final ArchRule statusListens = only("status", "id", "card", "event");

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
    static final ArchRule toolIsAnAdapter = only("tool", with(CORE, "json", "http", "resource"));

    @ArchTest
    static final ArchRule httpKnowsOnlyBytes = only("http");

    @ArchTest
    static final ArchRule resourcesAreTexts = only("resource");

    @ArchTest
    static final ArchRule codexIsSpelling = only("codex", with(CORE, "json"));

    @ArchTest
    static final ArchRule doorbellIsAnAdapter = only("doorbell", "id", "card", "event", "kernel", "json");

    @ArchTest
    static final ArchRule feedIsAnAdapter = only("feed", "id", "card", "event", "kernel");

    @ArchTest
    static final ArchRule cliIsASurface = only("cli", surface("resource"));

    @ArchTest
    static final ArchRule execIsASurface = only("exec", surface("json", "cli", "resource"));

    @ArchTest
    static final ArchRule threadsIsASurface = only("threads", surface("json", "cli", "codex"));

    @ArchTest
    static final ArchRule appserverIsASurface = only("appserver", surface("json", "cli", "resource"));

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
            .resideOutsideOfPackage("dev.pawl.app..")
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
            .doNotHaveFullyQualifiedName("dev.pawl.app.Main")
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
            .doNotHaveFullyQualifiedName("dev.pawl.app.SandboxCommand")
            .should()
            .callMethod(Console.class, "exact", String.class)
            .orShould()
            .callMethod(Console.class, "bytes", byte[].class, int.class);

    @ArchTest
    static final ArchRule packagesFormNoCycle =
            slices().matching("dev.pawl.(*)..").should().beFreeOfCycles();

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
        return with(new String[] {"id", "shell", "card", "command", "event", "thread", "status", "gateway"}, more);
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
