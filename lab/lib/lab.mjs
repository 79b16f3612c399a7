// What the lab's programs share: folders, homes that use the lab's model, processes, texts that are equal in each run.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const LAB = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** The version whose formats Pawl speaks. */
export const CODEX_VERSION = '0.166.0';

/** The folder with the packages that lab/install.sh installs. */
export const PACKAGES = process.env.LAB_PACKAGES ?? path.join(LAB, '..', '.check', 'lab', 'packages');
export const fromPackages = createRequire(path.join(PACKAGES, 'package.json'));

export const option = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? process.argv[at + 1] : otherwise;
};
export const sleep = (ms) => new Promise((later) => setTimeout(later, ms));
export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
};

/** The real Codex, a binary that npm has unpacked. Fails with words when there is none. */
export function codexBinary() {
  if (process.env.LAB_CODEX) return process.env.LAB_CODEX;
  const folder = path.join(PACKAGES, 'node_modules', '@openai', `codex-${process.platform}-${process.arch}`);
  const files = fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true }) : [];
  const found = files.find((file) => file.endsWith('bin/codex'));
  if (!found) throw new Error(`no Codex ${CODEX_VERSION} below ${folder}: sh lab/install.sh codex`);
  return path.join(folder, found);
}

let place;
/** A new folder of this run; all of them go with the process. */
export function folder(name) {
  if (!place) {
    place = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'pawl-lab-'));
    process.on('exit', () => fs.rmSync(place, { recursive: true, force: true }));
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));
  }
  return fs.mkdtempSync(path.join(place, `${name}-`));
}

/** A home whose settings name the lab's model. */
export function home(url, { approval = 'never', sandbox = 'danger-full-access', config = '', tables = '' } = {}) {
  const dir = folder('home');
  fs.writeFileSync(path.join(dir, 'config.toml'), [
    'model = "gpt-5.5"', 'model_provider = "lab"', `approval_policy = "${approval}"`, `sandbox_mode = "${sandbox}"`, config,
    '[model_providers.lab]', 'name = "Lab"', `base_url = "${url}"`, 'wire_api = "responses"', 'requires_openai_auth = false',
    'request_max_retries = 2', 'stream_max_retries = 3', 'stream_idle_timeout_ms = 4000',
    '[analytics]', 'enabled = false', tables, ''].join('\n'));
  return dir;
}

export function mcpTable() {
  const server = path.join(LAB, 'lib', 'mcp-server.mjs');
  return `[mcp_servers.lab]\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(server)}]`;
}

/** Only what a program needs: nothing of this machine's own settings. */
export const environment = (dir, more = {}) => ({
  PATH: process.env.PATH, HOME: dir, CODEX_HOME: dir, USER: 'lab', LANG: 'C.UTF-8', TERM: 'dumb', ...more,
});

/** A project with a bug and a test that finds it. */
export function project() {
  const dir = folder('work');
  fs.mkdirSync(path.join(dir, 'src'));
  fs.writeFileSync(path.join(dir, 'src', 'sum.js'), 'function sum(a, b) {\n  return a - b;\n}\nmodule.exports = { sum };\n');
  fs.writeFileSync(path.join(dir, 'test.sh'),
    'if grep -q "a + b" src/*.js; then echo "1 passed"; else echo "1 failed: sum(1, 2) is not 3"; exit 1; fi\n');
  return dir;
}

/** Runs a program to its end: lines of stdout with their times, stderr, exit code; measured: CPU time and peak memory. */
export function run(command, args, { env, cwd, input = '', timeout = 120_000, onLine, measured = false } = {}) {
  const report = measured ? path.join(folder('time'), 'report') : undefined;
  const [program, words] = measured
    ? ['/usr/bin/time', ['-f', '%U %S %M', '-o', report, command, ...args]]
    : [command, args];
  return new Promise((resolve) => {
    const begun = performance.now();
    const child = spawn(program, words, { env, cwd });
    const result = { lines: [], times: [], stderr: '', code: null, signal: null };
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      const parts = (rest + chunk).split('\n');
      rest = parts.pop();
      for (const line of parts) {
        result.lines.push(line);
        result.times.push(performance.now() - begun);
        onLine?.(line, child);
      }
    });
    child.stderr.setEncoding('utf8').on('data', (chunk) => { if (result.stderr.length < 1e6) result.stderr += chunk; });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const alarm = setTimeout(() => { result.late = true; child.kill('SIGKILL'); }, timeout);
    child.on('error', (error) => { result.stderr += error.message; });
    child.on('close', (code, signal) => {
      clearTimeout(alarm);
      Object.assign(result, { code, signal, wall: performance.now() - begun });
      if (report && fs.existsSync(report)) {
        const [user, system, peak] = fs.readFileSync(report, 'utf8').trim().split('\n').at(-1).split(' ').map(Number);
        Object.assign(result, { cpu: (user + system) * 1000, peak: peak / 1024 });
      }
      resolve(result);
    });
  });
}

/** A function that makes texts of different runs equal: ids, folders, ports, durations. */
export function normaliser(folders) {
  const ids = new Map();
  return (text) => {
    let plain = text;
    for (const [from, to] of folders) plain = plain.replaceAll(from, to);
    return plain
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => ids.get(id) ?? ids.set(id, `<id ${ids.size + 1}>`).get(id))
      .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:<port>')
      .replace(/"(duration_ms|durationMs)":\d+/g, '"$1":0');
  };
}

/** Calls without exactly one result, and results without a call, in a request. */
export function unpaired(body) {
  const count = (pattern) => {
    const seen = new Map();
    for (const { type = '', call_id: id } of body.input ?? []) if (id && pattern.test(type)) seen.set(id, (seen.get(id) ?? 0) + 1);
    return seen;
  };
  const calls = count(/_call$/);
  const results = count(/_output$/);
  return [...new Set([...calls.keys(), ...results.keys()])].filter((id) => calls.get(id) !== 1 || results.get(id) !== 1);
}

const counts = { passed: 0, failed: 0 };
/** One named check with a bound. */
export async function check(name, work, { bound = 60_000 } = {}) {
  const only = option('only');
  if (only && !name.includes(only)) return;
  let alarm;
  const late = new Promise((_, reject) => { alarm = setTimeout(() => reject(new Error(`not over after ${bound} ms`)), bound); });
  try {
    await Promise.race([work(), late]);
    counts.passed++;
    console.log(`ok   ${name}`);
  } catch (error) {
    counts.failed++;
    console.log(`FAILED ${name}: ${String(error.message).slice(0, 900)}`);
  } finally { clearTimeout(alarm); }
}

export function finish() {
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  process.exit(counts.failed ? 1 : 0);
}
