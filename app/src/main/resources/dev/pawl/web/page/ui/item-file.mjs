// @ts-check
import { html, useMemo } from '../html.mjs';
import { ofChange } from '../diff.mjs';
import { Fold } from './controls.mjs';
import { Icon } from './icon.mjs';
import { Counts, DiffTable, shortPath } from './diff-view.mjs';
import { say } from '../words.mjs';
import { store } from '../store.mjs';
import { visible } from '../visible.mjs';

/** @type {Record<string, [string, string]>} */
const VERBS = { add: ['created', 'file-plus'], delete: ['deleted', 'file-x'], update: ['edited', 'file-diff'], rename: ['renamed', 'file-diff'] };

/** The changes of an item, one fold for each file. @param {{changes: any[], id: string, threadId: string, open?: boolean, status?: string}} props */
export function Changes({ changes, id, threadId, open = false, status = '' }) {
  const files = useMemo(() => changes.map(ofChange), [changes]);
  const cwd = store.threads.value.get(threadId)?.cwd ?? '';
  const bad = ['failed', 'declined', 'interrupted'].includes(status);
  return html`${files.map((file, i) => {
    const [verb, icon] = VERBS[file.kind];
    const summary = html`<${Icon} name=${icon} class="item-icon" /><span class="item-verb">${say(status === 'inProgress' ? 'editing' : verb)}</span>
      <code class="file-path">${visible(shortPath(file.path, cwd))}</code><${Counts} file=${file} />${bad ? html`<span class="outcome bad"><${Icon} name="x" />${say(status)}</span>` : null}`;
    return html`<${Fold} key=${i} id=${id + i} class="file-change" open=${open} summary=${summary}><${DiffTable} file=${file} /></${Fold}>`;
  })}`;
}

/** @param {{entry: import('../timeline.mjs').Entry, threadId: string}} props */
export function FileItem({ entry, threadId }) {
  const { item, state } = entry;
  const changes = item.changes ?? [];
  return html`<${Changes} changes=${changes} id=${entry.key} threadId=${threadId} status=${state === 'interrupted' ? 'interrupted' : item.status} open=${changes.length === 1 && (changes[0].diff ?? '').length < 1500} />`;
}
