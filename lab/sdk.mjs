// The official TypeScript SDK drives a program in the place of Codex.
//   node lab/sdk.mjs --bin PATH [--only WORDS]
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ModelServer } from './model/server.mjs';
import { LAB, PACKAGES, check, codexBinary, environment, finish, folder, home, mcpTable, option, project, sleep } from './lib/lab.mjs';

const bin = process.argv.includes('--codex') ? codexBinary() : path.resolve(option('bin', path.join(LAB, '..', 'pawl')));
const { Codex } = await import(pathToFileURL(path.join(PACKAGES, 'node_modules/@openai/codex-sdk/dist/index.js')));
let requests = [];
const model = await new ModelServer().onRequest((request) => requests.push(request)).listen();
let scenarios = 0;

/** A thread of a new client; `scenario` is a name, or a definition. */
function open(scenario, { thread = {}, client = {}, settings } = {}) {
  requests = [];
  const name = typeof scenario === 'string' ? scenario : model.play(`own-${++scenarios}`, scenario);
  const dir = home(model.url(name), settings);
  const cwd = project();
  const codex = new Codex({ codexPathOverride: bin, env: environment(dir), ...client });
  const options = { workingDirectory: cwd, skipGitRepoCheck: true, ...thread };
  return { codex, options, dir, cwd, thread: codex.startThread(options) };
}
const say = (...texts) => ({ responses: texts.map((text) => ({ parts: [{ say: text }] })) });
const words = (item) => (item.content ?? []).map((part) => part.text ?? '').join('');
const users = ({ body }) => body.input.filter((item) => item.role === 'user').map(words).filter((text) => !/^\s*<|^# AGENTS/.test(text));
const allText = ({ body }) => JSON.stringify(body.input) + (body.instructions ?? '');
const rejection = async (work) => { try { await work(); } catch (error) { return error; } throw new Error('it was not refused'); };
const collect = async (events) => { const seen = []; for await (const event of events) seen.push(event); return seen; };
const types = (items) => items.map((item) => item.type);
/** Whether a process with this text on its command line runs. */
const runs = (text) => fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).some((pid) => {
  try { return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').includes(text) && Number(pid) !== process.pid; } catch { return false; }
});
async function eventually(what, condition, bound = 5000) {
  for (const end = Date.now() + bound; Date.now() < end; await sleep(50)) if (condition()) return;
  throw new Error(`not so after ${bound} ms: ${what}`);
}

await check('run returns the last message, the items and the usage', async () => {
  const { thread } = open('plain');
  const turn = await thread.run('Say hello');
  assert.equal(turn.finalResponse, 'Hello from the lab.');
  assert.deepEqual(types(turn.items), ['agent_message']);
  assert.equal(turn.usage.input_tokens, 120);
  assert.equal(turn.usage.cached_input_tokens, 60);
  assert.match(thread.id, /^[0-9a-f-]{36}$/);
});
await check('runStreamed gives the events in order', async () => {
  const { thread } = open('plain');
  const seen = await collect((await thread.runStreamed('x')).events);
  assert.deepEqual(types(seen), ['thread.started', 'turn.started', 'item.completed', 'turn.completed']);
  assert.equal(seen[0].thread_id, thread.id);
});
await check('a turn with tools: reasoning, commands and a file change', async () => {
  const { thread, cwd } = open('fix');
  const turn = await thread.run('Fix it');
  assert.deepEqual(types(turn.items), ['reasoning', 'agent_message', 'command_execution', 'file_change', 'command_execution', 'agent_message']);
  assert.match(turn.items[2].aggregated_output, /return a - b/);
  assert.equal(turn.items[2].exit_code, 0);
  assert.deepEqual(turn.items[3].changes.map(({ kind }) => kind), ['update']);
  assert.match(fs.readFileSync(path.join(cwd, 'src/sum.js'), 'utf8'), /a \+ b/);
});
await check('a command that fails is told as failed, and the turn goes on', async () => {
  const turn = await open('fail-then-fix').thread.run('x');
  const [first] = turn.items.filter((item) => item.type === 'command_execution');
  assert.deepEqual([first.status, first.exit_code], ['failed', 1]);
  assert.equal(turn.finalResponse, 'Fixed.');
});
await check('an item begins and is completed under one id', async () => {
  const seen = await collect((await open('fix').thread.runStreamed('x')).events);
  const begun = seen.filter((event) => event.type === 'item.started').map((event) => event.item.id);
  const done = seen.filter((event) => event.type === 'item.completed').map((event) => event.item.id);
  assert.ok(begun.length >= 3 && begun.every((id) => done.includes(id)));
});
await check('a plan does not disturb the turn', async () => {
  const turn = await open('plan').thread.run('x');
  assert.equal(turn.finalResponse, 'Planned and done.');
  assert.equal(requests.length, 4);
});
await check('calls of MCP servers are items', async () => {
  const { thread, dir } = open('mcp');
  fs.appendFileSync(path.join(dir, 'config.toml'), `${mcpTable()}\n`);
  const turn = await thread.run('x');
  const calls = turn.items.filter((item) => item.type === 'mcp_tool_call');
  assert.deepEqual(calls.map(({ server, tool, status }) => [server, tool, status]), [['lab', 'echo', 'completed'], ['lab', 'fail', 'failed']]);
});
await check('a second run goes on in the thread', async () => {
  const { thread } = open(say('first answer', 'second answer'));
  await thread.run('first question');
  const second = await thread.run('second question');
  assert.equal(second.finalResponse, 'second answer');
  assert.deepEqual(users(requests[1]), ['first question', 'second question']);
  assert.ok(requests[1].body.input.some((item) => item.role === 'assistant' && words(item) === 'first answer'));
  assert.equal(requests[1].body.prompt_cache_key, requests[0].body.prompt_cache_key);
  assert.deepEqual(second.items.map(({ id }) => id), ['item_0']);
});
await check('resumeThread of a new client has the history, tool results included', async () => {
  const { thread, dir, options } = open('fix');
  await thread.run('fix it');
  const file = path.join(dir, 'config.toml');
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('/fix/', `/${model.play('resumed', say('went on'))}/`));
  const other = new Codex({ codexPathOverride: bin, env: environment(dir) }).resumeThread(thread.id, options);
  assert.equal((await other.run('go on')).finalResponse, 'went on');
  assert.equal(requests.at(-1).body.input.filter((item) => /_output$/.test(item.type)).length, 3);
  assert.equal(other.id, thread.id);
});
await check('an unknown thread cannot be resumed, and the model is not asked', async () => {
  const { codex, options } = open('plain');
  const error = await rejection(() => codex.resumeThread('01a1e0b1-0000-7000-8000-000000000000', options).run('x'));
  assert.match(error.message, /exited with code 1/);
  assert.equal(requests.length, 0);
});
await check('outputSchema reaches the request, and the answer has the form', async () => {
  const schema = { type: 'object', properties: { answer: { type: 'string' }, sure: { type: 'number' } }, required: ['answer', 'sure'], additionalProperties: false };
  const turn = await open('schema').thread.run('x', { outputSchema: schema });
  assert.deepEqual(JSON.parse(turn.finalResponse), { answer: '42', sure: 0.9 });
  const { format } = requests[0].body.text;
  assert.deepEqual([format.type, format.strict, format.schema], ['json_schema', true, schema]);
});
await check('a signal that is aborted already refuses the run', async () => {
  const aborted = AbortSignal.abort();
  assert.equal((await rejection(() => open('plain').thread.run('x', { signal: aborted }))).name, 'AbortError');
});
await check('abort in the stream: the process is gone and the thread can go on', async () => {
  const { thread, cwd } = open({ responses: [{ parts: [{ say: 'slow ', times: 200 }], pace: 100 }, { parts: [{ say: 'after the abort' }] }] });
  const abort = new AbortController();
  const { events } = await thread.runStreamed('to be aborted', { signal: abort.signal });
  const error = await rejection(async () => {
    for await (const event of events) {
      if (event.type !== 'turn.started') continue;
      await eventually('the model is asked', () => requests.length === 1);
      abort.abort();
    }
  });
  assert.equal(error.name, 'AbortError');
  await eventually('the process is gone', () => !runs(cwd));
  assert.equal((await thread.run('go on')).finalResponse, 'after the abort');
  assert.equal(users(requests.at(-1)).at(-1), 'go on');
});
await check('abort in a command: the command is gone too', async () => {
  const mark = `31.${Date.now() % 1e6}`;
  const { thread, cwd } = open({ choose: 'results', responses: [{ parts: [{ run: `echo begun; sleep ${mark}` }] }, { parts: [{ say: 'x' }] }] });
  const abort = new AbortController();
  const { events } = await thread.runStreamed('x', { signal: abort.signal });
  const error = await rejection(async () => {
    for await (const event of events) {
      if (event.type !== 'item.started') continue;
      await eventually('the command runs', () => runs(`sleep ${mark}`));
      abort.abort();
    }
  });
  assert.equal(error.name, 'AbortError');
  await eventually('both are gone', () => !runs(cwd) && !runs(`sleep ${mark}`));
});
await check('a failed turn: run rejects with the words', async () => {
  assert.equal((await rejection(() => open('quota').thread.run('x'))).message, 'Quota exceeded. Check your plan and billing details.');
});
await check('a failed turn in a stream: error, turn.failed, exit code 1', async () => {
  const seen = [];
  const error = await rejection(async () => { for await (const event of (await open('overflow-first').thread.runStreamed('x')).events) seen.push(event.type); });
  assert.deepEqual(seen, ['thread.started', 'turn.started', 'error', 'turn.failed']);
  assert.match(error.message, /exited with code 1/);
});
await check('a wrong key fails within the SDK\'s patience', async () => {
  const begun = Date.now();
  await rejection(() => open('http-401').thread.run('x'));
  assert.ok(Date.now() - begun < 10_000);
});
await check('a stream that breaks is asked for again, unseen', async () => {
  assert.equal((await open('cut').thread.run('x')).finalResponse, 'The second try is whole.');
  assert.equal(requests.length, 2);
});
await check('a command is not run again because the stream broke after it', async () => {
  const { thread, cwd } = open('cut-after-call');
  assert.equal((await thread.run('x')).finalResponse, 'Ran once.');
  assert.equal(fs.readFileSync(path.join(cwd, 'ran.txt'), 'utf8'), 'once\n');
});
await check('Retry-After is waited for', async () => {
  assert.equal((await open('http-429').thread.run('x')).finalResponse, 'After the limit.');
  assert.ok(requests[1].at - requests[0].at >= 1900);
});
await check('a picture becomes a data URL', async () => {
  const { thread, cwd } = open('plain');
  const file = path.join(cwd, 'square.png');
  fs.writeFileSync(file, Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEUlEQVR4nGP4z8DwnwGMgRQAH+4D/dJQfRoAAAAASUVORK5CYII=', 'base64'));
  await thread.run([{ type: 'text', text: 'look' }, { type: 'local_image', path: file }]);
  const { content } = requests[0].body.input.at(-1);
  assert.match(content.find((part) => part.type === 'input_image').image_url, /^data:image\/png;base64,/);
});
await check('parts of a text are joined by a blank line', async () => {
  await open('plain').thread.run([{ type: 'text', text: 'A' }, { type: 'text', text: 'B' }]);
  assert.equal(users(requests[0]).at(-1), 'A\n\nB');
});
await check('model and effort reach the request', async () => {
  await open('plain', { thread: { model: 'gpt-5.5', modelReasoningEffort: 'high' } }).thread.run('x');
  assert.deepEqual([requests[0].body.model, requests[0].body.reasoning?.effort], ['gpt-5.5', 'high']);
});
await check('a sandbox mode is said to the model', async () => {
  await open('plain', { thread: { sandboxMode: 'read-only' } }).thread.run('x');
  assert.ok(allText(requests[0]).includes('read-only'));
});
await check('the working folder is that of commands and is said to the model', async () => {
  const { thread, cwd } = open({ choose: 'results', responses: [{ parts: [{ run: 'pwd' }] }, { parts: [{ say: 'ok' }] }] });
  assert.equal((await thread.run('x')).items[0].aggregated_output.trim(), cwd);
  assert.ok(allText(requests[0]).includes(cwd));
});
await check('outside of git it is refused without a word to the model', async () => {
  const error = await rejection(() => open('plain', { thread: { skipGitRepoCheck: false } }).thread.run('x'));
  assert.match(error.message, /skip-git-repo-check/);
  assert.equal(requests.length, 0);
});
await check('the originator is the SDK', async () => {
  await open('plain').thread.run('x');
  assert.equal(requests[0].headers.originator, 'codex_sdk_ts');
});
await check('apiKey and baseUrl: the key is sent there', async () => {
  requests = [];
  const dir = folder('home');
  fs.writeFileSync(path.join(dir, 'config.toml'), '[analytics]\nenabled = false\n');
  const codex = new Codex({ codexPathOverride: bin, env: environment(dir), apiKey: 'sk-lab-123', baseUrl: model.url('plain') });
  const turn = await codex.startThread({ workingDirectory: project(), skipGitRepoCheck: true, model: 'gpt-5.5' }).run('x');
  assert.equal(turn.finalResponse, 'Hello from the lab.');
  assert.equal(requests[0].headers.authorization, 'Bearer sk-lab-123');
});
await check('settings of the client win', async () => {
  await open('plain', { client: { config: { model_reasoning_effort: 'low', developer_instructions: 'MARK 77' } } }).thread.run('x');
  assert.ok(allText(requests[0]).includes('MARK 77'));
  assert.equal(requests[0].body.reasoning?.effort, 'low');
});
await check('a megabyte of output: whole for the client, cut for the model', async () => {
  const turn = await open('huge-output').thread.run('x');
  assert.ok(turn.items[0].aggregated_output.length > 1_000_000);
  assert.ok(requests[1].bytes < 150_000);
});
await check('bad arguments and unknown tools are answered', async () => {
  assert.equal((await open('bad-arguments').thread.run('x')).finalResponse, 'Neither worked.');
  assert.equal(requests.at(-1).results, 2);
  assert.equal((await open('unknown-tool').thread.run('x')).finalResponse, 'There is no such tool.');
});
await check('parallel calls run side by side, and keep their order', async () => {
  await open('parallel').thread.run('x');
  assert.ok(requests[1].at - requests[0].at < 2600);
  assert.deepEqual(types(requests[1].body.input.slice(-6)), ['function_call', 'function_call', 'function_call', 'function_call_output', 'function_call_output', 'function_call_output']);
});
await check('eight threads of one client at once', async () => {
  const { codex, options } = open('fix');
  const turns = await Promise.all(Array.from({ length: 8 }, () => codex.startThread({ ...options, workingDirectory: project() }).run('x')));
  assert.ok(turns.every((turn) => turn.finalResponse === 'The bug is fixed and the test passes.'));
});
await check('a hundred steps', async () => {
  const turn = await open('steps-100').thread.run('x');
  assert.deepEqual([turn.finalResponse, turn.items.length, requests.length], ['100 steps.', 101, 101]);
});
await check('the session file has the thread\'s id', async () => {
  const { thread, dir } = open('plain');
  await thread.run('x');
  assert.ok(fs.readdirSync(path.join(dir, 'sessions'), { recursive: true }).some((file) => file.includes(thread.id)));
});
await model.close();
finish();
