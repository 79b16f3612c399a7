// @ts-check
// The status as the server derives it: dot, header, details, elapsed, stop, context, what waits.
import { html, useState, useEffect } from '../html.mjs';
import { Icon } from './icon.mjs';
import { now } from './clock.mjs';
import { store } from '../store.mjs';
import { connection } from '../link.mjs';
import { attempt, stop } from '../actions.mjs';
import { clock, count, duration, phrase, say } from '../words.mjs';

/** A status in the server's form where it sends none: from the bare word of the list. @param {import('../types.d.ts').Thread | undefined} thread @returns {any} */
export function bareStatus(thread) {
  const type = thread?.status?.type;
  const flags = thread?.status?.activeFlags ?? [];
  const header = thread?.archived ? 'archived' : flags.includes('waitingOnUserInput') ? 'input' : flags.length ? 'approval' : type === 'active' ? 'working' : type === 'systemError' ? 'err.default' : 'idle';
  const status = flags.length ? 'waiting' : type === 'active' ? 'running' : type === 'systemError' ? 'error' : 'idle';
  return { threadId: thread?.id, level: 7, status, header: { key: header, args: [] }, details: null, workedMs: 0, interruptible: type === 'active', attention: { approvals: 0, inputs: 0 }, presence: null, waits: [], unread: false, bare: true };
}

/** @param {string} threadId */
export const statusOf = (threadId) => store.statuses.value.get(threadId) ?? bareStatus(store.threads.value.get(threadId));

/** @param {{status: string}} props */
export function Dot({ status }) {
  return html`<span class=${'dot dot-' + status} aria-hidden="true"></span>`;
}

/** How long the agent has worked: waiting for a person does not count. @param {any} status */
function elapsed(status) {
  if (!status.interruptible) return '';
  const worked = status.bare ? 0 : status.workedMs + (status.attention.approvals + status.attention.inputs > 0 ? 0 : Math.max(0, now.value - status.receivedAt));
  return worked >= 1000 ? duration(worked) : '';
}

/** What is waited for: since when, until when. @param {{wait: any}} props */
function Wait({ wait }) {
  const server = now.value + connection.skew.value;
  const parts = [say('why.' + wait.why) + (wait.detail ? `: ${wait.detail}` : '')];
  if (wait.since) parts.push(say('since', duration(server - wait.since)));
  if (wait.attempts) parts.push(say('attempt', wait.attempt, wait.attempts));
  if (wait.until) parts.push(say('until', clock(wait.until)));
  return html`<span class="wait"><${Icon} name="hourglass" />${parts.join(' · ')}</span>`;
}

/** @param {{usage: any}} props */
function Context({ usage }) {
  if (!usage?.last) return null;
  const used = usage.last.totalTokens;
  const limit = usage.modelContextWindow;
  if (!limit) return html`<span class="context">${say('tokensUsed', count(used))}</span>`;
  const percent = Math.min(100, Math.round((used / limit) * 100));
  return html`<span class="context" title=${`${count(used)} / ${count(limit)}`}><meter min="0" max="100" value=${percent} aria-label=${say('context')}></meter>${say('contextUsed', percent)}</span>`;
}

/** @param {{threadId: string}} props */
export function StatusLine({ threadId }) {
  const [stopping, setStopping] = useState(false);
  const status = statusOf(threadId);
  const lost = connection.state.value !== 'live';
  useEffect(() => { if (!status.interruptible) setStopping(false); }, [status.interruptible]);
  const header = phrase(status.header);
  const details = phrase(status.details);
  const halt = async () => { setStopping(true); if (await attempt(stop(threadId)) === undefined) setStopping(false); };
  const waits = (status.waits ?? []).filter((/** @type {any} */ wait) => !['approval', 'input'].includes(wait.why));
  return html`<div class=${'status-line' + (lost ? ' stale' : '')}>
    <div class="status-words" role="status" aria-label=${say('status')} data-status=${status.status} data-level=${status.level}><${Dot} status=${status.status} /><span class="status-header">${stopping ? say('stopping') : header}</span>${details ? html`<span class="status-details">${details}</span>` : null}</div>
    <span class="elapsed">${elapsed(status)}</span>${waits.map((/** @type {any} */ wait, /** @type {number} */ i) => html`<${Wait} key=${i} wait=${wait} />`)}
    <span class="grow"></span><${Context} usage=${store.open.value?.usage.value} />
    ${status.interruptible ? html`<button type="button" class="button small stop" disabled=${stopping || lost} onClick=${halt}><${Icon} name="square" />${say('stop')}</button>` : null}</div>`;
}

/** The row below the timeline: what goes on right now, as the server says it. @param {{threadId: string}} props */
export function Presence({ threadId }) {
  const status = statusOf(threadId);
  const words = phrase(status.presence);
  if (!words || connection.state.value !== 'live') return null;
  return html`<div class="presence" data-presence><span class="shimmer">${words}</span></div>`;
}
