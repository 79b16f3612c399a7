// A scenario says what the agent does ("run", "patch"); clients declare different tools for that. These functions turn the
// intention into a call of a tool that the client has declared.

/** @typedef {{kind: 'call', name: string, arguments: string, id?: string} | {kind: 'freeform', name: string, input: string, id?: string}} Call */

const json = (value) => JSON.stringify(value);

/** @returns {Call} */
export function runCall(part, tools) {
  const { run, options = {} } = part;
  if (tools.has('exec_command')) return { kind: 'call', name: 'exec_command', arguments: json({ cmd: run, ...options }) };
  if (tools.has('shell_command')) return { kind: 'call', name: 'shell_command', arguments: json({ command: run, ...options }) };
  return { kind: 'call', name: 'shell', arguments: json({ command: ['bash', '-lc', run], ...options }) };
}

/** @returns {Call} */
export function patchCall(part, tools) {
  const declared = tools.get('apply_patch');
  if (declared === 'custom') return { kind: 'freeform', name: 'apply_patch', input: part.patch };
  if (declared) return { kind: 'call', name: 'apply_patch', arguments: json({ input: part.patch }) };
  return runCall({ run: `apply_patch <<'PATCH'\n${part.patch}\nPATCH` }, tools);
}

/** A part of a scenario as the dialects know it: say, think, call, freeform or raw. */
export function lower(part, request) {
  if ('run' in part) return { ...runCall(part, request.tools), id: part.id };
  if ('patch' in part) return { ...patchCall(part, request.tools), id: part.id };
  if ('call' in part) {
    const text = typeof part.arguments === 'string' ? part.arguments : json(part.arguments ?? {});
    // The number of the command that still runs, and the names of agents, are known only from the client's own reports.
    return { kind: 'call', name: part.call, namespace: part.namespace, id: part.id, pieces: part.pieces, arguments: text.replaceAll('"$session"', request.session).replaceAll('"$agents"', json(request.agents)).replaceAll('$agent0', request.agents[0] ?? '') };
  }
  if ('say' in part) return { kind: 'say', text: part.say.repeat(part.times ?? 1), pieces: part.times ?? part.pieces ?? 1, phase: part.phase };
  if ('think' in part) return { kind: 'think', text: part.think, pieces: part.pieces ?? 1, sealed: part.sealed };
  if ('item' in part) return { kind: 'raw', item: part.item };
  throw new Error(`a scenario's part is not known: ${json(part)}`);
}

/** A text in about `count` pieces. */
export function pieces(text, count) {
  if (count <= 1) return [text];
  const size = Math.max(1, Math.ceil(text.length / count));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
}
