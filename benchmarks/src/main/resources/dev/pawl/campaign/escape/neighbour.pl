# What lies outside and must not be reached: listens on TCP, UDP, a local and an abstract socket, holds shared memory.
# Says its port, and ends when its input does.
use Socket;
my ($path) = @ARGV;
socket(T, AF_INET, SOCK_STREAM, 0) and bind(T, sockaddr_in(0, INADDR_LOOPBACK)) and listen(T, 50);
my ($port) = sockaddr_in(getsockname(T));
socket(U, AF_INET, SOCK_DGRAM, 0) and bind(U, sockaddr_in($port, INADDR_LOOPBACK));
socket(L, AF_UNIX, SOCK_STREAM, 0) and bind(L, sockaddr_un($path)) and listen(L, 50);
socket(A, AF_UNIX, SOCK_STREAM, 0) and bind(A, pack("S a*", 1, "\0pawl-escape")) and listen(A, 50);
socket(D, AF_UNIX, SOCK_DGRAM, 0) and bind(D, sockaddr_un("$path.dgram"));
my $shared = shmget(0x5041574c, 4096, 01600);
$| = 1;
print "$port\n";
1 while <STDIN>;
shmctl($shared, 0, 0) if defined $shared;
