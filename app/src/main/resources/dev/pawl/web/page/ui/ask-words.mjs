// @ts-check
// What a question is about and how it may be answered, in words.
import { store } from '../store.mjs';
import { keyOf } from '../timeline.mjs';
import { say } from '../words.mjs';
import { scriptIn, visible } from '../visible.mjs';

/** @typedef {import('../types.d.ts').Ask} Ask */

/** @param {Ask} ask */
export const isApproval = (ask) => ask.method.endsWith('requestApproval');

/** @param {Ask} ask */
export function titleOfAsk(ask) {
  const { method, params } = ask;
  if (method === 'item/fileChange/requestApproval') return say('askEdit');
  if (method === 'item/tool/requestUserInput') return say('askQuestion');
  if (method === 'mcpServer/elicitation/request') return say('askElicitation', params.serverName ?? 'MCP');
  if (params.networkApprovalContext) return say('askNetwork');
  return say(params.kind === 'writeStdin' ? 'askStdin' : 'askCommand');
}

/** What an approval is about, in one line. @param {Ask} ask */
export function gist(ask) {
  const { params } = ask;
  if (params.command) return visible(scriptIn(params.command));
  if (params.questions) return params.questions[0]?.question ?? '';
  if (params.message) return params.message;
  const changes = changesOf(ask);
  if (changes.length) return changes.map((each) => each.path.split('/').at(-1)).join(', ');
  return params.reason ?? '';
}

/** The changes an edit asks for: with the question, else from its item in the timeline. @param {Ask} ask @returns {any[]} */
export function changesOf(ask) {
  if (ask.changes) return ask.changes;
  const timeline = store.open.value;
  if (timeline?.id !== ask.threadId) return [];
  return timeline.entry(keyOf(ask.turnId, ask.itemId))?.value.item.changes ?? [];
}

/** @param {any} decision */
const isRule = (decision) => typeof decision === 'object' && decision !== null && 'acceptWithExecpolicyAmendment' in decision;

/** The answers that may be given, with their keys. @param {Ask} ask */
export function choicesOf(ask) {
  const offered = ask.params.availableDecisions ?? ['accept', 'acceptForSession', 'decline', 'cancel'];
  const has = (/** @type {string} */ name) => offered.includes(name);
  const rule = offered.find(isRule);
  return [
    { key: '1', label: say('accept'), decision: 'accept', class: 'primary' },
    ...(has('acceptForSession') ? [{ key: '2', label: say('acceptThread'), decision: 'acceptForSession', class: '' }] : []),
    ...(rule ? [{ key: '4', label: say('acceptRule', rule.acceptWithExecpolicyAmendment.execpolicy_amendment.join(' ')), decision: rule, class: '' }] : []),
    ...(has('decline') ? [{ key: '3', label: say('decline'), decision: 'decline', class: 'danger-line' }] : []),
    ...(has('cancel') ? [{ key: '0', label: say('cancelTurn'), decision: 'cancel', class: 'quiet' }] : []),
  ];
}
