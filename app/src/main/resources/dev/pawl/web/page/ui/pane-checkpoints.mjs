// @ts-check
// The checkpoint rail: look, compare, restore files, fork from here.
import { html, useState } from '../html.mjs';
import { Empty, Failed, Skeleton, useRead } from './controls.mjs';
import { Menu, confirmed } from './overlay.mjs';
import { review } from './review-state.mjs';
import { call } from '../link.mjs';
import { attempt, fork } from '../actions.mjs';
import { store, wordsOf } from '../store.mjs';
import { showPane } from '../router.mjs';
import { dateTime, say } from '../words.mjs';

/** What a checkpoint is taken before, in words. @param {import('../timeline.mjs').Timeline} timeline @param {any} checkpoint */
function labelOf(timeline, checkpoint) {
  if (checkpoint.kind === 'undo') return say('beforeUndo');
  for (const entry of timeline.entries.values()) {
    const { turnId, item } = entry.peek();
    if (turnId !== checkpoint.turnId || item.type !== 'userMessage') continue;
    const words = wordsOf(item).replace(/\s+/g, ' ');
    return say('beforeTurn', words.length > 60 ? words.slice(0, 59) + '…' : words);
  }
  return say('beforeSome');
}

/** @param {string} threadId @param {any} checkpoint @param {() => void} again */
async function restore(threadId, checkpoint, again) {
  const look = await attempt(call('pawl/undo', { threadId, checkpointId: checkpoint.id, dryRun: true }));
  if (!look) return;
  const files = look.files.filter((/** @type {any} */ file) => file.action !== 'keep');
  const names = files.slice(0, 8).map((/** @type {any} */ file) => `${say('undo.' + file.action)}: ${file.path}`).join('\n');
  const conflicts = (look.conflicts ?? []).length ? `\n${say('warning')}: ${look.conflicts.join(', ')}` : '';
  if (!await confirmed({ title: say('restore'), text: `${say('restoreAsk')}\n\n${names}${files.length > 8 ? '\n…' : ''}${conflicts}`, confirm: say('restore'), danger: true })) return;
  const done = await attempt(call('pawl/undo', { threadId, checkpointId: checkpoint.id, dryRun: false }));
  if (!done) return;
  store.toast('done', say('restored', done.restored?.length ?? done.files.length));
  again();
}

/** @param {{timeline: import('../timeline.mjs').Timeline}} props */
export default function CheckpointsPane({ timeline }) {
  const read = useRead(() => call('pawl/checkpoints/list', { threadId: timeline.id }), [timeline.id, timeline.active.value]);
  const [from, setFrom] = useState('');
  const compare = (/** @type {string} */ a, /** @type {string} */ b) => { review.value = { ...review.value, scope: 'checkpoint', from: a, to: b }; showPane('review'); };
  if (read.error) return html`<${Failed} error=${read.error} again=${read.again} />`;
  if (!read.value) return html`<${Skeleton} rows=${5} />`;
  const all = read.value.data;
  if (!all.length) return html`<${Empty} icon="rotate-ccw-clock" title=${say('noCheckpoints')} hint=${say('noCheckpointsHint')} />`;
  return html`<ol class="rail">${all.map((/** @type {any} */ one) => html`<li key=${one.id} class=${'rail-stop' + (from === one.id ? ' chosen' : '')}>
    <div class="rail-line"><strong>${labelOf(timeline, one)}</strong>${one.undoneBy ? html`<span class="chip">${say('undone')}</span>` : null}<time class="muted">${dateTime(one.at)}</time></div>
    <p class="muted">${one.files === 1 ? say('file') : say('files', one.files ?? 0)} <span class="plus">+${one.added ?? 0}</span> <span class="minus">−${one.removed ?? 0}</span></p>
    <div class="buttons">${from && from !== one.id ? html`<button type="button" class="button small primary" onClick=${() => compare(from, one.id)}>${say('compareThese')}</button>` : null}
      <button type="button" class="button small" onClick=${() => compare(one.id, '')}>${say('compareWith')}</button><button type="button" class="button small" onClick=${() => restore(timeline.id, one, read.again)}>${say('restore')}</button>
      <${Menu} label=${say('threadMenu', labelOf(timeline, one))} items=${[{ label: say('compare'), icon: 'file-diff', run: () => setFrom(one.id) }, ...(one.turnId ? [{ label: say('forkHere'), icon: 'git-fork', run: () => { fork(timeline.id, { beforeTurnId: one.turnId }); } }] : [])]} /></div></li>`)}</ol>`;
}
