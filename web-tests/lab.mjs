// What a turn in the browser needs: the lab's model, a home, a folder to work in, and `pawl serve`.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { home } from '../checks/client-lab.mjs';
import { ModelServer } from '../lab/model/server.mjs';

const PATIENCE = 20_000;
const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Waits for something outside the page. @param {string} what @param {() => any} see */
export async function until(what, see) {
  for (const end = Date.now() + PATIENCE; Date.now() < end;) {
    if (await see()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`not in time: ${what}`);
}

/** Starts the server; its first line says where it is. @param {string} place @param {string} work @param {number} port */
async function startServer(place, work, port) {
  const child = spawn(path.join(ROOT, 'pawl'), ['serve', '--json', '--listen', `127.0.0.1:${port}`],
    { cwd: work, env: { ...process.env, PAWL_HOME: place, CODEX_HOME: '' }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (bytes) => { said += bytes; if (process.env.PAGE_DEBUG) process.stderr.write(bytes); });
  const line = await new Promise((resolve, reject) => {
    readline.createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`pawl serve ended (${code}):\n${said}`)));
  });
  return { child, ...JSON.parse(line) };
}

/** Each scenario is a provider of its name. @param {{scenarios?: Record<string, any>, config?: string}} [how] */
export async function startLab({ scenarios = {}, config = '' } = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-page-'));
  /** What the model was asked. @type {any[]} */
  const requests = [];
  const model = await new ModelServer().onRequest((request) => requests.push(request.body)).listen();
  const place = home(folder, model.port);
  for (const [name, scenario] of Object.entries(scenarios)) {
    model.play(name, scenario);
    config += `[model_providers.${name}]\nname = "${name}"\nwire_api = "responses"\nbase_url = "${model.url(name)}"\n`;
  }
  fs.appendFileSync(path.join(place, 'config.toml'), config);
  const work = path.join(folder, 'work');
  fs.mkdirSync(work);
  let server = await startServer(place, work, 0);
  const port = Number(new URL(server.url).port);
  let login = server.login;
  /** The cookie of the first sign-in, for all tabs: the link works once. @type {any[]|null} */
  let cookies = null;
  return {
    folder, work, requests, home: place,
    url: () => server.url,
    /** One request, as a program with the token makes it. @param {string} method @param {any} [params] */
    async rpc(method, params = {}) {
      const response = await fetch(server.url + 'api/rpc', { method: 'POST', headers: { 'content-type': 'application/json', authorization: `Bearer ${server.token}` }, body: JSON.stringify({ id: 1, method, params }) });
      const reply = await response.json();
      if (reply.error) throw new Error(`${method}: ${reply.error.message}`);
      return reply.result;
    },
    /** @param {any} page */
    async signIn(page) {
      if (cookies) { await page.context().addCookies(cookies); return; }
      await page.goto(login);
      cookies = await page.context().cookies();
    },
    /** As a network that carries nothing: the server is there and says nothing. */
    cut: () => server.child.kill('SIGSTOP'),
    heal: () => server.child.kill('SIGCONT'),
    async kill() {
      const gone = new Promise((resolve) => server.child.once('exit', resolve));
      server.child.kill('SIGKILL');
      await gone;
    },
    async restart() {
      server = await startServer(place, work, port);
      login = server.login;
    },
    async end() {
      const gone = new Promise((resolve) => server.child.once('exit', resolve));
      server.child.kill('SIGTERM');
      await gone;
      await model.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lab = await startLab();
  console.log(`${lab.url()}  (folder ${lab.work}; Ctrl-C ends)`);
  process.on('SIGINT', () => { lab.end().then(() => process.exit(0)); });
}
