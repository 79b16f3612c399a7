// @ts-check
// Review: what changed, in the scope that is chosen; comments on lines, sent together as one message.
import { html, useMemo, useState } from '../html.mjs';
import { Empty, Failed, Fold, IconButton, Segments, Skeleton, useRead } from './controls.mjs';
import { Icon } from './icon.mjs';
import { Counts, DiffTable, shortPath } from './diff-view.mjs';
import { addComment, asMessage, comments, dropComment, review } from './review-state.mjs';
import { ofChange, parse } from '../diff.mjs';
import { wrapDiffs } from '../prefs.mjs';
import { store } from '../store.mjs';
import { call } from '../link.mjs';
import { attempt, enqueue, inputOf, submit } from '../actions.mjs';
import { say } from '../words.mjs';
import { visible } from '../visible.mjs';

/** The diff of a scope: from the server's checkpoints, else what the turn told of itself. @param {import('../timeline.mjs').Timeline} timeline @param {any} wish */
async function readDiff(timeline, wish) {
  const turnId = wish.turnId || [...timeline.turns.value.keys()].at(-1) || '';
  if (store.has('pawl/diff/read')) {
    const asked = wish.scope === 'turn' ? { turnId } : wish.scope === 'checkpoint' ? { from: wish.from, ...(wish.to ? { to: wish.to } : {}) } : {};
    if (wish.scope === 'turn' && !turnId) return { diff: '' };
    return call('pawl/diff/read', { threadId: timeline.id, scope: wish.scope, ...asked });
  }
  const diff = timeline.turns.value.get(turnId)?.diff ?? '';
  return { diff, changes: diff ? [] : changesOf(timeline, turnId) };
}

/** The patches of a turn, where nothing told its whole diff. @param {import('../timeline.mjs').Timeline} timeline @param {string} turnId @returns {any[]} */
function changesOf(timeline, turnId) {
  return [...timeline.entries.values()].map((entry) => entry.peek()).filter(({ turnId: of, item }) => of === turnId && item.type === 'fileChange').flatMap(({ item }) => item.changes ?? []);
}

/** @param {import('../diff.mjs').FileDiff} file */
const rowsOf = (file) => file.hunks.flatMap((hunk) => hunk.rows);

/** @param {{onSave: (text: string) => void, onCancel: () => void, title: string}} props */
function CommentForm({ onSave, onCancel, title }) {
  const [text, setText] = useState('');
  const save = () => { if (text.trim()) onSave(text.trim()); };
  const keys = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Escape') { event.stopPropagation(); onCancel(); }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
  };
  return html`<form class="comment-form" onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); save(); }}><textarea aria-label=${say('commentOn', title)} placeholder=${say('commentOn', title)} autofocus rows="3" value=${text} onInput=${(/** @type {any} */ event) => setText(event.currentTarget.value)} onKeyDown=${keys}></textarea>
    <div class="buttons"><button type="button" class="button small" onClick=${onCancel}>${say('cancel')}</button><button type="submit" class="button small primary" disabled=${!text.trim()}>${say('addIt')}</button></div></form>`;
}

/** @param {{file: import('../diff.mjs').FileDiff, threadId: string, cwd: string}} props */
function ReviewFile({ file, threadId, cwd }) {
  const [chosen, setChosen] = useState(/** @type {{from: number, to: number}|null} */ (null));
  const [first, setFirst] = useState(0);
  const rows = useMemo(() => rowsOf(file), [file]);
  const path = shortPath(file.path, cwd);
  const mine = comments.value.filter((each) => each.threadId === threadId && each.path === path);
  const choose = (/** @type {number} */ row, /** @type {boolean} */ extend) => {
    if (extend && chosen) setChosen({ from: Math.min(first, row), to: Math.max(first, row) });
    else { setFirst(row); setChosen({ from: row, to: row }); }
  };
  const lineOf = (/** @type {number} */ at) => rows[at]?.new ?? rows[at]?.old ?? 0;
  const save = (/** @type {string} */ text) => {
    if (!chosen) return;
    const part = rows.slice(chosen.from, chosen.to + 1).filter((row) => row.kind !== '\\');
    const side = part.every((row) => row.kind === '-') ? 'old' : 'new';
    const numbers = part.map((row) => (side === 'old' ? row.old : row.new ?? row.old)).filter((n) => n !== null);
    addComment({ threadId, path, side, from: Math.min(...numbers), to: Math.max(...numbers), quoted: part.map((row) => row.text), text });
    setChosen(null);
  };
  const under = (/** @type {number} */ at) => {
    const here = mine.filter((comment) => lineOf(at) === comment.to && (comment.side === 'old') === (rows[at].kind === '-'));
    const form = chosen && chosen.to === at;
    if (!here.length && !form) return null;
    const range = chosen && (chosen.from === chosen.to ? say('commentLine', lineOf(chosen.from)) : say('commentRange', lineOf(chosen.from), lineOf(chosen.to)));
    return html`${here.map((comment) => html`<div class="comment" key=${comment.id}><p>${comment.text}</p><${IconButton} icon="trash" label=${say('discard')} onClick=${() => dropComment(comment.id)} /></div>`)}
      ${form ? html`<${CommentForm} title=${range} onSave=${save} onCancel=${() => setChosen(null)} />` : null}`;
  };
  const summary = html`<code class="file-path">${visible(path)}</code><${Counts} file=${file} />${mine.length ? html`<span class="chip"><${Icon} name="message-square" />${mine.length}</span>` : null}`;
  return html`<${Fold} id=${'review-' + threadId + file.path} class="review-file" open=${true} summary=${summary}><${DiffTable} file=${file} commenting=${{ chosen, onChoose: choose, under }} /></${Fold}>`;
}

