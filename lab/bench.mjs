// Two programs on the same model, alternating within one run: medians, and the ratio of ours to theirs.
//   node lab/bench.mjs --ours PATH --theirs PATH [--part exec|app-server] [--runs N] [--threads N,N] [--json FILE]
// `theirs` is the real Codex, or a Pawl of another commit.
import fs from 'node:fs';
import { AppClient } from './lib/client.mjs';
import { environment, home, median, option, project, run, sleep } from './lib/lab.mjs';
import { ModelServer } from './model/server.mjs';

const PROGRAMS = { ours: option('ours'), theirs: option('theirs') };
const WHO = ['ours', 'theirs'];
const RUNS = Number(option('runs', 7));
const SIZES = option('threads', '50,200').split(',').map(Number);
const model = await new ModelServer().listen();
const rows = [];
const samples = () => ({ ours: [], theirs: [] });
/** One after the other, and in the other order the next time. */
const alternately = (round) => (round % 2 ? WHO : [...WHO].reverse());

function report(name, unit, measured) {
  const [ours, theirs] = WHO.map((who) => median(measured[who]));
  rows.push({ name, unit, ours, theirs, ratio: ours / theirs, runs: measured.ours.length });
  console.log(`${name.padEnd(44)} ${ours.toFixed(1).padStart(9)} ${unit.padEnd(3)} ${theirs.toFixed(1).padStart(9)} ${unit.padEnd(3)} ratio ${(ours / theirs).toFixed(2)}`);
}

const resident = (pid) => Number(/^VmRSS:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
const exec = (...words) => ['exec', '--json', '--skip-git-repo-check', ...words];

async function once(who, words, dir, cwd) {
  const done = await run(PROGRAMS[who], words, { env: environment(dir), cwd, timeout: 300_000, measured: true });
  if (done.code !== 0) throw new Error(`${who} ended with ${done.code}: ${done.stderr.slice(-300)}`);
  return done;
}

async function execCase(scenario, runs, { all = false } = {}) {
  const [wall, first, cpu, peak] = [samples(), samples(), samples(), samples()];
  const homes = { ours: home(model.url(scenario)), theirs: home(model.url(scenario)) };
  for (let round = 0; round <= runs; round++) {
    for (const who of alternately(round)) {
      const cwd = project();
      const done = await once(who, exec('-C', cwd, 'go'), homes[who], cwd);
      if (round === 0) continue; // it fills the home
      wall[who].push(done.wall);
      first[who].push(done.times[0]);
      cpu[who].push(done.cpu);
      peak[who].push(done.peak);
    }
  }
  report(`exec ${scenario} wall`, 'ms', wall);
  if (all) report(`exec ${scenario} first event`, 'ms', first);
  if (all) report(`exec ${scenario} peak RSS`, 'MB', peak);
  report(`exec ${scenario} CPU`, 'ms', cpu);
}

async function versionCase() {
  const wall = samples();
  const dir = home(model.url('plain'));
  for (let round = 0; round < RUNS * 2; round++) for (const who of alternately(round)) wall[who].push((await once(who, ['--version'], dir, dir)).wall);
  report('--version wall', 'ms', wall);
}

async function resumeCase() {
  const wall = samples();
  for (const who of WHO) {
    const dir = home(model.url('steps-100'));
    const cwd = project();
    const done = await once(who, exec('-C', cwd, 'go'), dir, cwd);
    const id = JSON.parse(done.lines[0]).thread_id;
    const file = `${dir}/config.toml`;
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('/steps-100/', '/plain/'));
    for (let round = 0; round < RUNS; round++) wall[who].push((await once(who, exec('-C', cwd, 'resume', id, 'more'), dir, cwd)).wall);
  }
  report('exec resume of a 100-step thread wall', 'ms', wall);
}

async function serve(who, scenario) {
  const begun = performance.now();
  const dir = home(model.url(scenario));
  const cwd = project();
  const client = new AppClient([PROGRAMS[who], 'app-server'], { env: environment(dir), cwd });
  await client.initialize();
  return { client, cwd, took: performance.now() - begun };
}

/** A busy server says so, and is asked again. */
async function patiently(client, method, params) {
  for (;;) {
    try { return await client.call(method, params); } catch (error) {
      if (error.code !== -32001) throw error;
      await sleep(20 + Math.random() * 60);
    }
  }
}

async function turnCase() {
  const [init, idle, turn] = [samples(), samples(), samples()];
  for (let round = 0; round < 3; round++) {
    for (const who of alternately(round)) {
      const { client, cwd, took } = await serve(who, 'plain');
      init[who].push(took);
      await sleep(1200);
      idle[who].push(resident(client.child.pid));
      const { id } = await client.thread({ cwd });
      for (let k = 0; k < 20; k++) {
        const begun = performance.now();
        await client.run(id, 'hi');
        if (k > 4) turn[who].push(performance.now() - begun);
      }
      await client.close();
    }
  }
  report('app-server initialize (fresh home)', 'ms', init);
  report('app-server idle RSS', 'MB', idle);
  report('app-server plain turn', 'ms', turn);
}

async function deltaCase() {
  const rate = samples();
  for (const who of WHO) {
    const { client, cwd } = await serve(who, 'deltas-10k');
    let deltas = 0;
    client.onMessage = ({ method }) => { if (method === 'item/agentMessage/delta') deltas++; };
    for (let k = 0; k < 4; k++) {
      const { id } = await client.thread({ cwd });
      const begun = performance.now();
      deltas = 0;
      await client.run(id, 'x');
      if (k > 0) rate[who].push((deltas * 1000) / (performance.now() - begun));
    }
    await client.close();
  }
  report('app-server deltas', '/s', rate);
}

async function crowdCase(size) {
  const [rate, memory] = [samples(), samples()];
  for (let round = 0; round < 2; round++) {
    for (const who of alternately(round)) {
      const { client, cwd } = await serve(who, 'steps-4-plan');
      const ids = [];
      for (let k = 0; k < size; k++) ids.push((await patiently(client, 'thread/start', { cwd })).thread.id);
      const begun = performance.now();
      await Promise.all(ids.map(async (threadId) => {
        const { turn } = await patiently(client, 'turn/start', { threadId, input: [{ type: 'text', text: 'go' }] });
        await client.over(threadId, turn.id, 240_000);
      }));
      rate[who].push((size * 4 * 1000) / (performance.now() - begun));
      memory[who].push(resident(client.child.pid));
      await client.close();
    }
  }
  report(`app-server ${size} threads x 4 steps`, '/s', rate);
  report(`app-server RSS after ${size} threads`, 'MB', memory);
}

const part = option('part', 'all');
if (part !== 'app-server') {
  await versionCase();
  await execCase('plain', RUNS, { all: true });
  await execCase('steps-4', RUNS);
  await execCase('steps-100-plan', 3);
  await execCase('steps-100', 2);
  await execCase('deltas-10k', 5);
  await resumeCase();
}
if (part !== 'exec') {
  await turnCase();
  await deltaCase();
  for (const size of SIZES) await crowdCase(size);
}
await model.close();
if (option('json')) fs.writeFileSync(option('json'), JSON.stringify(rows, null, 1));
process.exit(0);
