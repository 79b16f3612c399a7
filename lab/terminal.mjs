// The interactive terminal beside the real Codex's, in turns within one run: first frame, frames, bytes, key to paint, memory, CPU, and what is
// left of the scrollback after changes of the size.
//   node lab/terminal.mjs --ours PATH --theirs PATH --xterm FOLDER [--runs N] [--json FILE]
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { environment, folder, home, median, option, project, sleep } from './lib/lab.mjs';
import { ScreenProgram } from './lib/screen.mjs';
import { census } from './lib/census.mjs';
import { ModelServer } from './model/server.mjs';

const PROGRAMS = { ours: [option('ours')], theirs: [option('theirs')] };
const WHO = ['ours', 'theirs'];
const RUNS = Number(option('runs', 5));
const READY = { ours: /Ask for anything/, theirs: /Ask Codex to do anything|›/ };
const LETTERS = [...'αβγδεζηθικλμνξοπρστυφχψωабвгдежзийклмнопрстуфхцчшщъыьэюя'];
const WORDS = 20_000, RATE = 5_000;
const { Terminal } = createRequire(path.join(option('xterm'), 'x.js'))('@xterm/headless');
const model = await new ModelServer().listen();
const rows = [];
const samples = () => ({ ours: [], theirs: [] });
const alternately = (round) => (round % 2 ? WHO : [...WHO].reverse());

function report(name, unit, measured) {
  const [ours, theirs] = WHO.map((who) => median(measured[who]));
  rows.push({ name, unit, ours, theirs, ratio: ours / theirs, runs: measured.ours.length });
  console.log(`${name.padEnd(44)} ${ours.toFixed(1).padStart(9)} ${unit.padEnd(3)} ${theirs.toFixed(1).padStart(9)} ${unit.padEnd(3)} ratio ${(ours / theirs).toFixed(2)}`);
}

/** A home of its own; Codex is told that it may trust the folder. */
function place() {
  const cwd = project();
  const dir = home(model.url('echo'), { config: 'check_for_update_on_startup = false', tables: `[projects."${cwd}"]\ntrust_level = "trusted"` });
  return { cwd, env: environment(dir, { TERM: 'xterm-256color', COLORTERM: 'truecolor', PAWL_LANG: 'en' }) };
}
const homes = { ours: place(), theirs: place() };

function start(who) { return new ScreenProgram(Terminal, PROGRAMS[who], { ...homes[who] }); }

async function say(screen, text) {
  screen.type(`\x1b[200~${text}\x1b[201~`);
  await screen.shows(new RegExp(`› ${text}`));
  await sleep(300); // what follows a paste at once is taken for a part of it
  screen.type('\r');
}

async function firstFrame() {
  const first = samples();
  for (let round = 0; round <= RUNS; round++) {
    for (const who of alternately(round)) {
      const screen = start(who);
      const took = await screen.shows(READY[who]);
      if (round > 0) first[who].push(took);
      await sleep(300);
      await screen.close();
    }
  }
  report('first frame', 'ms', first);
}

async function idle() {
  const [cpu, memory] = [samples(), samples()];
  for (const who of WHO) {
    const screen = start(who);
    await screen.shows(READY[who]);
    await sleep(3000);
    const before = screen.cpu();
    await sleep(10_000);
    cpu[who].push((screen.cpu() - before) / 100);
    memory[who].push(screen.resident());
    await screen.close();
  }
  report('idle CPU', '%', cpu);
  report('idle RSS', 'MB', memory);
}

async function flood() {
  const [frames, bytes, middle, late, memory] = Array.from({ length: 5 }, samples);
  for (let round = 0; round < Math.min(3, RUNS); round++) {
    for (const who of alternately(round)) {
      const screen = start(who);
      await screen.shows(READY[who]);
      await sleep(1000);
      const begun = performance.now();
      await say(screen, `rate ${WORDS} ${RATE}`);
      await screen.shows(/w\d{3}/);
      const times = [];
      for (const letter of LETTERS) {
        times.push(await screen.keyToPaint(letter));
        await sleep(25 + Math.random() * 20);
      }
      await screen.shows(new RegExp(`w${WORDS - 1}`), 60_000);
      await sleep(500);
      times.sort((a, b) => a - b);
      middle[who].push(median(times));
      late[who].push(times[Math.ceil(times.length * 0.99) - 1]);
      frames[who].push(screen.framesSince(begun));
      bytes[who].push(screen.bytesSince(begun) / WORDS);
      memory[who].push(screen.resident());
      await screen.close();
    }
  }
  report(`frames in the busiest second at ${RATE} deltas/s`, '', frames);
  report('bytes for each delta', 'B', bytes);
  report('key to paint, median', 'ms', middle);
  report('key to paint, p99', 'ms', late);
  report(`RSS after ${WORDS} deltas`, 'MB', memory);
}

await firstFrame();
await idle();
await flood();
const left = {};
for (const who of WHO) left[who] = await census(folder('census'), PROGRAMS[who], homes[who], READY[who]);
for (const who of WHO) console.log(`${who}: ${left[who].map((step) => `${step.size} ${step.lines}/80 ${step.history}/400`).join(' · ')}`);
if (option('json')) fs.writeFileSync(option('json'), JSON.stringify({ rows, census: left }));
await model.close();
process.exit(0);
