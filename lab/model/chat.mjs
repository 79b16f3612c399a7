// OpenAI's Chat Completions as compatible servers speak it: requests read, responses spelt as chunks.
import { lower, pieces } from './tools.mjs';

const words = (content) => (typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join(''));

export const path = /\/chat\/completions$/;

export function read(body) {
  const messages = body.messages ?? [];
  const users = messages.filter((message) => message.role === 'user');
  return {
    results: messages.filter((message) => message.role === 'tool').length,
    lastUser: users.length ? words(users.at(-1).content) : '',
    tools: new Map((body.tools ?? []).map((tool) => [tool.function?.name, 'function'])),
    items: messages.length,
  };
}

export function stream(response, request, name) {
  const head = { id: `chatcmpl_${name}`, object: 'chat.completion.chunk', created: 0, model: 'lab' };
  const sent = [];
  const chunk = (delta, finish = null, more = {}) =>
    sent.push(`data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish }], ...more })}\n\n`);
  chunk({ role: 'assistant' });
  let calls = 0;
  for (const part of (response.parts ?? []).map((one) => lower(one, request))) {
    if (part.kind === 'say') for (const content of pieces(part.text, part.pieces)) chunk({ content });
    else if (part.kind === 'think') for (const text of pieces(part.text, part.pieces)) chunk({ reasoning_content: text });
    else if (part.kind === 'call' || part.kind === 'freeform') {
      const text = part.kind === 'call' ? part.arguments : JSON.stringify({ input: part.input });
      const index = calls++;
      const id = part.id ?? `call_${name}_${index}`;
      chunk({ tool_calls: [{ index, id, type: 'function', function: { name: part.name, arguments: '' } }] });
      for (const piece of pieces(text, part.pieces ?? 1)) chunk({ tool_calls: [{ index, function: { arguments: piece } }] });
    }
  }
  const { fault } = response;
  if (fault?.unfinished) return sent;
  const { input = 100, cached = 0, output = 20 } = response.usage ?? {};
  const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output, prompt_tokens_details: { cached_tokens: cached } };
  chunk({}, fault?.incomplete ? 'length' : calls ? 'tool_calls' : 'stop', { usage });
  sent.push('data: [DONE]\n\n');
  return sent;
}
