// Conversations with an app-server, every message held against the schema of the real Codex.
//   node lab/appserver.mjs [--schema FOLDER] [--only WORDS] -- COMMAND WORD…     a program, with its `app-server`
//   node lab/appserver.mjs                                                       the real Codex
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ModelServer } from './model/server.mjs';
import { AppClient, Schemas } from './lib/client.mjs';
import { check, codexBinary, environment, finish, folder, home, mcpTable, option, project, sleep, unpaired } from './lib/lab.mjs';

const given = process.argv.includes('--') ? process.argv.slice(process.argv.indexOf('--') + 1) : [codexBinary(), 'app-server'];
const command = [path.resolve(given[0]), ...given.slice(1)];
const schemaFolder = option('schema') ?? folder('schema');
if (!option('schema')) execFileSync(codexBinary(), ['app-server', 'generate-json-schema', '--out', schemaFolder], { env: environment(folder('home')) });
const schemas = new Schemas(schemaFolder);

let requests = [];
const model = await new ModelServer().onRequest((request) => requests.push(request)).listen();
let scenarios = 0;
let checked = 0;
const UNKNOWN = '01a1e0b1-0000-7000-8000-000000000000';
const FREE = { approvalPolicy: 'untrusted', sandbox: 'danger-full-access' };

/** A conversation: its servers are ended after it, and no message may break the schema. */
async function converse(name, talk) {
  await check(name, async () => {
    requests = [];
    const clients = [];
    const open = async (scenario, { settings, dir, cwd = project(), initialize = true } = {}) => {
      const played = typeof scenario === 'string' ? scenario : model.play(`own-${++scenarios}`, scenario);
      const place = dir ?? home(model.url(played), settings);
      const client = new AppClient(command, { env: environment(place), cwd, schemas });
      clients.push(client);
      if (initialize) await client.initialize();
      return { client, dir: place, cwd, scenario: played };
    };
    try { await talk(open); } finally { await Promise.all(clients.map((client) => client.close())); }
    for (const client of clients) {
      assert.deepEqual(client.faults, [], 'messages break the schema');
      checked += client.checked;
    }
  });
}
const refusal = async (work) => { try { await work; } catch (error) { return error; } throw new Error('it was not refused'); };
const words = (item) => (item.content ?? []).map((part) => part.text ?? '').join('');
const users = ({ body }) => body.input.filter((item) => item.role === 'user').map(words).filter((text) => !/^\s*<|^# AGENTS/.test(text));
const input = (text) => [{ type: 'text', text }];
const run = (cmd, more = {}) => ({ parts: [{ run: cmd, ...more }] });
const say = (text) => ({ parts: [{ say: text }] });
const steps = (...responses) => ({ choose: 'results', responses });
const order = (...responses) => ({ responses });
const sessions = (dir, place = 'sessions') => {
  const root = path.join(dir, place);
  return fs.existsSync(root) ? fs.readdirSync(root, { recursive: true }).filter((file) => file.endsWith('.jsonl')) : [];
};
const commandBegun = ({ method, params }) => method === 'item/started' && params.item.type === 'commandExecution';
const point = (dir, from, scenario) => {
  const file = path.join(dir, 'config.toml');
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(`/${from}/`, `/${model.play(`own-${++scenarios}`, scenario)}/`));
};

