package dev.pawl.tool.sandbox.boundary;

/// Whether a command reaches anything outside its sandbox by sockets. Local sockets (docker, an
/// SSH agent, a database) stay closed either way: they are doors out of the sandbox.
public enum Network {
    OFF,
    ON
}
