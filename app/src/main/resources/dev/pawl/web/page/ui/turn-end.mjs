// @ts-check
// The line that ends a turn: how long it took, what it did, what went wrong, what can be done with it.
import { html } from '../html.mjs';
import { Icon } from './icon.mjs';
import { Menu, confirmed } from './overlay.mjs';
import { attempt, fork } from '../actions.mjs';
import { call } from '../link.mjs';
import { go, threadPath } from '../router.mjs';
import { brief, plainError, say } from '../words.mjs';
import { review } from './review-state.mjs';
import { store } from '../store.mjs';

/** @param {import('../timeline.mjs').Timeline} timeline @param {string} turnId */
function tally(timeline, turnId) {
  let commands = 0;
  const files = new Set();
  for (const entry of timeline.entries.values()) {
    const { turnId: of, item } = entry.peek();
    if (of !== turnId) continue;
    if (item.type === 'commandExecution') commands++;
    if (item.type === 'fileChange') for (const change of item.changes ?? []) files.add(change.path);
  }
  const parts = [];
  if (commands) parts.push(commands === 1 ? say('commandCount') : say('commandsCount', commands));
  if (files.size) parts.push(files.size === 1 ? say('file') : say('files', files.size));
  return parts;
}

/** @param {{turn: import('../timeline.mjs').TurnView, timeline: import('../timeline.mjs').Timeline, threadId: string}} props */
export function TurnEnd({ turn, timeline, threadId }) {
  const parts = [...(turn.durationMs ? [say('worked', brief(turn.durationMs))] : []), ...tally(timeline, turn.id)];
  const drop = async () => {
    if (await confirmed({ title: say('revertHere'), text: say('revertHere') + '?', confirm: say('revertHere'), danger: true })) attempt(call('thread/revert', { threadId, beforeTurnId: turn.id }));
  };
  const items = [
    { label: say('reviewTurn'), icon: 'file-diff', run: () => { review.value = { ...review.value, scope: 'turn', turnId: turn.id }; go(threadPath(threadId, { pane: 'review' })); } },
    ...(store.has('pawl/turn/inspect') ? [{ label: say('inspectTurn'), icon: 'activity', run: () => { review.value = { ...review.value, inspect: turn.id }; go(threadPath(threadId, { pane: 'inspector' })); } }] : []),
    { label: say('forkHere'), icon: 'git-fork', run: () => fork(threadId, { lastTurnId: turn.id }) },
    null,
    { label: say('revertHere'), icon: 'undo-2', danger: true, run: drop },
  ];
  return html`<div class=${'turn-end turn-' + turn.status}>
    ${turn.status === 'failed' ? html`<div class="note note-error" role="alert"><${Icon} name="circle-alert" /><div><p>${say('turnFailed')}</p><p class="muted">${plainError(turn.error?.message ?? '')}</p>${turn.error?.additionalDetails ? html`<p class="muted">${turn.error.additionalDetails}</p>` : null}</div></div>` : null}
    <div class="turn-line">${turn.status === 'interrupted' ? html`<span class="turn-stopped"><${Icon} name="square" />${say('turnStopped')}</span>` : null}<span>${parts.join(' · ')}</span>
      <${Menu} label=${say('turnMenu')} items=${items} class="turn-menu" /></div></div>`;
}
