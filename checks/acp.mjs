// An ACP editor in small: node acp.mjs MODULES PAWL. Starts the ACP bridge for Codex (@agentclientprotocol/codex-acp) with PAWL in
// Codex's place, talks to it with the ACP SDK's own client, and prints a line for each look and `N passed, N failed`.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { startModel, home, sum, look, bound } from './client-lab.mjs';

const [modules, pawl] = process.argv.slice(2);
const acp = await import(pathToFileURL(path.join(modules, '@agentclientprotocol/sdk/dist/v1/stable/acp.js')));

const model = await startModel();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-acp-'));
const work = path.join(folder, 'work');
fs.mkdirSync(work);
const env = { ...process.env, PAWL_HOME: home(folder, model.port), CODEX_PATH: pawl };
delete env.CODEX_HOME;
const bridge = spawn(process.execPath, [path.join(modules, '@agentclientprotocol/codex-acp/dist/index.js')], { env, cwd: work, stdio: ['pipe', 'pipe', 'pipe'] });
let errors = '';
bridge.stderr.on('data', (data) => { errors += data; });
process.on('exit', () => { bridge.kill('SIGTERM'); model.end(); fs.rmSync(folder, { recursive: true, force: true }); });

const updates = [];
let asked = [];
let answer = 'allow_once';
const connection = acp.client({ name: 'pawl-check' })
  .onRequest(acp.methods.client.session.requestPermission, ({ params }) => {
    asked.push(params);
    const option = params.options.find((one) => one.kind === answer);
    return { outcome: option ? { outcome: 'selected', optionId: option.optionId } : { outcome: 'cancelled' } };
  })
  .onNotification(acp.methods.client.session.update, ({ params }) => { updates.push(params.update); })
  .connect(acp.ndJsonStream(Writable.toWeb(bridge.stdin), Readable.toWeb(bridge.stdout)));
const agent = connection.agent;
const ask = (method, params) => bound(agent.request(method, params), method);
const said = () => updates.filter((one) => one.sessionUpdate === 'agent_message_chunk').map((one) => one.content.text ?? '').join('');
const prompt = (session, text) => { updates.length = 0; asked = []; return ask(acp.methods.agent.session.prompt, { sessionId: session, prompt: [{ type: 'text', text }] }); };

let session;
await look('the bridge is initialized', async () => {
  const answer = await ask(acp.methods.agent.initialize, { protocolVersion: acp.PROTOCOL_VERSION, clientCapabilities: {} });
  return answer.protocolVersion === acp.PROTOCOL_VERSION;
});
await look('a session opens', async () => {
  session = (await ask(acp.methods.agent.session.new, { cwd: work, mcpServers: [] })).sessionId;
  return typeof session === 'string' && session.length > 0;
});
await look('a prompt is answered', async () => {
  const { stopReason } = await prompt(session, 'hello there');
  return stopReason === 'end_turn' && said().includes('You said: hello there');
});
await look('a command runs and is shown with its output', async () => {
  const { stopReason } = await prompt(session, 'run echo from-acp');
  const shown = JSON.stringify(updates);
  return stopReason === 'end_turn' && shown.includes('tool_call') && shown.includes('from-acp') && shown.includes('"completed"');
});
await look('a command outside the sandbox is asked about, and runs after a yes', async () => {
  answer = 'allow_once';
  await prompt(session, `ask touch ${path.join(folder, 'asked.txt')}`);
  return asked.length === 1 && fs.existsSync(path.join(folder, 'asked.txt'));
});
await look('a no keeps it from running', async () => {
  answer = 'reject_once';
  await prompt(session, `ask touch ${path.join(folder, 'refused.txt')}`);
  return asked.length === 1 && !fs.existsSync(path.join(folder, 'refused.txt'));
});
await look('a patch is shown as a diff of the new text', async () => {
  answer = 'allow_once';
  await prompt(session, 'patch');
  return fs.readFileSync(path.join(work, 'hello.txt'), 'utf8') === 'hello\nworld\n' && JSON.stringify(updates).includes('"newText":"hello\\nworld\\n"');
});
await look('a turn is cancelled', async () => {
  const turn = prompt(session, 'slow');
  const since = Date.now();
  while (!said() && Date.now() - since < 10000) await new Promise((later) => setTimeout(later, 50));
  await agent.notify(acp.methods.agent.session.cancel, { sessionId: session });
  return (await turn).stopReason === 'cancelled';
});
await look('the session is listed and loaded again', async () => {
  const list = await ask(acp.methods.agent.session.list, { cwd: work });
  updates.length = 0;
  await ask(acp.methods.agent.session.load, { sessionId: session, cwd: work, mcpServers: [] });
  return list.sessions.some((one) => one.sessionId === session) && JSON.stringify(updates).includes('hello there');
});
if (sum().failed) process.stderr.write(errors.slice(-2000));
console.log(sum().line);
process.exit(sum().failed ? 1 : 0);
