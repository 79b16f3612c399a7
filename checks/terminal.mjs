// Types at the interactive terminal: node terminal.mjs PAWL FOLDER. Prints a line for each look and `N passed, N failed`.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { startModel, home, sum, look } from './client-lab.mjs';
import { HISTORY, LINES, SIZES, count as census, shell } from '../lab/lib/census.mjs';
import { Pane, pause, child } from '../lab/lib/pane.mjs';

const [pawl, packages] = process.argv.slice(2);
const { Terminal } = createRequire(path.join(packages, 'x.js'))('@xterm/headless');
const snapshots = path.join(path.dirname(fileURLToPath(import.meta.url)), 'terminal');
const model = await startModel();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-terminal-'));
const work = path.join(folder, 'work');
fs.mkdirSync(work);
execFileSync('git', ['init', '-q', work]);
fs.writeFileSync(path.join(work, 'notes.txt'), 'one\nthe quick brown fox\nthree\n');
const env = { PAWL_HOME: home(folder, model.port), PAWL_LANG: 'en', HOME: folder, PAWL_THEME: 'dark', GIT_CONFIG_GLOBAL: '/dev/null' };
const panes = [];
process.on('exit', () => {
  panes.forEach((pane) => pane.close());
  model.end();
  fs.rmSync(folder, { recursive: true, force: true });
});

let count = 0;
function open(options = {}) {
  const pane = new Pane(folder, `p${++count}`, { cwd: work, ...options, env: { ...env, ...options.env } });
  panes.push(pane);
  return pane;
}

const READY = /Ask for anything|输入需求/;
async function start(options = {}, ...words) {
  const pane = open(options);
  await pane.shows('$');
  pane.keys(`${pawl} ${words.join(' ')}`, 'Enter');
  await pane.shows(READY);
  return pane;
}

/** The picture beside this file; times and ids are not part of it. */
function same(name, screen) {
  const shown = screen.replaceAll(pawl, 'pawl').replaceAll(folder, '/tmp/check').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID').replace(/\b\d+(\.\d)?s\b/g, 'Ns').replace(/\d+(\.\d)? 秒/g, 'N 秒')
    .replace(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/g, '⠋').replace(/Pawl \d[\w.-]*/, 'Pawl VERSION').split('\n').map((line) => line.trimEnd()).join('\n') + '\n';
  const file = path.join(snapshots, `${name}.txt`);
  if (['write', 'only'].includes(process.env.PAWL_SNAPSHOTS)) fs.writeFileSync(file, shown);
  const known = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  if (known !== shown) console.log(`--- ${name}.txt is\n${shown}`);
  return known === shown;
}

// One conversation of every kind, in windows of every kind.

async function conversation(pane, { ask, yes }) {
  fs.writeFileSync(path.join(work, 'notes.txt'), 'one\nthe quick brown fox\nthree\n');
  await pane.say('show');
  if (!await pane.until((screen) => /uses it/.test(screen) && READY.test(screen) && !/esc to interrupt|按 esc 中断/.test(screen))) return '';
  await pane.say('edit notes.txt');
  if (!await pane.until((screen) => screen.includes('Ran.') && READY.test(screen) && !/esc to interrupt|按 esc 中断/.test(screen))) return '';
  await pane.say(`ask touch ${folder}/asked.txt`);
  const question = await pane.shows(ask);
  await pause(800);
  pane.keys(yes);
  if (!await pane.until((screen) => !screen.includes(ask) && READY.test(screen) && !/esc to interrupt|按 esc 中断/.test(screen))) return '';
  if (!fs.existsSync(path.join(folder, 'asked.txt'))) return '';
  fs.rmSync(path.join(folder, 'asked.txt'));
  fs.writeFileSync(path.join(work, 'notes.txt'), 'one\nthe quick brown fox\nthree\n');
  return question && pane.everything();
}

