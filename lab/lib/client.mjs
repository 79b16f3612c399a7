// A client of an app-server on stdio. Every message is held against the schema that the real Codex generates.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fromPackages } from './lab.mjs';

const NUMBERS = ['int', 'int8', 'int16', 'int32', 'int64', 'uint', 'uint8', 'uint16', 'uint32', 'uint64', 'float', 'double'];

/** The JSON schemas in a folder that `codex app-server generate-json-schema --out` wrote. */
export class Schemas {
  #validators = new Map(); #responses = new Map();

  constructor(folder) {
    this.folder = folder;
    const Ajv = fromPackages('ajv').default;
    this.ajv = new Ajv({ strict: false });
    fromPackages('ajv-formats').default(this.ajv);
    for (const format of NUMBERS) this.ajv.addFormat(format, true);
    for (const { properties } of this.#read('ClientRequest').oneOf) {
      const params = properties.params?.$ref?.split('/').at(-1);
      if (params) this.#responses.set(properties.method.enum[0], params.replace(/Params$/, 'Response'));
    }
  }

  #read(name) {
    const file = ['', 'v2', 'v1'].map((part) => path.join(this.folder, part, `${name}.json`)).find((one) => fs.existsSync(one));
    return file && JSON.parse(fs.readFileSync(file, 'utf8'));
  }

  /** What is wrong with a value; empty for nothing, undefined when there is no such schema. */
  faults(name, value) {
    if (!this.#validators.has(name)) {
      const schema = this.#read(name);
      if (schema) delete schema.$schema;
      this.#validators.set(name, schema && this.ajv.compile(schema));
    }
    const validate = this.#validators.get(name);
    if (!validate) return undefined;
    return validate(value) ? '' : validate.errors.slice(0, 2).map((fault) => `${fault.instancePath} ${fault.message}`).join('; ');
  }

  response(method) { return this.#responses.get(method); }
}

export class RpcError extends Error {
  constructor({ code, message }) { super(message); this.code = code; }
}

export class AppClient {
  messages = []; faults = []; checked = 0;
  #next = 1; #pending = new Map(); #waiting = new Set(); #answers = [];

  constructor([command, ...args], { env, cwd, schemas }) {
    this.schemas = schemas;
    this.child = spawn(command, args, { env, cwd, stdio: ['pipe', 'pipe', 'ignore'] });
    this.child.stdin.on('error', () => {});
    this.ended = new Promise((resolve) => this.child.on('exit', (code, signal) => {
      for (const { fail } of this.#pending.values()) fail(new Error(`the server ended: ${code ?? signal}`));
      resolve(code);
    }));
    let rest = Buffer.alloc(0);
    this.child.stdout.on('data', (chunk) => {
      let from = 0;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        this.#receive(Buffer.concat([rest, chunk.subarray(from, at)]).toString());
        rest = Buffer.alloc(0);
        from = at + 1;
      }
      rest = Buffer.concat([rest, chunk.subarray(from)]);
    });
  }

  #hold(kind, name, value) {
    const faults = name && this.schemas?.faults(name, value);
    if (faults === undefined || faults === null) return;
    this.checked++;
    if (faults) this.faults.push(`${kind}: ${faults}`);
  }

  #receive(line) {
    if (!line) return;
    const message = JSON.parse(line);
    if (message.method === undefined) return this.#reply(message);
    this.#hold(message.method, message.id === undefined ? 'ServerNotification' : 'ServerRequest', message);
    if (this.keep !== false) this.messages.push(message);
    this.onMessage?.(message);
    if (message.id !== undefined) {
      const answer = this.#answers.map((one) => one(message)).find((one) => one !== undefined);
      if (answer !== undefined) this.send({ id: message.id, result: answer });
    }
    for (const waiting of [...this.#waiting]) waiting(message);
    return undefined;
  }

  #reply({ id, result, error }) {
    const asked = this.#pending.get(id);
    if (!asked) return;
    this.#pending.delete(id);
    if (error) return asked.fail(new RpcError(error));
    this.#hold(asked.method, this.schemas?.response(asked.method), result);
    asked.done(result);
  }

  send(message) { this.child.stdin.write(`${JSON.stringify(message)}\n`); }

  call(method, params) {
    const id = this.#next++;
    return new Promise((done, fail) => {
      this.#pending.set(id, { method, done, fail });
      this.send({ id, method, ...(params === undefined ? {} : { params }) });
    });
  }

  /** Answers requests of the server: a function of the message that returns a result, or nothing. */
  answer(how) { this.#answers.push(how); }

  /** The first message that fits, seen already or to come. */
  wait(fits, bound = 20_000) {
    const seen = this.messages.find(fits);
    if (seen) return Promise.resolve(seen);
    return new Promise((resolve, reject) => {
      const alarm = setTimeout(() => { this.#waiting.delete(look); reject(new Error(`no message fits ${fits}`)); }, bound);
      const look = (message) => {
        if (!fits(message)) return;
        clearTimeout(alarm);
        this.#waiting.delete(look);
        resolve(message);
      };
      this.#waiting.add(look);
    });
  }

  async initialize(capabilities) {
    const info = { name: 'lab', title: 'The lab', version: '1.0.0' };
    const result = await this.call('initialize', { clientInfo: info, ...(capabilities ? { capabilities } : {}) });
    this.send({ method: 'initialized' });
    return result;
  }

  async thread(params) { return (await this.call('thread/start', params)).thread; }

  async turn(threadId, text, more = {}) {
    return (await this.call('turn/start', { threadId, input: [{ type: 'text', text }], ...more })).turn;
  }

  /** The end of a turn. */
  async over(threadId, turnId, bound = 60_000) {
    const fits = ({ method, params }) => method === 'turn/completed' && params.threadId === threadId && (!turnId || params.turn.id === turnId);
    return (await this.wait(fits, bound)).params.turn;
  }

  async run(threadId, text, more) { return this.over(threadId, (await this.turn(threadId, text, more)).id); }

  of(method) { return this.messages.filter((message) => message.method === method).map(({ params }) => params); }

  items() { return this.of('item/completed').map(({ item }) => item); }

  async close() {
    this.child.stdin.end();
    const late = setTimeout(() => this.child.kill('SIGKILL'), 5000);
    const code = await this.ended;
    clearTimeout(late);
    return code;
  }
}
