// A shell in a tmux of its own, typed at as a person would.
import fs from 'node:fs';
import path from 'node:path';
import { execFileSync } from 'node:child_process';

const PATIENCE = 15000;
export const pause = (millis) => new Promise((later) => setTimeout(later, millis));

export class Pane {
  #socket; #folder;

  constructor(folder, name, { columns = 80, rows = 24, env = {}, cwd }) {
    this.#folder = folder;
    this.#socket = path.join(folder, `${name}.tmux`);
    this.log = path.join(folder, `${name}.bytes`);
    const settings = Object.entries({ TERM: 'tmux-256color', HISTFILE: '/dev/null', ...env }).flatMap(([key, value]) => ['-e', `${key}=${value}`]);
    this.tmux('-f', '/dev/null', 'new-session', '-d', '-s', 'pane', '-x', String(columns), '-y', String(rows), '-c', cwd, ...settings, `env PS1='$ ' bash --norc --noprofile`);
    this.tmux('set', '-g', 'history-limit', '20000');
    fs.writeFileSync(this.log, '');
    this.tmux('pipe-pane', '-t', 'pane', `cat >> '${this.log}'`);
  }

  tmux(...words) {
    return execFileSync('tmux', ['-S', this.#socket, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28 });
  }

  /** What is on the screen, without blank rows at its end. */
  screen(...words) { return this.tmux('capture-pane', '-p', '-t', 'pane', ...words).replace(/\s+$/, ''); }

  /** All that was written, each line whole. */
  everything() { return this.screen('-J', '-S', '-', '-E', '-'); }

  keys(...names) { this.tmux('send-keys', '-t', 'pane', ...names); }

  type(text) { this.tmux('send-keys', '-t', 'pane', '-l', text); }

  /** Bytes as they are, in hexadecimal. */
  bytesIn(...bytes) { this.tmux('send-keys', '-H', '-t', 'pane', ...bytes); }

  async say(text) {
    this.type(text);
    const bare = (words) => words.replace(/\s/g, '');
    await this.until((screen) => bare(screen).includes(bare(text).slice(-20)));
    this.keys('Enter');
  }

  /** As the terminal pastes: in brackets when the program asked for them. */
  paste(text) {
    const file = path.join(this.#folder, 'paste');
    fs.writeFileSync(file, text);
    this.tmux('load-buffer', file);
    this.tmux('paste-buffer', '-p', '-t', 'pane');
  }

  resize(columns, rows) { this.tmux('resize-window', '-t', 'pane', '-x', String(columns), '-y', String(rows)); }

  pid() { return Number(this.tmux('display', '-p', '-t', 'pane', '#{pane_pid}')); }

  cursor() { return this.tmux('display', '-p', '-t', 'pane', '#{cursor_x},#{cursor_y}').trim().split(',').map(Number); }

  bytes() { return fs.readFileSync(this.log, 'latin1'); }

  /** Waits until the screen has all of this; returns it, or nothing after a while. */
  async shows(...wanted) { return this.until((screen) => wanted.every((one) => (one instanceof RegExp ? one.test(screen) : screen.includes(one)))); }

  async until(holds, patience = PATIENCE) {
    for (const since = Date.now(); Date.now() - since < patience; await pause(50)) {
      const screen = this.screen();
      if (holds(screen)) return screen;
    }
    console.log(this.screen().replace(/\n\s*\n+/g, '\n\n'));
    return '';
  }

  close() { try { this.tmux('kill-server'); } catch { /* it has ended */ } }
}

/** Whether a process of this command line runs below a shell; its id. */
export function child(pid, pattern) {
  const all = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).split('\n').slice(1)
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line)).filter(Boolean)
    .map(([, id, parent, args]) => ({ id: Number(id), parent: Number(parent), args }));
  const below = [pid];
  for (const parent of below) for (const one of all) if (one.parent === parent) below.push(one.id);
  return below.slice(1).map((id) => all.find((one) => one.id === id)).find((one) => pattern.test(one.args))?.id;
}
