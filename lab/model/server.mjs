// The lab's model: a scripted server on a real socket that speaks the Responses API, Chat Completions and Anthropic's
// Messages, with faults. No dependencies.
//
//   node lab/model/server.mjs [--port N] [--log FILE]     prints {"port":N} and runs until SIGTERM
//
// http://127.0.0.1:PORT/NAME/v1/… plays lab/scenarios/NAME.json; `echo` needs no file: the user's words say what it does.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as anthropic from './anthropic.mjs';
import * as chat from './chat.mjs';
import { echo } from './echo.mjs';
import * as responses from './responses.mjs';
import { Scenario } from './scenario.mjs';

const SCENARIOS = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'scenarios');
const DIALECTS = [responses, chat, anthropic];
const CONVERSATION = ['session-id', 'session_id', 'thread-id', 'conversation_id'];
const pause = (ms) => new Promise((later) => setTimeout(later, ms));

export class ModelServer {
  requests = 0;
  #scenarios = new Map([['echo', { respond: echo, served: 0 }]]);
  #listeners = [];
  #names = 0;

  /** Called with each request: {scenario, number, headers, body, bytes, at}. */
  onRequest(listener) { this.#listeners.push(listener); return this; }

  /** Plays this definition under the name. */
  play(name, definition) { this.#scenarios.set(name, new Scenario(definition)); return name; }

  async listen(port = 0) {
    this.server = http.createServer((req, res) => this.#receive(req, res));
    this.server.keepAliveTimeout = 120_000;
    await new Promise((ready) => this.server.listen(port, '127.0.0.1', 4096, ready));
    this.port = this.server.address().port;
    return this;
  }

  url(scenario) { return `http://127.0.0.1:${this.port}/${scenario}/v1`; }

  close() {
    this.server.closeAllConnections();
    return new Promise((done) => this.server.close(done));
  }

  #scenario(name) {
    if (!this.#scenarios.has(name)) {
      const file = path.join(SCENARIOS, `${path.basename(name)}.json`);
      this.play(name, JSON.parse(fs.readFileSync(file, 'utf8')));
    }
    return this.#scenarios.get(name);
  }

  #receive(req, res) {
    const chunks = [];
    req.on('data', (chunk) => chunks.push(chunk));
    for (const side of [req, res]) side.on('error', () => {});
    req.on('end', () => {
      this.#answer(req, res, Buffer.concat(chunks).toString()).catch((error) => {
        if (!res.headersSent) this.#json(res, 500, { error: { message: `the lab's model: ${error.stack}` } });
        else res.destroy();
      });
    });
  }

  #json(res, status, body, headers = {}) {
    res.writeHead(status, { 'content-type': 'application/json', ...headers });
    res.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  async #answer(req, res, raw) {
    const [, name, rest] = /^\/([^/?]+)(\/[^?]*)/.exec(req.url) ?? [];
    if (req.method === 'GET' && rest?.endsWith('/models')) {
      return this.#json(res, 200, { object: 'list', data: [{ id: 'lab-model', object: 'model', created: 0, owned_by: 'lab' }], models: [] });
    }
    const dialect = DIALECTS.find((one) => rest && one.path.test(rest));
    if (req.method !== 'POST' || !dialect) return this.#json(res, 404, { error: { message: `no ${req.method} ${req.url} here` } });
    this.requests++;
    const body = JSON.parse(raw);
    const conversation = CONVERSATION.map((header) => req.headers[header]).find(Boolean) ?? body.prompt_cache_key ?? 'one';
    const session = [...raw.matchAll(/session ID (\d+)/g)].at(-1)?.[1] ?? '0';
    const agents = [...new Set([...raw.matchAll(/\\"agent_id\\":\\"([0-9a-f-]+)/g)].map(([, id]) => id))];
    const request = { ...dialect.read(body), raw, conversation, session, agents };
    const response = this.#scenario(decodeURIComponent(name)).respond(request);
    for (const listener of this.#listeners) {
      listener({ scenario: name, number: request.number, headers: req.headers, path: rest, body, bytes: raw.length, items: request.items, results: request.results, at: Date.now() });
    }
    await this.#send(res, dialect, response, request);
  }

  async #send(res, dialect, response, request) {
    const { fault = {} } = response;
    if (response.wait) await pause(response.wait);
    if (fault.http) return this.#json(res, fault.http.status, fault.http.body ?? { error: { message: fault.http.message ?? 'a fault of the scenario', type: 'lab', code: fault.http.code ?? null } }, fault.http.headers);
    if (fault.reset) return res.socket.destroy();
    const events = dialect.stream(response, request, (++this.#names).toString(36));
    res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    const until = Math.min(fault.cut ?? fault.stall ?? fault.garbage ?? events.length, events.length);
    if (!response.pace && until === events.length && fault.stall === undefined) return res.end(events.join(''));
    const { pace = 0, batch = 1 } = response;
    const begun = performance.now();
    for (let at = 0; at < until; at += batch) {
      if (res.destroyed) return undefined;
      res.write(events.slice(at, Math.min(at + batch, until)).join(''));
      // In step with the clock: timers that are late do not slow it down.
      if (pace) await pause(batch === 1 ? pace : Math.max(0, begun + (at / batch + 1) * pace - performance.now()));
    }
    if (fault.cut !== undefined) {
      await pause(5); // what was written reaches the client first
      return res.socket?.destroy();
    }
    if (fault.stall !== undefined) return undefined;
    if (fault.garbage !== undefined) {
      res.write('event: response.output_item.done\ndata: {"type":"response.output_item.done","item":{\n\n');
      res.write('no colon in this line\n\n: only a comment\n\n');
      for (const event of events.slice(until)) res.write(event);
    }
    return res.end();
  }
}

if (process.argv[1] && fileURLToPath(import.meta.url) === fs.realpathSync(process.argv[1])) {
  const option = (name) => { const at = process.argv.indexOf(name); return at > 0 ? process.argv[at + 1] : undefined; };
  const server = new ModelServer();
  const log = option('--log');
  if (log) server.onRequest((request) => fs.appendFileSync(log, `${JSON.stringify(request)}\n`));
  await server.listen(Number(option('--port') ?? 0));
  process.on('SIGTERM', () => process.exit(0));
  console.log(JSON.stringify({ port: server.port }));
}
