// OpenAI's Responses API: requests read, responses spelt as server-sent events.
import { lower, pieces } from './tools.mjs';

const words = (content) => (typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join(''));

export const path = /\/responses$/;

export function read(body) {
  const input = Array.isArray(body.input) ? body.input : [];
  const users = input.filter((item) => item.role === 'user');
  return {
    results: input.filter((item) => /_output$/.test(item.type ?? '')).length,
    lastUser: users.length ? words(users.at(-1).content) : '',
    tools: new Map((body.tools ?? []).map((tool) => [tool.name ?? tool.type, tool.type])),
    items: input.length,
  };
}

class Stream {
  events = []; output = []; #index = -1;

  constructor(id) { this.id = id; }

  emit(type, more) { this.events.push(`event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`); }

  at(more) { return { output_index: this.#index, ...more }; }

  item(begun, done, deltas) {
    this.#index++;
    this.emit('response.output_item.added', this.at({ item: begun }));
    deltas(begun.id);
    this.emit('response.output_item.done', this.at({ item: done }));
    this.output.push(done);
  }

  add(part, name) {
    switch (part.kind) {
      case 'say': return this.#say(part, `msg_${name}`);
      case 'think': return this.#think(part, `rs_${name}`);
      case 'call': return this.#call(part, `fc_${name}`, part.id ?? `call_${name}`);
      case 'freeform': return this.#freeform(part, `ctc_${name}`, part.id ?? `call_${name}`);
      default: return this.item(part.item, part.item, () => {});
    }
  }

  #say({ text, pieces: count, phase }, id) {
    const message = { type: 'message', id, role: 'assistant', ...(phase ? { phase } : {}), content: [] };
    const done = { ...message, status: 'completed', content: [{ type: 'output_text', text, annotations: [] }] };
    this.item({ ...message, status: 'in_progress' }, done, () => {
      for (const delta of pieces(text, count)) this.emit('response.output_text.delta', this.at({ item_id: id, content_index: 0, delta }));
      this.emit('response.output_text.done', this.at({ item_id: id, content_index: 0, text }));
    });
  }

  #think({ text, pieces: count, sealed }, id) {
    const reasoning = { type: 'reasoning', id, summary: [], ...(sealed ? { encrypted_content: sealed } : {}) };
    this.item(reasoning, { ...reasoning, summary: [{ type: 'summary_text', text }] }, () => {
      const place = this.at({ item_id: id, summary_index: 0 });
      this.emit('response.reasoning_summary_part.added', { ...place, part: { type: 'summary_text', text: '' } });
      for (const delta of pieces(text, count)) this.emit('response.reasoning_summary_text.delta', { ...place, delta });
      this.emit('response.reasoning_summary_text.done', { ...place, text });
    });
  }

  #call({ name, namespace, arguments: text, pieces: count = 1 }, id, callId) {
    const call = { type: 'function_call', id, call_id: callId, name, ...(namespace ? { namespace } : {}) };
    this.item({ ...call, arguments: '', status: 'in_progress' }, { ...call, arguments: text, status: 'completed' }, () => {
      for (const delta of pieces(text, count)) this.emit('response.function_call_arguments.delta', this.at({ item_id: id, delta }));
      this.emit('response.function_call_arguments.done', this.at({ item_id: id, arguments: text }));
    });
  }

  #freeform({ name, input }, id, callId) {
    const call = { type: 'custom_tool_call', id, call_id: callId, name };
    this.item({ ...call, input: '', status: 'in_progress' }, { ...call, input, status: 'completed' }, () => {
      this.emit('response.custom_tool_call_input.delta', this.at({ item_id: id, delta: input }));
      this.emit('response.custom_tool_call_input.done', this.at({ item_id: id, input }));
    });
  }
}

function usage({ input = 100, cached = 0, output = 20, thinking = 0 } = {}) {
  return {
    input_tokens: input, input_tokens_details: { cached_tokens: cached },
    output_tokens: output, output_tokens_details: { reasoning_tokens: thinking }, total_tokens: input + output,
  };
}

/** The events of a response, each as the bytes that are sent. */
export function stream(response, request, name) {
  const sent = new Stream(`resp_${name}`);
  sent.emit('response.created', { response: { id: sent.id } });
  (response.parts ?? []).forEach((part, at) => sent.add(lower(part, request), `${name}_${at}`));
  const end = { id: sent.id, object: 'response', usage: usage(response.usage) };
  const { fault } = response;
  if (fault?.failed) sent.emit('response.failed', { response: { ...end, status: 'failed', error: fault.failed, usage: null } });
  else if (fault?.incomplete) sent.emit('response.incomplete', { response: { ...end, status: 'incomplete', incomplete_details: { reason: fault.incomplete } } });
  else if (!fault?.unfinished) sent.emit('response.completed', { response: { ...end, status: 'completed', output: sent.output.length > 50 ? [] : sent.output } });
  return sent.events;
}