/** @param {{threadId: string, running: boolean}} props */
function SendComments({ threadId, running }) {
  const mine = comments.value.filter((each) => each.threadId === threadId);
  const [busy, setBusy] = useState(false);
  if (!mine.length) return null;
  const send = async (/** @type {typeof submit} */ how) => {
    setBusy(true);
    const sent = await attempt(how(threadId, inputOf(asMessage(say('commentsIntro'), mine), []), crypto.randomUUID()));
    if (sent !== undefined) comments.value = comments.value.filter((each) => each.threadId !== threadId);
    setBusy(false);
  };
  return html`<div class="send-comments"><button type="button" class="button small quiet" onClick=${() => { comments.value = comments.value.filter((each) => each.threadId !== threadId); }}>${say('discard')}</button><span class="grow"></span>
    ${running ? html`<button type="button" class="button small" disabled=${busy} onClick=${() => send(enqueue)}>${say('queue')}</button>` : null}
    <button type="button" class="button small primary" disabled=${busy} onClick=${() => send(submit)}>${mine.length === 1 ? say('sendComment') : say('sendComments', mine.length)}</button></div>`;
}

/** @param {{timeline: import('../timeline.mjs').Timeline}} props */
export default function ReviewPane({ timeline }) {
  const wish = review.value;
  const whole = store.has('pawl/diff/read');
  const scopes = whole ? ['turn', ...(wish.from ? ['checkpoint'] : []), 'thread', 'workingTree'] : ['turn'];
  const chosen = scopes.includes(wish.scope) ? wish.scope : '';
  const told = timeline.turns.value.get(wish.turnId || [...timeline.turns.value.keys()].at(-1) || '')?.diff ?? '';
  const read = useRead(async () => {
    const first = { ...await readDiff(timeline, { ...wish, scope: chosen || 'turn' }), scope: chosen || 'turn' };
    // A turn that changed nothing so far: what the thread changed is more useful than nothing.
    if (chosen || first.diff || first.changes?.length || !whole) return first;
    return { ...await readDiff(timeline, { ...wish, scope: 'thread' }), scope: 'thread' };
  }, [timeline.id, chosen, wish.turnId, wish.from, wish.to, timeline.active.value, told]);
  const files = useMemo(() => [...parse(read.value?.diff ?? ''), ...(read.value?.changes ?? []).map(ofChange)], [read.value]);
  const cwd = store.threads.value.get(timeline.id)?.cwd ?? '';
  const scope = chosen || read.value?.scope || 'turn';
  return html`<div class="review">
    <div class="review-tools">${scopes.length > 1 ? html`<${Segments} label=${say('scope')} value=${scope} options=${scopes.map((value) => ({ value, label: say('scope.' + value) }))} onChange=${(/** @type {string} */ value) => { review.value = { ...wish, scope: value, turnId: '' }; }} />` : html`<span class="muted">${say('scope.turn')}</span>`}<span class="grow"></span>
      <${IconButton} icon="corner-down-right" label=${say('wrapLines')} pressed=${wrapDiffs.value} onClick=${() => { wrapDiffs.value = !wrapDiffs.value; }} /><${IconButton} icon="refresh-cw" label=${say('refresh')} onClick=${read.again} /></div>
    ${read.error ? html`<${Failed} error=${read.error} again=${read.again} />` : null}
    ${!read.value && read.loading ? html`<${Skeleton} rows=${6} />` : null}
    ${read.value?.cut ? html`<p class="banner"><${Icon} name="triangle-alert" />${say('cutDiff')}</p>` : null}
    ${read.value && !files.length && !read.error ? html`<${Empty} icon="file-diff" title=${say('noChanges')} hint=${say('noChangesHint')} />` : null}
    <div class="review-files">${files.map((file) => html`<${ReviewFile} key=${file.path} file=${file} threadId=${timeline.id} cwd=${cwd} />`)}</div>
    <${SendComments} threadId=${timeline.id} running=${Boolean(timeline.active.value)} /></div>`;
}
