// Types at Codex's terminal UI: node tui.mjs CODEX PAWL. Starts PAWL as a server with a token, the TUI in a tmux of its own, and
// prints a line for each look and `N passed, N failed`.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { execFileSync, spawn } from 'node:child_process';
import { startModel, home, sum, look } from './client-lab.mjs';

const [codex, pawl] = process.argv.slice(2);
const model = await startModel();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-tui-'));
const work = path.join(folder, 'work');
fs.mkdirSync(work);
execFileSync('git', ['init', '-q', work]);
const theirs = path.join(folder, 'codex-home');
fs.mkdirSync(theirs);
fs.writeFileSync(path.join(theirs, 'config.toml'), 'check_for_update_on_startup = false\n');

const env = { ...process.env, PAWL_HOME: home(folder, model.port) };
delete env.CODEX_HOME;
const server = spawn(pawl, ['-C', work, 'app-server', '--listen', 'ws://127.0.0.1:0'], { env, cwd: work, stdio: ['ignore', 'ignore', 'pipe'] });
let url = '';
const token = await new Promise((resolve, reject) => {
  readline.createInterface({ input: server.stderr }).on('line', (line) => {
    const address = /listening on (ws:\S+)/.exec(line), file = /the token of this start is in (.*)$/.exec(line);
    if (address) url = address[1];
    if (file) resolve(fs.readFileSync(file[1], 'utf8').trim());
  });
  server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
});

let starts = 0;
const tmux = (...words) => execFileSync('tmux', ['-S', path.join(folder, `tmux${starts}`), ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
process.on('exit', () => {
  try { tmux('kill-server'); } catch { /* it has ended */ }
  server.kill('SIGTERM');
  model.end();
  fs.rmSync(folder, { recursive: true, force: true });
});
const screen = () => tmux('capture-pane', '-p', '-S', '-200', '-t', 'tui');
const pause = (millis) => new Promise((later) => setTimeout(later, millis));

/// Comes back with the screen that has all of these words, or without one when that takes too long.
async function shows(...words) {
  for (const since = Date.now(); Date.now() - since < 40000; await pause(100)) {
    const now = screen();
    if (words.every((one) => now.includes(one))) return now;
  }
  console.log(screen().replace(/\n\s*\n+/g, '\n'));
  return '';
}

async function type(text) {
  tmux('send-keys', '-t', 'tui', '-l', text);
  await shows(text.replace(/^!/, ''));
  const isTyped = () => screen().split('\n').findLast((line) => /^[›!] /.test(line))?.includes(text.replace(/^!/, ''));
  // What comes at once is taken for a paste, and its line end for a part of it. A second line end is sent only when the first one was
  // lost, not when the machine is slow: it would answer the next question.
  for (let attempt = 0; attempt < 5 && isTyped(); attempt++) {
    await pause(400);
    tmux('send-keys', '-t', 'tui', 'Enter');
    for (const since = Date.now(); Date.now() - since < 4000 && isTyped();) await pause(50);
  }
}

function start(...words) {
  const line = [codex, ...words, '--remote', url, '--remote-auth-token-env', 'PAWL_TOKEN', '-C', work].map((word) => `'${word}'`).join(' ');
  try { tmux('kill-server'); } catch { /* the first one */ }
  starts++;
  tmux('-f', '/dev/null', 'new-session', '-d', '-s', 'tui', '-x', '160', '-y', '50', '-c', work, '-e', `PAWL_TOKEN=${token}`, '-e', `CODEX_HOME=${theirs}`, `${line}; echo ENDED $?; sleep 60`);
}

const READY = 'Ask Codex to do anything';
start();
await look('it starts, without a red line', async () => {
  if (!await shows('Trust this folder?')) return false;
  // A key that comes while the question is being drawn is dropped.
  for (let attempt = 0; attempt < 20 && screen().includes('Trust this folder?'); attempt++) {
    tmux('send-keys', '-t', 'tui', 'Enter');
    await pause(500);
  }
  if (!await shows('To get started', READY, '? for shortcuts')) return false;
  await pause(1500); // what goes wrong at the start is told a little later
  return !screen().includes('■');
});
await look('a prompt is answered', async () => { await type('hello there'); return shows('You said: hello there'); });
await look('a command is asked about, and runs after a yes', async () => {
  await type(`ask touch ${folder}/asked.txt`);
  if (!await shows('Would you like to run the following command?')) return false;
  tmux('send-keys', '-t', 'tui', 'y');
  return await shows('Ran.') && fs.existsSync(path.join(folder, 'asked.txt'));
});
await look('a command of the person runs', async () => { await type('!echo typed-by-me'); return shows('You ran echo typed-by-me', '└ typed-by-me'); });
await look('words said to a turn that is interrupted are sent once', async () => {
  await type('slow');
  if (!await shows('word3')) return false;
  await type('and more');
  await shows('Messages to be submitted');
  tmux('send-keys', '-t', 'tui', 'Escape');
  const now = await shows('You said: and more');
  return now.split('You said: and more').length === 2;
});
await look('/stop ends nothing but terminals', async () => { await type('/stop'); return shows('Stopping all background terminals'); });
await look('/diff is shown', async () => {
  fs.writeFileSync(path.join(work, 'new.txt'), 'a new line\n');
  await type('/diff');
  const now = await shows('a new line');
  tmux('send-keys', '-t', 'tui', 'q');
  return now && !now.includes('AGENTS.md');
});
await look('plan mode is told and kept', async () => {
  await shows(READY);
  await type('/plan');
  if (!await shows('Plan mode')) return false;
  await type('what now');
  return shows('You said: what now');
});
start('resume');
await look('the resume picker finds the thread', async () => shows('Resume a previous session', 'hello there'));
start('resume', '--last');
await look('--last goes on with it', async () => shows('You said: hello there', READY));
console.log(sum().line);
process.exit(sum().failed ? 1 : 0);
