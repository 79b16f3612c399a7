// A program in a terminal of its own: util-linux `script` holds the real terminal, VS Code's emulator answers it and keeps the screen.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { sleep } from './lab.mjs';

export class ScreenProgram {
  #child; #terminal; #closed = false;
  /** What was written: [milliseconds, bytes]. */
  chunks = [];

  constructor(Terminal, command, { columns = 120, rows = 40, env, cwd }) {
    const quoted = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
    this.#terminal = new Terminal({ cols: columns, rows, scrollback: 20000, allowProposedApi: true });
    this.begun = performance.now();
    this.#child = spawn('script', ['-qfec', `stty rows ${rows} cols ${columns}; exec ${quoted}`, '/dev/null'], { env: { ...env, SHELL: '/bin/sh' }, cwd });
    this.#terminal.onData((answer) => this.type(answer));
    this.#child.stdout.on('data', (bytes) => {
      this.chunks.push([performance.now(), bytes]);
      this.#terminal.write(bytes);
    });
    this.#child.stdin.on('error', () => {});
    this.#child.on('exit', () => { this.#closed = true; });
  }

  type(text) { if (!this.#closed) this.#child.stdin.write(text); }

  get terminal() { return this.#terminal; }

  get text() {
    const { active } = this.#terminal.buffer;
    const lines = [];
    for (let y = active.baseY; y < active.baseY + this.#terminal.rows; y++) lines.push(active.getLine(y)?.translateToString(true) ?? '');
    return lines.join('\n');
  }

  /** Waits until the screen shows this; milliseconds since the start. */
  async shows(pattern, patience = 30_000) {
    for (const since = performance.now(); performance.now() - since < patience; await sleep(2)) {
      if (pattern.test(this.text)) return performance.now() - this.begun;
    }
    throw new Error(`the screen never showed ${pattern}:\n${this.text.replace(/\n\s*\n+/g, '\n')}`);
  }

  /** The processes of the program itself. */
  pids() {
    const parents = new Map();
    for (const name of fs.readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      try {
        const stat = fs.readFileSync(`/proc/${name}/stat`, 'utf8');
        parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
      } catch { /* it has ended */ }
    }
    const found = [this.#child.pid];
    for (const parent of found) for (const [pid, its] of parents) if (its === parent) found.push(pid);
    return found.slice(1);
  }

  /** Resident memory in MB. */
  resident() {
    return this.pids().reduce((sum, pid) => sum + Number(/^VmRSS:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024, 0);
  }

  /** CPU time so far in milliseconds. */
  cpu() {
    return this.pids().reduce((sum, pid) => {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return sum + (Number(fields[11]) + Number(fields[12])) * 10;
    }, 0);
  }

  /** Bytes written since a moment. */
  bytesSince(at) { return this.chunks.filter(([time]) => time >= at).reduce((sum, [, bytes]) => sum + bytes.length, 0); }

  /** The most frames in any second since a moment: both programs put each frame into a synchronised update. */
  framesSince(at) {
    const times = this.chunks.filter(([time]) => time >= at).flatMap(([time, bytes]) => Array(bytes.toString('latin1').split('\x1b[?2026h').length - 1).fill(time));
    return times.reduce((most, time, i) => Math.max(most, times.slice(i).findIndex((other) => other - time >= 1000) < 0
      ? times.length - i : times.slice(i).findIndex((other) => other - time >= 1000)), 0);
  }

  /** Types a character that nothing else writes; milliseconds until the program has drawn it. */
  async keyToPaint(character) {
    const bytes = Buffer.from(character);
    const from = this.chunks.length;
    const at = performance.now();
    this.type(character);
    for (;;) {
      const hit = this.chunks.slice(from).find(([, chunk]) => chunk.includes(bytes));
      if (hit) return hit[0] - at;
      if (performance.now() - at > 5000) throw new Error(`${character} was never drawn`);
      await sleep(1);
    }
  }

  async close() {
    if (this.#closed) return;
    for (const pid of this.pids()) { try { process.kill(pid, 'SIGKILL'); } catch { /* it has ended */ } }
    await new Promise((done) => { this.#child.once('exit', done); this.#child.kill('SIGKILL'); });
  }
}
