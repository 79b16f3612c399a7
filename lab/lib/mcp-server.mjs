// A small MCP server on stdio with two tools: echo, which only reads, and fail.
import readline from 'node:readline';

const TEXT = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
const NOTHING = { type: 'object', properties: {}, additionalProperties: false };
const TOOLS = [
  { name: 'echo', description: 'Returns the text.', inputSchema: TEXT, annotations: { readOnlyHint: true } },
  { name: 'fail', description: 'Always fails.', inputSchema: NOTHING, annotations: { readOnlyHint: true } },
];
const text = (words, isError) => ({ content: [{ type: 'text', text: words }], isError });
const METHODS = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'lab', version: '1.0.0' } }),
  'tools/list': () => ({ tools: TOOLS }),
  'tools/call': ({ name, arguments: given }) => (name === 'echo' ? text(`echo: ${given.text}`, false) : text('it failed', true)),
  ping: () => ({}),
};

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const found = METHODS[method];
  const reply = found ? { result: found(params ?? {}) } : { error: { code: -32601, message: `no method ${method}` } };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...reply }));
});
