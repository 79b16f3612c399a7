#!/usr/bin/env node
// Starts the Pawl of this kind of machine, which npm installed beside this package.
"use strict";
const { spawn } = require("node:child_process");
const path = require("node:path");

const kind = `${process.platform}-${process.arch}`;
let folder;
try {
  folder = path.dirname(require.resolve(`@pawl-dev/pawl-${kind}/package.json`));
} catch {
  console.error(`pawl: there is no Pawl for ${kind} yet, or npm left it out (--omit=optional). Linux on x64 works.`);
  process.exit(1);
}
const child = spawn("/bin/sh", [path.join(folder, "pawl", "bin", "pawl"), ...process.argv.slice(2)], { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`pawl: cannot be started: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => {
  if (!signal) process.exit(code ?? 1);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
