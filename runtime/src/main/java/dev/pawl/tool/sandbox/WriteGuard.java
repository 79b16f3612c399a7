package dev.pawl.tool.sandbox;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Lets a command inside bubblewrap open for writing only what lies in the writable folders, by
/// Landlock. A read-only mount does not stop writes to a named pipe.
///
/// Bubblewrap cannot mount once Landlock is on, so the command does it to itself, by Perl: nothing
/// smaller on most systems can make system calls. Where there is no Perl, or the kernel cannot let
/// files move between folders under Landlock, the mounts alone hold.
final class WriteGuard {
    private static final List<Path> PERL = List.of(Path.of("/usr/bin/perl"), Path.of("/bin/perl"));
    /// The first version with a right to move files between folders; without it none may.
    private static final int NEEDED = 2;

    /// Words: how many folders, the folders, the command. Rights: 2 writes to files, 8192 moves
    /// them between folders. What the command's streams lead to may be opened again by name.
    private static final String SCRIPT = """
            my @folders = splice @ARGV, 0, shift;
            my $handled = pack 'Q', 8194;
            my $rules = syscall 444, $handled, 8, 0;
            die "sandbox: no Landlock rules: $!\\n" if $rules < 0;
            for (['/', 8192], (map { [$_, 8194] } @folders), (map { ["/proc/self/fd/$_", 2] } 0 .. 2)) {
                my ($path, $rights) = @$_;
                sysopen my $opened, $path, 010000000 or next;
                my $rule = pack 'Ql', $rights, fileno $opened;
                syscall 445, $rules, 1, $rule, 0;
            }
            die "sandbox: Landlock refused: $!\\n" if syscall 446, $rules, 0;
            exec { $ARGV[0] } @ARGV;
            my $code = $! == 2 ? 127 : 126;
            print STDERR "$ARGV[0]: $!\\n";
            exit $code;
            """;

    private WriteGuard() {}

    /// What stands before the words of a command; nothing where it cannot be.
    static List<String> words(List<Path> writable) {
        var perl = PERL.stream().filter(Files::isExecutable).findFirst();
        if (perl.isEmpty() || Landlock.version() < NEEDED) return List.of();
        var words = new ArrayList<>(List.of(perl.get().toString(), "-e", SCRIPT));
        words.add(Integer.toString(writable.size() + 1));
        writable.forEach(folder -> words.add(folder.toString()));
        words.add("/dev");
        return words;
    }
}
