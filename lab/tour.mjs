// A tour of the interactive terminal as an animated SVG, from a real run with the lab's model.
//   node lab/tour.mjs --pawl PATH --xterm FOLDER --out FILE
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { environment, home, option, project, sleep } from './lib/lab.mjs';
import { ScreenProgram } from './lib/screen.mjs';
import { ModelServer } from './model/server.mjs';

const COLUMNS = 90, ROWS = 26, WIDTH = 8.4, HEIGHT = 18, TAIL = 3000;
const { Terminal } = createRequire(path.join(option('xterm'), 'x.js'))('@xterm/headless');
const PALETTE = ['#1d1f21', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#d7dae0'];

/** The colour of a cell: the sixteen of a dark terminal, the cube and the greys. */
function colour(number) {
  if (number < 16) return PALETTE[number % 8];
  if (number >= 232) { const grey = 8 + (number - 232) * 10; return `rgb(${grey},${grey},${grey})`; }
  const part = (value) => (value ? 55 + value * 40 : 0);
  const cube = number - 16;
  return `rgb(${part(Math.floor(cube / 36))},${part(Math.floor(cube / 6) % 6)},${part(cube % 6)})`;
}
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The rows of the screen as SVG text, cells of one look together. */
function picture(terminal) {
  const { active } = terminal.buffer;
  const rows = [];
  for (let y = 0; y < ROWS; y++) {
    const line = active.getLine(active.baseY + y);
    let spans = '', text = '', look = '', from = 0;
    const flush = () => { if (text.trim()) spans += `<tspan x="${(from * WIDTH).toFixed(1)}"${look}>${escaped(text)}</tspan>`; text = ''; };
    for (let x = 0; x < COLUMNS; x++) {
      const cell = line?.getCell(x);
      if (!cell || cell.getWidth() === 0) continue;
      const paint = cell.isFgPalette() ? ` fill="${colour(cell.getFgColor())}"` : '';
      const next = paint + (cell.isBold() ? ' font-weight="bold"' : '') + (cell.isDim() ? ' opacity="0.6"' : '') + (cell.isItalic() ? ' font-style="italic"' : '');
      if (next !== look || cell.getWidth() === 2 || !text) { flush(); look = next; from = x; }
      text += cell.getChars() || ' ';
    }
    flush();
    if (spans) rows.push(`<text y="${(y + 1) * HEIGHT}">${spans}</text>`);
  }
  return rows.join('');
}

const model = await new ModelServer().listen();
const cwd = project();
fs.writeFileSync(path.join(cwd, 'notes.txt'), 'one\nthe quick brown fox\nthree\n');
execFileSync('git', ['init', '-q', cwd]);
const dir = home(model.url('echo'), { approval: 'on-request', sandbox: 'workspace-write' });
const screen = new ScreenProgram(Terminal, [option('pawl')], { columns: COLUMNS, rows: ROWS, cwd, env: environment(dir, { TERM: 'xterm-256color', PAWL_LANG: 'en', PAWL_THEME: 'dark' }) });

// The screen ten times a second; equal frames are one.
const frames = [];
const camera = setInterval(() => {
  const now = picture(screen.terminal);
  if (frames.at(-1)?.svg !== now) frames.push({ at: performance.now(), svg: now });
}, 100);
const type = async (text) => { for (const letter of text) { screen.type(letter); await sleep(35); } await sleep(300); };
const done = () => screen.shows(/Ask for anything/);
await done();
await sleep(800);
await type('show'); screen.type('\r'); await screen.shows(/uses it/); await sleep(2200);
await type('look at @not'); await screen.shows(/› notes\.txt/); await sleep(700); screen.type('\t'); await sleep(700); screen.type('\x15');
await type('edit notes.txt'); screen.type('\r'); await screen.shows(/slow brown fox/); await sleep(2000);
await type('ask make deploy'); screen.type('\r'); await screen.shows(/Run this command\?/); await sleep(2500); screen.type('n'); await screen.shows(/declined/); await sleep(1800);
await type('/diff'); screen.type('\r'); await screen.shows(/Changes since/); await sleep(2000); screen.type('q'); await sleep(500);
await type('/undo'); screen.type('\r'); await screen.shows(/Go back/); await sleep(1200); screen.type('\r'); await screen.shows(/What going back/); await sleep(2000); screen.type('\x1b'); await sleep(800);
clearInterval(camera);
await screen.close();
await model.close();

const begun = frames[0].at, whole = frames.at(-1).at - begun + TAIL;
const percent = (at) => ((at - begun) / whole * 100).toFixed(3);
const rules = frames.map((frame, i) => {
  const from = percent(frame.at), to = i + 1 < frames.length ? percent(frames[i + 1].at) : '100';
  return `@keyframes f${i}{0%{visibility:${i ? 'hidden' : 'visible'}}${from}%{visibility:visible}${to}%{visibility:hidden}}.f${i}{animation:f${i} ${(whole / 1000).toFixed(2)}s step-end infinite}`;
}).join('');
const shown = frames.map((frame, i) => `<g class="f${i}" visibility="hidden">${frame.svg.replaceAll(cwd, '~/project')}</g>`).join('\n');
const [w, h] = [Math.ceil(COLUMNS * WIDTH + 24), ROWS * HEIGHT + 28];
fs.writeFileSync(option('out'), `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" role="img" aria-label="A tour of Pawl's interactive terminal">
<style>text{white-space:pre;font:14px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d7dae0}${rules}</style>
<rect width="${w}" height="${h}" rx="8" fill="#1d1f21"/><g transform="translate(12,8)">
${shown}
</g></svg>
`);
console.log(`${frames.length} frames, ${(whole / 1000).toFixed(1)} s, ${fs.statSync(option('out')).size} bytes`);
process.exit(0);
