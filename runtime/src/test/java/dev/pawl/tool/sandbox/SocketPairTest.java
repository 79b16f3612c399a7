package dev.pawl.tool.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A datagram socket outside is not reached by way of an end of a socket pair.
class SocketPairTest {
    private static final String LISTEN = """
            use Socket; socket(my $s, AF_UNIX, SOCK_DGRAM, 0) or die; bind($s, sockaddr_un($ARGV[0])) or die "bind: $!";
            $| = 1; print "up\\n"; while (1) { recv($s, my $b, 100, 0); print "$b\\n"; exit if $b eq "end"; }
            """;
    /// Types: datagram, raw and in sequence, plain and with flags (non-blocking, close on exec).
    private static final String SEND = """
            perl -e 'use Socket; for my $type (2, 3, 5, 2|2048, 2|524288, 2|2048|524288, 5|524288) {
              next unless socketpair(my $a, my $b, AF_UNIX, $type, 0);
              send($a, "escaped $type", 0, sockaddr_un("SOCKET"));
              connect($a, sockaddr_un("SOCKET")) and send($a, "connected $type", 0); }
              socketpair(my $c, my $d, AF_UNIX, SOCK_STREAM|524288, 0); syswrite($c, "x") and print "streams work\\n"'
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(
            value = Tier.class,
            names = {"BUBBLEWRAP", "LANDLOCK"})
    void onlyStreamsComeInPairs(Tier tier) throws Exception {
        var attempts = Attempts.in(folder, tier);
        var project = attempts.folder("project");
        var socket = folder.resolve("socket").toString();
        var listener = new ProcessBuilder("perl", "-e", LISTEN, socket)
                .redirectErrorStream(true)
                .start();
        try (var said = listener.inputReader(StandardCharsets.UTF_8)) {
            assertThat(said.readLine()).isEqualTo("up");
            var limits = Attempts.limits(List.of(project), List.of(), List.of());
            assertThat(attempts.run(limits, project, SEND.replace("SOCKET", socket)))
                    .contains("streams work");
            var end = "use Socket; socket(my $s, AF_UNIX, SOCK_DGRAM, 0); send($s, 'end', 0, sockaddr_un($ARGV[0]))";
            new ProcessBuilder("perl", "-e", end, socket).start().waitFor();
            assertThat(said.readLine()).isEqualTo("end");
        } finally {
            listener.destroyForcibly().waitFor(5, TimeUnit.SECONDS);
        }
    }
}
