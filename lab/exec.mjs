// Every scenario through `exec --json`.
//
//   node lab/exec.mjs --bin PATH     compares what a program prints with what the real Codex printed
//   node lab/exec.mjs --record       runs the real Codex and writes lab/golden
//   --only NAME                      scenarios whose name contains it
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { ModelServer } from './model/server.mjs';
import { CODEX_VERSION, LAB, check, codexBinary, environment, finish, home, mcpTable, normaliser, option, project, run, unpaired } from './lib/lab.mjs';

const RED_SQUARE = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEUlEQVR4nGP4z8DwnwGMgRQAH+4D/dJQfRoAAAAASUVORK5CYII=';
const LONG = 2000;
const recording = process.argv.includes('--record');
const bin = recording ? codexBinary() : path.resolve(option('bin', path.join(LAB, '..', 'pawl')));
const golden = (name) => path.join(LAB, 'golden', `${name}.json`);
const { known } = JSON.parse(fs.readFileSync(path.join(LAB, 'differences.json'), 'utf8'));

function commandLine(how, cwd) {
  const args = ['exec', '--json', '--skip-git-repo-check', '-C', cwd];
  if (how.schema) {
    fs.writeFileSync(path.join(cwd, 'schema.json'), JSON.stringify(how.schema));
    args.push('--output-schema', path.join(cwd, 'schema.json'));
  }
  if (how.image) {
    fs.writeFileSync(path.join(cwd, 'square.png'), Buffer.from(RED_SQUARE, 'base64'));
    args.push('--image', path.join(cwd, 'square.png'), '--');
  }
  return [...args, how.prompt];
}

/** Sends SIGINT when the turn has begun, or a command of it. */
function interrupter(what) {
  const sign = { turn: '"turn.started"', command: '"item.started"' }[what];
  let sent = false;
  return (line, child) => {
    if (!sign || sent || !line.includes(sign)) return;
    sent = true;
    setTimeout(() => child.kill('SIGINT'), 500);
  };
}

function shortened(value) {
  if (typeof value === 'string' && value.length > LONG) {
    return `<${value.length} characters, sha256 ${createHash('sha256').update(value).digest('hex')}>`;
  }
  if (Array.isArray(value)) return value.map(shortened);
  if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]));
  return value;
}

/** Of many equal pairs of events only the first ones are kept, and their number. */
function folded(events) {
  const shape = (event) => JSON.stringify(event).replace(/step \d+/g, 'step').replace(/"item_\d+"/g, '"item"');
  const kept = [];
  let again = 0;
  for (const event of events) {
    const same = kept.length > 10 && (shape(kept.at(-2)) === shape(event) || shape(kept.at(-1)) === shape(event));
    if (same) again++;
    else kept.push(event);
  }
  return again ? [...kept, { again }] : kept;
}

async function play(name) {
  const { exec: how } = JSON.parse(fs.readFileSync(path.join(LAB, 'scenarios', `${name}.json`), 'utf8'));
  const requests = [];
  const model = await new ModelServer().onRequest((request) => requests.push(request)).listen();
  try {
    const dir = home(model.url(name), { config: how.config, tables: how.mcp ? mcpTable() : '' });
    const cwd = project();
    const options = { env: environment(dir), cwd, timeout: how.timeout ?? 60_000, onLine: interrupter(how.interrupt) };
    const done = await run(bin, commandLine(how, cwd), options);
    const plain = normaliser([[cwd, '<cwd>'], [dir, '<home>']]);
    return {
      exit: done.late ? 'late' : done.signal ?? done.code,
      requests: requests.length,
      unpaired: requests.flatMap(({ body }) => unpaired(body)),
      events: folded(done.lines.map((line) => shortened(JSON.parse(plain(line))))),
    };
  } finally { await model.close(); }
}

/** What is compared: all but what lab/differences.json names with a reason. */
function comparable(name, { exit, requests, events }) {
  const without = known[name]?.without ?? [];
  const cut = (key, inner) => (without.includes(key) ? undefined : inner);
  return JSON.parse(JSON.stringify({ exit, requests, events }, cut));
}

const scenarios = fs.readdirSync(path.join(LAB, 'scenarios')).filter((file) => file.endsWith('.json')).sort();
for (const name of scenarios.map((file) => file.slice(0, -'.json'.length))) {
  await check(`scenario ${name}`, async () => {
    const ours = await play(name);
    if (recording) {
      fs.writeFileSync(golden(name), `${JSON.stringify({ codex: CODEX_VERSION, ...ours }, null, 1)}\n`);
      return;
    }
    assert.deepEqual(ours.unpaired, [], 'calls without results, or results without calls, were sent');
    const theirs = JSON.parse(fs.readFileSync(golden(name), 'utf8'));
    assert.deepEqual(comparable(name, ours), comparable(name, theirs));
  }, { bound: 120_000 });
}
finish();