await converse('initialize comes first, and once', async (open) => {
  const { client, dir } = await open('plain', { initialize: false });
  const early = await refusal(client.call('thread/start', {}));
  assert.deepEqual([early.message, early.code], ['Not initialized', -32600]);
  const result = await client.initialize();
  assert.deepEqual([result.codexHome, result.platformFamily, result.platformOs], [dir, 'unix', 'linux']);
  assert.equal((await refusal(client.call('initialize', { clientInfo: { name: 'x', version: '1' } }))).message, 'Already initialized');
});
await converse('wrong requests are errors', async (open) => {
  const { client } = await open('plain');
  assert.equal((await refusal(client.call('no/such', {}))).code, -32600);
  assert.equal((await refusal(client.call('turn/start', { threadId: 5 }))).code, -32600);
  assert.match((await refusal(client.call('turn/start', { threadId: UNKNOWN, input: input('x') }))).message, /not found/);
});
await converse('a thread starts', async (open) => {
  const { client, cwd } = await open('plain');
  const { thread, ...rest } = await client.call('thread/start', { cwd });
  assert.match(thread.id, /^[0-9a-f-]{36}$/);
  assert.deepEqual([rest.cwd, rest.modelProvider, thread.turns, thread.ephemeral, thread.status], [cwd, 'lab', [], false, { type: 'idle' }]);
  await client.wait(({ method, params }) => method === 'thread/started' && params.thread.id === thread.id);
});
await converse('a turn is told from its start to its end', async (open) => {
  const { client, cwd } = await open('plain');
  const { id } = await client.thread({ cwd });
  const begun = await client.turn(id, 'Say hello');
  assert.equal(begun.status, 'inProgress');
  const over = await client.over(id, begun.id);
  assert.deepEqual([over.status, over.error], ['completed', null]);
  const told = client.messages.filter(({ params }) => params.threadId === id).map(({ method }) => method);
  const expected = ['turn/started', 'item/started', 'item/completed', 'item/started', 'item/agentMessage/delta', 'item/completed', 'turn/completed'];
  let at = 0;
  for (const method of told) if (method === expected[at]) at++;
  assert.equal(at, expected.length, told.join(' '));
  assert.equal(told.at(-1), 'turn/completed');
  assert.ok(told.includes('thread/tokenUsage/updated'));
  assert.equal(client.of('item/agentMessage/delta').map(({ delta }) => delta).join(''), 'Hello from the lab.');
  assert.deepEqual(client.items().map(({ type }) => type), ['userMessage', 'agentMessage']);
  assert.deepEqual(client.of('thread/status/changed').map(({ status }) => status.type), ['active', 'idle']);
});
await converse('commands, patches and reasoning are items, and the turn has a diff', async (open) => {
  const { client, cwd } = await open('fix');
  const { id } = await client.thread({ cwd });
  await client.run(id, 'fix');
  const items = client.items();
  assert.deepEqual(items.map(({ type }) => type), ['userMessage', 'reasoning', 'agentMessage', 'commandExecution', 'fileChange', 'commandExecution', 'agentMessage']);
  assert.deepEqual([items[3].status, items[3].exitCode], ['completed', 0]);
  assert.match(items[3].aggregatedOutput, /return a - b/);
  assert.deepEqual(items[3].commandActions.map(({ type }) => type), ['read']);
  assert.match(items[4].changes[0].diff, /\+ {2}return a \+ b;/);
  assert.ok(client.of('turn/diff/updated').length > 0 && client.of('item/reasoning/summaryTextDelta').length > 0);
});
await converse('an added file\'s diff is its text', async (open) => {
  const { client, cwd } = await open('files');
  const { id } = await client.thread({ cwd });
  await client.run(id, 'x');
  const changes = client.items().filter(({ type }) => type === 'fileChange').map((item) => item.changes);
  assert.equal(changes[0].find(({ kind }) => kind.type === 'add').diff, 'one\ntwo\n');
  assert.equal(changes[1][0].kind.type, 'delete');
});
for (const [decision, status] of [['accept', 'completed'], ['decline', 'declined'], ['acceptForSession', 'completed']]) {
  await converse(`a command waits for a person: ${decision}`, async (open) => {
    const { client, cwd } = await open(steps(run('touch made.txt && echo made'), say('end')), { settings: { approval: 'on-request' } });
    client.answer(({ method }) => (method === 'item/commandExecution/requestApproval' ? { decision } : undefined));
    const { id } = await client.thread({ cwd, ...FREE });
    const turn = await client.run(id, 'x');
    assert.equal(turn.status, 'completed');
    const asked = client.messages.find(({ method }) => method === 'item/commandExecution/requestApproval');
    assert.deepEqual([asked.params.threadId, asked.params.turnId, asked.params.cwd], [id, turn.id, cwd]);
    assert.match(asked.params.command, /touch made\.txt/);
    const item = client.items().find((one) => one.id === asked.params.itemId);
    assert.equal(item.status, status);
    assert.equal(fs.existsSync(path.join(cwd, 'made.txt')), decision !== 'decline');
    assert.ok(client.of('serverRequest/resolved').some(({ requestId }) => requestId === asked.id));
    assert.ok(client.of('thread/status/changed').some(({ status: now }) => now.activeFlags?.includes('waitingOnApproval')));
  });
}
await converse('cancel ends the turn', async (open) => {
  const { client, cwd } = await open(steps(run('touch made.txt'), say('end')), { settings: { approval: 'on-request' } });
  client.answer(({ method }) => (method === 'item/commandExecution/requestApproval' ? { decision: 'cancel' } : undefined));
  const { id } = await client.thread({ cwd, ...FREE });
  assert.equal((await client.run(id, 'x')).status, 'interrupted');
  assert.ok(!fs.existsSync(path.join(cwd, 'made.txt')));
});
await converse('what was accepted for the session is not asked again', async (open) => {
  const { client, cwd } = await open(steps(run('touch made.txt'), run('touch made.txt'), say('end')), { settings: { approval: 'on-request' } });
  client.answer(({ method }) => (method === 'item/commandExecution/requestApproval' ? { decision: 'acceptForSession' } : undefined));
  const { id } = await client.thread({ cwd, ...FREE });
  await client.run(id, 'x');
  assert.equal(client.messages.filter(({ id: request }) => request !== undefined).length, 1);
});
for (const [decision, status] of [['accept', 'completed'], ['decline', 'declined']]) {
  await converse(`a patch waits for a person: ${decision}`, async (open) => {
    const patch = '*** Begin Patch\n*** Add File: n.txt\n+hello\n*** End Patch';
    const { client, cwd } = await open(steps({ parts: [{ patch }] }, say('end')), { settings: { approval: 'on-request', sandbox: 'read-only' } });
    client.answer(({ method }) => (method === 'item/fileChange/requestApproval' ? { decision } : undefined));
    const { id } = await client.thread({ cwd, approvalPolicy: 'untrusted', sandbox: 'read-only' });
    await client.run(id, 'x');
    assert.equal(client.items().find(({ type }) => type === 'fileChange').status, status);
    assert.equal(fs.existsSync(path.join(cwd, 'n.txt')), decision === 'accept');
  });
}
await converse('a stream is interrupted, and the next turn knows', async (open) => {
  const { client, cwd } = await open(order({ parts: [{ say: 'slow ', times: 200 }], pace: 100 }, say('next')));
  const { id } = await client.thread({ cwd });
  const turn = await client.turn(id, 'slow');
  await client.wait(({ method }) => method === 'item/agentMessage/delta');
  await client.call('turn/interrupt', { threadId: id, turnId: turn.id });
  assert.equal((await client.over(id, turn.id, 5000)).status, 'interrupted');
  assert.equal((await client.run(id, 'again')).status, 'completed');
  assert.match(JSON.stringify(requests.at(-1).body.input), /<turn_aborted>/);
});
await converse('a command is interrupted, and calls keep their results', async (open) => {
  const { client, cwd } = await open(order(run('echo a; sleep 20'), say('next')));
  const { id } = await client.thread({ cwd });
  const turn = await client.turn(id, 'x');
  await client.wait(commandBegun);
  await sleep(300);
  await client.call('turn/interrupt', { threadId: id, turnId: turn.id });
  assert.equal((await client.over(id, turn.id)).status, 'interrupted');
  await client.run(id, 'again');
  assert.deepEqual(unpaired(requests.at(-1).body), []);
});
await converse('an unknown turn cannot be interrupted', async (open) => {
  const { client, cwd } = await open('plain');
  const { id } = await client.thread({ cwd });
  await refusal(client.call('turn/interrupt', { threadId: id, turnId: 'nope' }));
});
await converse('steering reaches the running turn, after the result', async (open) => {
  const { client, cwd } = await open(order(run('sleep 1.5; echo slept'), say('saw it')));
  const { id } = await client.thread({ cwd });
  const turn = await client.turn(id, 'first');
  await client.wait(commandBegun);
  assert.equal((await client.call('turn/steer', { threadId: id, expectedTurnId: turn.id, input: input('STEERED') })).turnId, turn.id);
  await client.over(id, turn.id);
  assert.deepEqual(users(requests[1]), ['first', 'STEERED']);
  assert.equal(client.of('turn/started').length, 1);
  await refusal(client.call('turn/steer', { threadId: id, expectedTurnId: turn.id, input: input('late') }));
});
await converse('threads are listed, read and paged', async (open) => {
  const { client, cwd } = await open(order(say('one'), say('two')));
  const { id } = await client.thread({ cwd });
  await client.run(id, 'question one');
  await client.run(id, 'question two');
  const { data } = await client.call('thread/list', {});
  assert.deepEqual(data.map((thread) => [thread.id, thread.preview]), [[id, 'question one']]);
  const read = await client.call('thread/read', { threadId: id, includeTurns: true });
  assert.equal(read.thread.turns.length, 2);
  assert.deepEqual((await client.call('thread/loaded/list', {})).data, [id]);
});
await converse('archived and brought back', async (open) => {
  const { client, cwd, dir } = await open('plain');
  const { id } = await client.thread({ cwd });
  await client.run(id, 'x');
  await client.call('thread/archive', { threadId: id });
  await client.wait(({ method }) => method === 'thread/archived');
  assert.deepEqual((await client.call('thread/list', {})).data, []);
  assert.deepEqual((await client.call('thread/list', { archived: true })).data.map((thread) => thread.id), [id]);
  assert.ok(sessions(dir, 'archived_sessions').some((file) => file.includes(id)));
  assert.equal((await client.call('thread/unarchive', { threadId: id })).thread.id, id);
  assert.deepEqual((await client.call('thread/list', {})).data.map((thread) => thread.id), [id]);
});
await converse('a thread goes on in another process', async (open) => {
  const first = await open('fix');
  const { id } = await first.client.thread({ cwd: first.cwd });
  await first.client.run(id, 'fix');
  await first.client.close();
  point(first.dir, 'fix', order(say('resumed')));
  const { client } = await open('fix', { dir: first.dir, cwd: first.cwd });
  const { thread } = await client.call('thread/resume', { threadId: id });
  const kinds = thread.turns[0].items.map(({ type }) => type);
  assert.ok(thread.turns.length === 1 && kinds.includes('commandExecution') && kinds.includes('fileChange'), kinds.join());
  await client.run(id, 'more');
  assert.deepEqual(users(requests.at(-1)), ['fix', 'more']);
  assert.equal(requests.at(-1).results, 3);
});
await converse('a fork has the history, its parent keeps its own', async (open) => {
  const { client, cwd } = await open(order(say('parent answer'), say('child answer')));
  const { id } = await client.thread({ cwd });
  await client.run(id, 'parent question');
  const { thread } = await client.call('thread/fork', { threadId: id });
  assert.deepEqual([thread.forkedFromId, thread.turns.length], [id, 1]);
  await client.run(thread.id, 'child question');
  assert.deepEqual(users(requests.at(-1)), ['parent question', 'child question']);
  assert.equal((await client.call('thread/read', { threadId: id, includeTurns: true })).thread.turns.length, 1);
});
await converse('six threads at once', async (open) => {
  const { client } = await open('fix');
  const threads = await Promise.all(Array.from({ length: 6 }, () => client.thread({ cwd: project() })));
  const turns = await Promise.all(threads.map(({ id }) => client.run(id, 'fix')));
  assert.ok(turns.every(({ status }) => status === 'completed'));
  assert.equal(requests.length, 24);
});
await converse('a failure is told and ends the turn', async (open) => {
  const { client, cwd } = await open('quota');
  const { id } = await client.thread({ cwd });
  const turn = await client.run(id, 'x');
  assert.equal(turn.status, 'failed');
  assert.match(turn.error.message, /Quota/);
  const [told] = client.of('error');
  assert.deepEqual([told.willRetry, told.error.codexErrorInfo], [false, 'usageLimitExceeded']);
});
await converse('a retry is told and ends nothing', async (open) => {
  const { client, cwd } = await open('cut');
  const { id } = await client.thread({ cwd });
  assert.equal((await client.run(id, 'x')).status, 'completed');
  assert.equal(client.of('error')[0].willRetry, true);
});
await converse('outputSchema of a turn reaches the model', async (open) => {
  const { client, cwd } = await open('schema');
  const { id } = await client.thread({ cwd });
  const schema = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'], additionalProperties: false };
  await client.run(id, 'x', { outputSchema: schema });
  assert.deepEqual(requests[0].body.text.format.schema, schema);
});
await converse('a thread is compacted on request', async (open) => {
  const { client, cwd } = await open({ choose: 'rules', responses: [
    { when: { lastUserHas: 'CONTEXT CHECKPOINT' }, parts: [{ say: 'THE SUMMARY' }] },
    { when: { request: 0 }, parts: [{ run: 'cat src/sum.js' }] }, say('ok')] });
  const { id } = await client.thread({ cwd });
  const first = await client.run(id, 'q1');
  await client.call('thread/compact/start', { threadId: id });
  await client.wait(({ method, params }) => method === 'item/completed' && params.item.type === 'contextCompaction');
  await client.wait(({ method, params }) => method === 'turn/completed' && params.turn.id !== first.id);
  await client.run(id, 'q2');
  const sent = JSON.stringify(requests.at(-1).body.input);
  assert.ok(sent.includes('THE SUMMARY') && !sent.includes('function_call_output'));
});
await converse('a thread is compacted when it is full', async (open) => {
  const { client, cwd } = await open('compact', { settings: { config: 'model_auto_compact_token_limit = 10000' } });
  const { id } = await client.thread({ cwd });
  assert.equal((await client.run(id, 'x')).status, 'completed');
  assert.ok(client.items().some(({ type }) => type === 'contextCompaction'));
  assert.equal(requests.length, 3);
});
await converse('an ephemeral thread leaves no file', async (open) => {
  const { client, cwd, dir } = await open('plain');
  const thread = await client.thread({ cwd, ephemeral: true });
  assert.equal(thread.path, null);
  await client.run(thread.id, 'x');
  assert.deepEqual(sessions(dir), []);
});
await converse('named, left and deleted', async (open) => {
  const { client, cwd, dir } = await open('plain');
  const { id } = await client.thread({ cwd });
  await client.run(id, 'x');
  await client.call('thread/name/set', { threadId: id, name: 'my name' });
  await client.wait(({ method }) => method === 'thread/name/updated');
  assert.equal((await client.call('thread/list', {})).data[0].name, 'my name');
  assert.equal((await client.call('thread/unsubscribe', { threadId: id })).status, 'unsubscribed');
  await client.call('thread/delete', { threadId: id });
  await client.wait(({ method }) => method === 'thread/deleted');
  assert.deepEqual([(await client.call('thread/list', {})).data, sessions(dir)], [[], []]);
});
await converse('calls of MCP servers are items', async (open) => {
  const { client, cwd } = await open('mcp', { settings: { tables: mcpTable() } });
  const { id } = await client.thread({ cwd });
  await client.run(id, 'x');
  const calls = client.items().filter(({ type }) => type === 'mcpToolCall');
  assert.deepEqual(calls.map(({ server, tool, status }) => [server, tool, status]), [['lab', 'echo', 'completed'], ['lab', 'fail', 'failed']]);
});
await converse('a message has its phase', async (open) => {
  const { client, cwd } = await open('phases');
  const { id } = await client.thread({ cwd });
  await client.run(id, 'x');
  const phases = client.items().filter(({ type }) => type === 'agentMessage').map(({ phase }) => phase);
  assert.deepEqual(phases, ['commentary', 'final_answer']);
});
await converse('a command of the client', async (open) => {
  const { client, cwd } = await open('plain');
  const free = { type: 'dangerFullAccess' };
  const done = await client.call('command/exec', { command: ['sh', '-c', 'echo out; echo err >&2; exit 3'], cwd, sandboxPolicy: free });
  assert.deepEqual([done.exitCode, done.stdout, done.stderr], [3, 'out\n', 'err\n']);
});
await converse('the end of stdin ends the server', async (open) => {
  const { client } = await open('plain');
  client.child.stdin.end();
  assert.equal(await Promise.race([client.ended, sleep(5000)]), 0);
});
console.log(`${checked} messages fit the schema`);
await model.close();
finish();
