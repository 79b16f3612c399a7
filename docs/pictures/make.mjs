// Pictures of a terminal: node docs/pictures/make.mjs NAME COLUMNS dark|light < `tmux capture-pane -p -e`
// Writes docs/pictures/NAME.svg: text stays text, colours are the sixteen of a common palette and xterm's 256.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [name, columns, theme] = process.argv.slice(2);
const DARK = { back: '#16181d', text: '#d7dae0', sixteen: ['#3b4048', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#d7dae0'] };
const LIGHT = { back: '#ffffff', text: '#24292f', sixteen: ['#24292f', '#cf222e', '#116329', '#7d4e00', '#0969da', '#8250df', '#1b7c83', '#6e7781'] };
const palette = theme === 'light' ? LIGHT : DARK;
const CELL = 8.4;
const ROW = 19;

const level = (n) => (n === 0 ? 0 : 55 + 40 * n);
function indexed(n) {
  if (n < 8) return palette.sixteen[n];
  if (n < 16) return palette.sixteen[n - 8];
  if (n >= 232) return `rgb(${Array(3).fill(8 + 10 * (n - 232))})`;
  const at = n - 16;
  return `rgb(${[Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].map(level)})`;
}

function apply(style, codes) {
  const next = { ...style };
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i];
    if (code === 0) { for (const key of Object.keys(next)) delete next[key]; }
    else if (code === 1) next.bold = true;
    else if (code === 2) next.faint = true;
    else if (code === 3) next.italic = true;
    else if (code === 4) next.line = true;
    else if (code === 22) { delete next.bold; delete next.faint; }
    else if (code >= 30 && code <= 37) next.colour = palette.sixteen[code - 30];
    else if (code === 39) delete next.colour;
    else if (code === 49) delete next.back;
    else if (code === 38 && codes[i + 1] === 5) { next.colour = indexed(codes[i + 2]); i += 2; }
    else if (code === 48 && codes[i + 1] === 5) { next.back = indexed(codes[i + 2]); i += 2; }
  }
  return next;
}

const escaped = (text) => text.replaceAll(' ', '\u00a0').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const isWide = (c) => /[ᄀ-ᅟ⺀-꓏가-힣豈-﫿︰-﹏＀-｠￠-￦]/u.test(c);
const width = (text) => [...text].reduce((sum, c) => sum + (isWide(c) ? 2 : 1), 0);

const rows = fs.readFileSync(0, 'utf8').replace(/\s+$/, '').split('\n');
const parts = [];
let style = {};
rows.forEach((row, at) => {
  let column = 0;
  const y = 40 + at * ROW;
  for (const piece of row.split(/(\x1b\[[0-9;]*m)/)) {
    const code = /^\x1b\[([0-9;]*)m$/.exec(piece);
    if (code) { style = apply(style, code[1].split(';').map(Number)); continue; }
    if (!piece) continue;
    const x = 16 + column * CELL;
    const cells = width(piece);
    if (style.back) parts.push(`<rect x="${x.toFixed(1)}" y="${y - 14}" width="${(cells * CELL).toFixed(1)}" height="${ROW}" fill="${style.back}"/>`);
    const look = [
      `fill="${style.colour ?? palette.text}"`, style.bold ? 'font-weight="700"' : '', style.italic ? 'font-style="italic"' : '',
      style.faint ? 'opacity="0.62"' : '', style.line ? 'text-decoration="underline"' : '',
    ].filter(Boolean).join(' ');
    if (piece.trim()) parts.push(`<text x="${x.toFixed(1)}" y="${y}" textLength="${(cells * CELL).toFixed(1)}" ${look}>${escaped(piece)}</text>`);
    column += cells;
  }
});
const w = Math.ceil(32 + Number(columns) * CELL);
const h = 40 + rows.length * ROW + 8;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" font-family="ui-monospace,Menlo,Consolas,monospace" font-size="14" xml:space="preserve">
<rect width="${w}" height="${h}" rx="8" fill="${palette.back}"/>
${parts.join('\n')}
</svg>
`;
fs.writeFileSync(path.join(path.dirname(fileURLToPath(import.meta.url)), `${name}.svg`), svg);
