// What the checks with clients of others share: a model server, a home that uses it, and looks that are counted.
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export async function startModel() {
  const script = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'lab', 'model', 'server.mjs');
  const server = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise((resolve) => readline.createInterface({ input: server.stdout }).once('line', resolve));
  return { port: JSON.parse(line).port, end: () => server.kill('SIGTERM') };
}

export function home(folder, port) {
  const place = path.join(folder, 'home');
  fs.mkdirSync(place);
  fs.writeFileSync(path.join(place, 'config.toml'), [
    'model = "gpt-5.5"', 'model_provider = "fake"', 'approval_policy = "on-request"', 'sandbox_mode = "workspace-write"',
    '[model_providers.fake]', 'name = "Fake"', 'wire_api = "responses"', `base_url = "http://127.0.0.1:${port}/echo/v1"`, ''].join('\n'));
  return place;
}

const PATIENCE = 15000;
export function bound(promise, what) {
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error(`no answer to ${what}`)), PATIENCE); });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

let passed = 0, failed = 0;
export async function look(name, see) {
  let why = '';
  const begun = performance.now();
  try { if (!await see()) why = 'it is otherwise'; } catch (error) { why = error?.message ?? JSON.stringify(error); }
  if (why) { failed++; console.log(`FAIL ${name}: ${why}`); } else { passed++; console.log(`ok   ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`); }
}
export const sum = () => ({ failed, line: `${passed} passed, ${failed} failed` });
