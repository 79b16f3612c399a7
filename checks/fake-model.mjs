// A model server for the checks: node fake-model.mjs prints {"port":N} and speaks OpenAI's Responses as a stream.
// The last words of the user say what it answers:
//   run CMD     a call of the shell tool, then "Ran."          ask CMD    the same, outside the sandbox
//   patch       a call of apply_patch that adds hello.txt      slow       words that come for 30 seconds
//   anything    "You said: anything"
import http from 'node:http';

const words = (item) => (typeof item.content === 'string' ? item.content : (item.content ?? []).map((part) => part.text ?? '').join(''));
const lastUser = (input) => input.findLastIndex((item) => item.role === 'user' && !/^\s*<|^# AGENTS/.test(words(item)));
const isOutput = (item) => item.type === 'function_call_output' || item.type === 'custom_tool_call_output';
let calls = 0;

function answer(body) {
  const input = Array.isArray(body.input) ? body.input : [{ role: 'user', content: body.input }];
  const at = lastUser(input);
  const said = at < 0 ? '' : words(input[at]).trim();
  if (input.slice(at + 1).some(isOutput)) return [text('Ran.')];
  const [verb, ...rest] = said.split(' ');
  if (verb === 'run' || verb === 'ask') return [shell(body.tools ?? [], rest.join(' '), verb === 'ask')];
  if (verb === 'patch') return [patch(body.tools ?? [])];
  if (verb === 'slow') return [text(Array.from({ length: 300 }, (_, i) => `word${i} `).join(''), 100)];
  return [text(`You said: ${said}`)];
}

const text = (said, pause = 0) => ({ type: 'message', said, pause });

function shell(tools, command, escalated) {
  const outside = escalated ? { sandbox_permissions: 'require_escalated', justification: 'the check asks' } : {};
  const names = tools.map((tool) => tool.name);
  if (names.includes('exec_command')) return call('exec_command', { cmd: command, ...outside });
  if (names.includes('shell_command')) return call('shell_command', { command, ...outside });
  return call('shell', { command: ['bash', '-c', command], ...outside });
}

function patch(tools) {
  const words = '*** Begin Patch\n*** Add File: hello.txt\n+hello\n+world\n*** End Patch\n';
  const tool = tools.find((one) => one.name === 'apply_patch');
  if (tool?.type === 'custom') return { type: 'custom_tool_call', call_id: `call_${++calls}`, name: 'apply_patch', input: words };
  return call('apply_patch', { input: words });
}

const call = (name, args) => ({ type: 'function_call', call_id: `call_${++calls}`, name, arguments: JSON.stringify(args) });

async function respond(res, items) {
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (type, more) => res.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`);
  const id = `resp_${++calls}`;
  send('response.created', { response: { id } });
  for (const [index, item] of items.entries()) {
    if (item.type !== 'message') {
      send('response.output_item.done', { output_index: index, item: { id: `item_${++calls}`, status: 'completed', ...item } });
      continue;
    }
    const message = { type: 'message', id: `msg_${++calls}`, role: 'assistant', status: 'in_progress', content: [] };
    send('response.output_item.added', { output_index: index, item: message });
    for (const delta of item.said.match(/\S+\s*|\s+/g) ?? []) {
      if (res.destroyed) return;
      send('response.output_text.delta', { item_id: message.id, output_index: index, content_index: 0, delta });
      if (item.pause) await new Promise((later) => setTimeout(later, item.pause));
    }
    const content = [{ type: 'output_text', text: item.said, annotations: [] }];
    send('response.output_item.done', { output_index: index, item: { ...message, status: 'completed', content } });
  }
  const usage = { input_tokens: 10, input_tokens_details: { cached_tokens: 0 }, output_tokens: 5, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: 15 };
  send('response.completed', { response: { id, usage } });
  res.end();
}

const server = http.createServer((req, res) => {
  if (req.method !== 'POST') {
    res.writeHead(200, { 'content-type': 'application/json' });
    res.end(JSON.stringify({ object: 'list', data: [], models: [] }));
    return;
  }
  const chunks = [];
  req.on('data', (chunk) => chunks.push(chunk));
  req.on('end', () => respond(res, answer(JSON.parse(Buffer.concat(chunks).toString()))).catch(() => res.destroy()));
});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: server.address().port })));
