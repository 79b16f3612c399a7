// Anthropic's Messages API: requests read, responses spelt as events.
import { lower, pieces } from './tools.mjs';

const blocks = (content) => (typeof content === 'string' ? [{ type: 'text', text: content }] : content ?? []);

export const path = /\/messages$/;

export function read(body) {
  const messages = body.messages ?? [];
  const texts = messages.filter((message) => message.role === 'user')
    .map((message) => blocks(message.content).filter((block) => block.type === 'text').map((block) => block.text).join(''))
    .filter((text) => text !== '');
  return {
    results: messages.flatMap((message) => blocks(message.content)).filter((block) => block.type === 'tool_result').length,
    lastUser: texts.at(-1) ?? '',
    tools: new Map((body.tools ?? []).map((tool) => [tool.name, 'function'])),
    items: messages.length,
  };
}

export function stream(response, request, name) {
  const sent = [];
  const emit = (type, more) => sent.push(`event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`);
  const { input = 100, cached = 0, output = 20 } = response.usage ?? {};
  const message = { id: `msg_${name}`, type: 'message', role: 'assistant', model: 'lab', content: [], stop_reason: null, stop_sequence: null };
  emit('message_start', { message: { ...message, usage: { input_tokens: input, cache_read_input_tokens: cached, output_tokens: 1 } } });
  let index = -1;
  let called = false;
  const block = (begin, deltas) => {
    index++;
    emit('content_block_start', { index, content_block: begin });
    for (const delta of deltas) emit('content_block_delta', { index, delta });
    emit('content_block_stop', { index });
  };
  for (const part of (response.parts ?? []).map((one) => lower(one, request))) {
    if (part.kind === 'say') {
      block({ type: 'text', text: '' }, pieces(part.text, part.pieces).map((text) => ({ type: 'text_delta', text })));
    } else if (part.kind === 'think') {
      const thoughts = pieces(part.text, part.pieces).map((thinking) => ({ type: 'thinking_delta', thinking }));
      block({ type: 'thinking', thinking: '' }, [...thoughts, { type: 'signature_delta', signature: part.sealed ?? 'signed' }]);
    } else if (part.kind === 'call' || part.kind === 'freeform') {
      called = true;
      const text = part.kind === 'call' ? part.arguments : JSON.stringify({ input: part.input });
      const id = part.id ?? `toolu_${name}_${index + 1}`;
      block({ type: 'tool_use', id, name: part.name, input: {} }, pieces(text, part.pieces ?? 1).map((json) => ({ type: 'input_json_delta', partial_json: json })));
    }
  }
  const { fault } = response;
  if (fault?.failed) emit('error', { error: { type: fault.failed.code, message: fault.failed.message } });
  else if (!fault?.unfinished) {
    emit('message_delta', { delta: { stop_reason: fault?.incomplete ? 'max_tokens' : called ? 'tool_use' : 'end_turn' }, usage: { output_tokens: output } });
    emit('message_stop', {});
  }
  return sent;
}
