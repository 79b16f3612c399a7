// What is left of the scrollback when the window's size changes: a program prints 80 different lines below 400 lines of the shell's.
import { Pane, child, pause } from './pane.mjs';

export const LINES = 80, HISTORY = 400;
export const SIZES = [[118, 40], [108, 40], [90, 40], [128, 40], [128, 30], [128, 24], [128, 50], [128, 36]];

/** How often the lines, the shell's lines and the text field are there. */
export function count(text) {
  const lines = text.match(/unique line \d+/g) ?? [];
  return { lines: lines.length, different: new Set(lines).size, history: (text.match(/^history-\d+\s*$/gm) ?? []).length, fields: text.split('› TYPED').length - 1 };
}

/** A shell with its history, ready to start the program. */
export async function shell(folder, name, options) {
  const pane = new Pane(folder, name, { columns: 134, rows: 40, ...options });
  await pane.shows('$');
  pane.keys(`for i in $(seq ${HISTORY}); do echo history-$i; done`, 'Enter');
  await pane.shows(`history-${HISTORY}`);
  return pane;
}

/** Counts after each size, after `kill -9`. */
export async function census(folder, command, { env, cwd }, ready) {
  const pane = await shell(folder, 'census', { cwd, env });
  pane.keys(command.join(' '), 'Enter');
  await pane.shows(ready);
  await pause(1000);
  pane.type(`lines ${LINES}`);
  await pane.shows(`lines ${LINES}`);
  await pause(500);
  pane.keys('Enter');
  await pane.shows(`unique line 0${LINES - 1}`, ready);
  await pause(1000);
  const steps = [{ size: '134x40', ...count(pane.everything()) }];
  for (const [columns, rows] of SIZES) {
    pane.resize(columns, rows);
    await pause(1500);
    steps.push({ size: `${columns}x${rows}`, ...count(pane.everything()) });
  }
  const pid = child(pane.pid(), /./);
  if (pid) process.kill(pid, 'SIGKILL');
  await pause(1500);
  steps.push({ size: 'kill -9', ...count(pane.everything()) });
  pane.close();
  return steps;
}