for (const [name, options, words, texts] of [
  ['80x24', { columns: 80, rows: 24 }, [], { ask: 'Run this command?', yes: 'y' }],
  ['40x20', { columns: 40, rows: 20 }, [], { ask: 'Run this command?', yes: 'y' }],
  ['200x60', { columns: 200, rows: 60 }, [], { ask: 'Run this command?', yes: 'y' }],
  ['zh', { columns: 80, rows: 30, env: { PAWL_LANG: 'zh' } }, [], { ask: '执行此命令？', yes: 'y' }],
]) {
  await look(`a conversation in ${name} looks as it should`, async () => {
    const pane = await start(options, ...words);
    const shown = await conversation(pane, texts);
    pane.close();
    return shown && same(name, shown);
  });
}
for (const [name, theme] of [['light', { PAWL_THEME: 'light' }], ['mono', { NO_COLOR: '1' }]]) {
  await look(`colours are right: ${name}`, async () => {
    const pane = await start({ env: theme });
    await pane.say('show');
    await pane.until((screen) => /uses it/.test(screen) && /context left/.test(screen) && !/esc to interrupt/.test(screen));
    const shown = pane.screen('-e', '-S', '-60');
    const isPlain = !/\x1b\[(?:[0-9;]*;)?(?:3[0-8]|4[0-8]|9[0-7])[;m]/.test(shown);
    pane.close();
    return same(name, shown.replaceAll('\x1b', '^')) && (name !== 'mono' || isPlain);
  });
}
await look('--plain draws nothing over', async () => {
  const pane = open();
  pane.keys(`${pawl} --plain`, 'Enter');
  await pane.shows('Status: Waiting for instructions');
  pane.keys('hello', 'Enter');
  if (!await pane.shows('You said: hello')) return false;
  pane.keys(`ask touch ${folder}/plain.txt`, 'Enter');
  if (!await pane.shows('1. Yes, once')) return false;
  pane.keys('1', 'Enter');
  if (!await pane.shows('Ran.')) return false;
  const clean = !/\x1b\[(?!\?2004|[0-9;]*m)/.test(pane.bytes().replace(/\x1b\[\?2004[hl]/g, ''));
  pane.keys('/quit', 'Enter');
  await pane.shows('pawl resume');
  pane.close();
  return clean && fs.existsSync(path.join(folder, 'plain.txt'));
});

if (process.env.PAWL_SNAPSHOTS === 'only') {
  console.log(sum().line);
  process.exit(sum().failed ? 1 : 0);
}

// What people do.

const pane = await start({ columns: 100, rows: 30 });
await look('a command is declined, and the turn goes on', async () => {
  await pane.say(`ask touch ${folder}/declined.txt`);
  await pane.shows('Run this command?');
  await pause(800);
  pane.keys('n');
  return await pane.shows('declined', READY) && !fs.existsSync(path.join(folder, 'declined.txt'));
});
await look('a question is answered by its number', async () => {
  await pane.say('form');
  if (!await pane.shows('Which colour?', '2. Blue')) return false;
  await pause(800);
  pane.keys('2');
  return pane.shows('Asked: Which colour?', '└ Blue', READY);
});
await look('words are added to a turn, queued behind it, taken back, and said again after Esc', async () => {
  await pane.say('slow');
  await pane.shows('word5');
  await pane.say('and more');
  if (!await pane.shows('before its next step', '↳ and more')) return false;
  pane.type('for later');
  pane.keys('Tab');
  if (!await pane.shows('↳ for later')) return false;
  pane.keys('M-Up');
  if (!await pane.shows(/› for later/)) return false;
  pane.keys('C-c');
  await pane.shows(READY);
  pane.keys('Escape');
  return pane.shows('Interrupted', 'You said: and more');
});
await look('commands, files and keys are offered while one types', async () => {
  pane.type('/re');
  if (!await pane.shows('/resume', '/rename', '/review')) return false;
  pane.keys('Escape');
  await pause(200);
  pane.keys('C-u');
  pane.type('look at @note');
  if (!await pane.shows(/› notes\.txt/)) return false;
  pane.keys('Tab');
  if (!await pane.shows(/› look at notes\.txt/)) return false;
  pane.keys('C-u', '?');
  if (!await pane.shows('edit an earlier message')) return false;
  pane.keys('x', 'C-u');
  return pane.shows(READY);
});
await look('a large paste is folded and sent whole', async () => {
  pane.paste(`${'0123456789abcde\n'.repeat(65536)}END`);
  if (!await pane.shows('[Pasted text #1: 65537 lines')) return false;
  pane.keys('C-u');
  pane.paste('two\nlines');
  if (!await pane.shows(/› two\n\s+lines/)) return false;
  pane.keys('Enter');
  return pane.shows(/You said: two/);
});
await look('the cursor is at the caret, also behind wide characters', async () => {
  pane.type('你好 wide');
  const screen = await pane.shows(/› 你好 wide/);
  const row = screen.split('\n').findIndex((line) => line.startsWith('› 你好'));
  const [x, y] = pane.cursor();
  pane.keys('C-u');
  return y === row && x === 2 + 4 + 5;
});
await look('a character whose bytes come apart is one character', async () => {
  pane.bytesIn('e4');
  await pause(150);
  pane.bytesIn('bd', 'a0');
  const shown = await pane.shows(/› 你/);
  pane.keys('C-u');
  return shown;
});
await look('a command of the person runs and is told to the agent, once', async () => {
  await pane.say('!echo typed-by-me');
  if (!await pane.shows('You ran', '└ typed-by-me')) return false;
  await pane.say('steady 20');
  const while_ = await pane.shows('word5');
  return await pane.shows('word19', READY) && !/Running echo/.test(while_);
});
await pane.say('what now');
await pane.shows('You said: what now', READY);
await look('the diff opens beside its list of files, and closes without a trace', async () => {
  const before = pane.everything();
  await pane.say('/diff');
  if (!await pane.shows('A notes.txt (+3 −0)', '2 + the quick brown fox')) return false;
  pane.keys('q');
  await pane.shows(READY);
  return pane.everything().replace(/› \/diff[\s\S]*/, '').slice(0, 200) === before.slice(0, 200);
});
await look('an earlier message is edited in a fork', async () => {
  pane.keys('Escape');
  await pause(200);
  pane.keys('Escape');
  if (!await pane.shows('Edit an earlier message', 'what now')) return false;
  pane.keys('Enter');
  if (!await pane.until((screen) => /› what now\n/.test(screen) && /Forked/.test(pane.everything()))) return false;
  pane.keys('C-u');
  return pane.shows(READY);
});
await look('text of the model cannot steer the terminal', async () => {
  await pane.say('evil');
  const screen = await pane.shows('before', 'after', '\\u{001B}[2J', '\\u{202E}');
  return screen && !/\x1b\]0;title|\x9b2J/.test(pane.bytes());
});
await look('output of commands and names of files cannot steer the terminal', async () => {
  fs.writeFileSync(path.join(work, 'evil\x1b[2Jname.txt'), '');
  await pane.say(String.raw`run printf 'x\033[2J\033]0;stolen\007y\302\2332J'; ls`);
  if (!await pane.shows('Ran.', READY)) return false;
  pane.type('@evil');
  const shown = await pane.shows(/evil.*name\.txt/);
  pane.keys('Escape');
  await pause(200);
  pane.keys('C-u');
  fs.rmSync(path.join(work, 'evil\x1b[2Jname.txt'));
  return shown && !/\x1b\]0;stolen|\xc2\x9b2J/.test(pane.bytes());
});
await look('ten thousand deltas are all there', async () => {
  await pane.say('deltas 10000');
  if (!await pane.shows('w9999', READY)) return false;
  const words = pane.everything().match(/\bw\d+\b/g);
  return words.length === 10000 && new Set(words).size === 10000;
});
await look('nothing was ever cleared, no mouse, no scroll region; the other screen for pages only', async () => {
  const bytes = pane.bytes().replace(/\x1b\[\?1049h[\s\S]*?\x1b\[\?1049l/g, '');
  return !/\x1b\[[23]J|\x1b\[\?(?:1000|1002|1003|1006|1049)h|\x1b\[\d*;?\d*r/.test(bytes.slice(bytes.indexOf('Pawl ')));
});

// Life and death.

const sane = async (one) => {
  one.keys('C-u', `stty -a | grep -c ' echo ' ; echo over''-$?`, 'Enter');
  return one.shows('over-0');
};
await look('Ctrl-Z and fg come back to the same screen', async () => {
  pane.type('a draft');
  await pane.shows(/› a draft/);
  pane.keys('C-z');
  if (!await pane.shows('Stopped')) return false;
  if (!await sane(pane)) return false;
  pane.keys('fg', 'Enter');
  const back = await pane.until((screen) => /› a draft/.test(screen.split('fg')[1] ?? ''));
  pane.keys('C-u');
  return back && pane.shows(READY);
});
await look('Ctrl-D leaves a sane terminal and says how to go on', async () => {
  pane.keys('C-d');
  return await pane.shows(/To go on with this thread: pawl resume [0-9a-f-]+/) && sane(pane);
});
await look('quitting while a turn runs asks, and the turn goes on in the background', async () => {
  const one = await start({});
  await one.say('steady 60');
  await one.shows('word5');
  one.keys('C-d');
  if (!await one.shows('A turn is running. Quit?')) return false;
  await pause(800);
  one.keys('b');
  if (!await one.shows('goes on in the background')) return false;
  one.keys(`${pawl} resume --last`, 'Enter');
  const shown = await one.until((screen) => /word59/.test(screen), 30000);
  one.close();
  return shown;
});
await look('it joins the server of the same home: live words, one answer for all, and the turn goes on without it', async () => {
  const server = spawn(pawl, ['serve', '--json', '--listen', '127.0.0.1:0'], { env: { ...process.env, ...env }, cwd: work, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(server.stdout, 'data');
    const one = await start({});
    if (!await one.shows('Joined pawl serve')) return false;
    await one.say('steady 30');
    if (!await one.shows(/word5(?!9)/, 'esc to interrupt')) return false;
    if (!await one.shows('word29', READY)) return false;
    const two = await start({}, 'resume', '--last');
    await one.say(`ask touch ${folder}/joined.txt`);
    if (!await two.shows('Run this command?')) return false;
    await pause(800);
    two.keys('y');
    if (!await one.shows('Accepted elsewhere', 'Ran.', READY)) return false;
    await one.say('steady 60');
    await one.shows('› steady 60', 'esc to interrupt');
    one.keys('C-d');
    await one.shows('A turn is running. Quit?');
    await pause(800);
    one.keys('b');
    if (!await one.shows('goes on in pawl serve')) return false;
    const shown = await two.until((screen) => /word59/.test(screen), 30000);
    one.close();
    two.close();
    return shown && fs.existsSync(path.join(folder, 'joined.txt'));
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
});
for (const [name, signal] of [['kill -9', 'SIGKILL'], ['SIGTERM', 'SIGTERM']]) {
  await look(`${name} in the middle of a turn leaves a sane terminal, and the turn goes on`, async () => {
    const one = await start({});
    await one.say('steady 60');
    await one.shows('word5');
    process.kill(child(one.pid(), /dev\.pawl\.main\.Main/), signal);
    if (!await one.shows(/Killed|Terminated|[#$] *$/)) return false;
    await pause(500);
    if (!await sane(one)) return false;
    one.keys(`${pawl} resume --last`, 'Enter');
    const shown = await one.until((screen) => /word59/.test(screen.split('resume --last')[1] ?? ''), 40000);
    one.close();
    return shown;
  });
}

// Sizes: nothing is lost or doubled, in tmux and in VS Code's emulator.

const whole = ({ lines, different, history, fields }) => lines === LINES && different === LINES && history === HISTORY && fields === 1;
const steps = [...SIZES, [60, 30], [41, 20], [134, 40]];
const marks = [];
const sized = await shell(folder, 'sized', { cwd: work, env });
panes.push(sized);
sized.keys(pawl, 'Enter');
await sized.shows(READY);
await sized.say(`lines ${LINES}`);
await sized.shows(`unique line 0${LINES - 1}`, READY);
sized.type('TYPED a few words');
await sized.shows('a few words');
for (const [columns, rows] of steps) {
  await look(`${columns}x${rows}: each line once, all of the shell's history`, async () => {
    marks.push({ at: sized.bytes().length, columns, rows });
    sized.resize(columns, rows);
    let seen;
    await sized.until(() => { seen = census(sized.everything()); return whole(seen) && /gpt-5.5|need you/.test(sized.screen()); }, 3000);
    if (!whole(seen)) console.log(seen);
    return whole(seen);
  });
}
await look('a storm of sizes loses nothing', async () => {
  for (let i = 0; i < 60; i++) sized.resize(50 + (i * 37) % 90, 20 + (i * 13) % 25);
  sized.resize(100, 30);
  let seen;
  await sized.until(() => { seen = census(sized.everything()); return whole(seen); }, 3000);
  if (!whole(seen)) console.log(seen);
  return whole(seen);
});
await look('the same bytes in VS Code\'s emulator: each line once', async () => {
  const terminal = new Terminal({ cols: 134, rows: 40, scrollback: 20000, allowProposedApi: true });
  const bytes = fs.readFileSync(sized.log);
  const write = (part) => new Promise((done) => terminal.write(part, done));
  let from = 0;
  for (const [i, { at, columns, rows }] of marks.entries()) {
    await write(bytes.subarray(from, at));
    terminal.resize(columns, rows);
    await write(bytes.subarray(at, marks[i + 1]?.at ?? at));
    from = marks[i + 1]?.at ?? at;
    const buffer = terminal.buffer.active;
    let text = '';
    for (let y = 0; y < buffer.length; y++) text += (buffer.getLine(y).isWrapped ? '' : '\n') + buffer.getLine(y).translateToString(true);
    const seen = census(text);
    if (i + 1 < marks.length && !whole(seen)) { console.log(`after ${columns}x${rows}`, seen); return false; }
  }
  return true;
});
await look('leaving and kill -9 keep the shell\'s history', async () => {
  process.kill(child(sized.pid(), /dev\.pawl\.main\.Main/), 'SIGKILL');
  await sized.shows('Killed');
  return census(sized.everything()).history === HISTORY;
});

console.log(sum().line);
process.exit(sum().failed ? 1 : 0);
