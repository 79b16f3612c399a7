// @ts-check
// Output of commands: colours (SGR) become classes, other control sequences are left out, a carriage return overwrites its line.

const COLOURS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

/**
 * @typedef {{fg: string, bg: string, bold: boolean, dim: boolean, italic: boolean, underline: boolean, inverse: boolean, strike: boolean}} Style
 * @typedef {{text: string, style: Style}} Run
 */

/** @type {Style} */
const PLAIN = Object.freeze({ fg: '', bg: '', bold: false, dim: false, italic: false, underline: false, inverse: false, strike: false });

/** One of 256 colours: a name for the first 16, else `#rrggbb`. @param {number} n */
export function colour256(n) {
  if (!(n >= 0 && n <= 255)) return '';
  if (n < 8) return COLOURS[n];
  if (n < 16) return 'bright-' + COLOURS[n - 8];
  const hex = (/** @type {number} */ v) => v.toString(16).padStart(2, '0');
  if (n >= 232) return '#' + hex(8 + (n - 232) * 10).repeat(3);
  const steps = [0, 95, 135, 175, 215, 255];
  const at = n - 16;
  return '#' + hex(steps[Math.floor(at / 36)]) + hex(steps[Math.floor(at / 6) % 6]) + hex(steps[at % 6]);
}

/** 38 and 48: `5;n` or `2;r;g;b`. @param {number[]} codes @param {number} at @returns {[string, number]} the colour and how many codes it took */
function extended(codes, at) {
  if (codes[at] === 5) return [colour256(codes[at + 1] ?? 0), 2];
  if (codes[at] === 2) {
    const rgb = [1, 2, 3].map((i) => Math.min(255, Math.max(0, codes[at + i] || 0)));
    return ['#' + rgb.map((v) => v.toString(16).padStart(2, '0')).join(''), 4];
  }
  return ['', 1];
}

/** @type {Record<number, Partial<Style>>} */
const SWITCHES = {
  1: { bold: true }, 2: { dim: true }, 3: { italic: true }, 4: { underline: true }, 7: { inverse: true }, 9: { strike: true },
  22: { bold: false, dim: false }, 23: { italic: false }, 24: { underline: false }, 27: { inverse: false }, 29: { strike: false },
  39: { fg: '' }, 49: { bg: '' },
};

/** @param {Style} style @param {string} params @returns {Style} */
export function sgr(style, params) {
  const codes = params.split(/[;:]/).map((code) => Number(code || 0));
  let now = { ...style };
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i];
    if (code === 0) now = { ...PLAIN };
    else if (SWITCHES[code]) Object.assign(now, SWITCHES[code]);
    else if (code >= 30 && code <= 37) now.fg = COLOURS[code - 30];
    else if (code >= 40 && code <= 47) now.bg = COLOURS[code - 40];
    else if (code >= 90 && code <= 97) now.fg = 'bright-' + COLOURS[code - 90];
    else if (code >= 100 && code <= 107) now.bg = 'bright-' + COLOURS[code - 100];
    else if (code === 38 || code === 48) {
      const [colour, taken] = extended(codes, i + 1);
      now[code === 38 ? 'fg' : 'bg'] = colour;
      i += taken;
    }
  }
  return now;
}

// CSI (colours and the rest), OSC and other strings, two-byte escapes, line ends, other controls.
// eslint-disable-next-line no-control-regex
const PIECES = /\x1b\[([0-?]*)[ -/]*([@-~])|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\|$)|\x1b[ -/]*[0-~]?|\r\n|[\r\n\b\t]|[\x00-\x08\x0b-\x1f\x7f\x80-\x9f]/g;

/** A line being written: cells are overwritten after a carriage return. */
class Line {
  /** @type {Run[]} */
  runs = [];
  /** Set by a carriage return: what follows replaces the line. */
  restart = false;

  /** @param {string} text @param {Style} style */
  write(text, style) {
    if (!text) return;
    if (this.restart) { this.runs = []; this.restart = false; }
    const last = this.runs.at(-1);
    if (last && last.style === style) last.text += text;
    else this.runs.push({ text, style });
  }

  back() {
    const last = this.runs.at(-1);
    if (!last) return;
    last.text = last.text.slice(0, -1);
    if (!last.text) this.runs.pop();
  }
}

/** The lines of an output, each a list of runs. @param {string} text @returns {Run[][]} */
export function lines(text) {
  const done = [];
  let line = new Line();
  let style = PLAIN;
  let from = 0;
  for (const found of text.matchAll(PIECES)) {
    line.write(text.slice(from, found.index), style);
    from = found.index + found[0].length;
    const piece = found[0];
    if (piece === '\n' || piece === '\r\n') { done.push(line.runs); line = new Line(); }
    else if (piece === '\r') line.restart = true;
    else if (piece === '\b') line.back();
    else if (piece === '\t') line.write('\t', style);
    else if (found[2] === 'm') style = sgr(style, found[1]);
    else if (found[2] === 'K' && line.restart) { line.runs = []; line.restart = false; }
  }
  line.write(text.slice(from), style);
  if (line.runs.length) done.push(line.runs);
  return done;
}

/** Without colours, for copying. @param {string} text */
export const plain = (text) => lines(text).map((runs) => runs.map((run) => run.text).join('')).join('\n');

/** The classes and the inline colours of a run. @param {Style} style */
export function look(style) {
  const { fg, bg } = style.inverse ? { fg: style.bg || 'inverse', bg: style.fg || 'inverse' } : style;
  const classes = [];
  for (const name of /** @type {const} */ (['bold', 'dim', 'italic', 'underline', 'strike'])) if (style[name]) classes.push('a-' + name);
  if (fg && !fg.startsWith('#')) classes.push('a-' + fg);
  if (bg && !bg.startsWith('#')) classes.push('a-on-' + bg);
  /** @type {Record<string, string>} */
  const css = {};
  if (fg.startsWith('#')) css.color = fg;
  if (bg.startsWith('#')) css.backgroundColor = bg;
  return { class: classes.join(' '), style: css };
}
