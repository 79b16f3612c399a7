// @ts-check
// A thread: header, status, timeline, what waits for a person, the message box, and a pane beside it.
import { html, useEffect, useState } from '../html.mjs';
import { Icon } from './icon.mjs';
import { Empty, IconButton } from './controls.mjs';
import { Menu } from './overlay.mjs';
import { StatusLine } from './status-line.mjs';
import { TimelineView } from './timeline-view.mjs';
import { PinnedAsks } from './approval.mjs';
import { Composer } from './composer.mjs';
import { Pane, panesOf } from './pane.mjs';
import { PlanBar } from './plan-bar.mjs';
import { menuOf } from './thread-menu.mjs';
import { anchors, listShown } from './shell-state.mjs';
import { store, titleOf } from '../store.mjs';
import { connection } from '../link.mjs';
import { openThread } from '../open-thread.mjs';
import { ConnectionLost } from '../connection.mjs';
import { unarchive } from '../actions.mjs';
import { showPane, threadPath } from '../router.mjs';
import { say } from '../words.mjs';

/** @param {{threadId: string, pane: string}} props */
function Header({ threadId, pane }) {
  const thread = store.threads.value.get(threadId);
  const parent = thread?.parentThreadId;
  return html`<header class="thread-head"><${IconButton} icon="menu" label=${say('openList')} class="open-list" onClick=${() => { listShown.value = true; }} />
    <div class="thread-title"><h1 title=${titleOf(thread)}>${titleOf(thread) || say('untitled')}</h1>
      <p class="thread-place">${parent ? html`<a href=${threadPath(parent)}><${Icon} name="corner-down-right" />${say('subAgent')} ${store.nameOf(parent)}</a>` : null}<span><${Icon} name="folder" />${thread?.cwd ?? ''}</span>${thread?.gitInfo?.branch ? html`<span><${Icon} name="git-branch" />${thread.gitInfo.branch}</span>` : null}</p></div>
    <div class="pane-buttons" role="toolbar" aria-label=${say('panes')}>${panesOf().map(({ name, icon, label }) => html`<${IconButton} key=${name} icon=${icon} label=${label} pressed=${pane === name} onClick=${() => showPane(pane === name ? '' : name)} />`)}</div>
    ${thread ? html`<${Menu} label=${say('threadMenu', titleOf(thread) || say('untitled'))} items=${menuOf(thread)} />` : null}</header>`;
}

/** @param {{threadId: string, pane: string, itemId: string}} props */
export default function ThreadPage({ threadId, pane, itemId }) {
  const [missing, setMissing] = useState('');
  const live = connection.state.value === 'live';
  useEffect(() => {
    setMissing('');
    if (!live) return;
    const turnId = itemId ? anchors.get(itemId) : undefined;
    const shown = store.open.value?.id === threadId && itemId && document.getElementById('i-' + itemId);
    openThread(threadId, turnId && !shown ? { at: { turnId, itemId } } : {}).catch((error) => { if (!(error instanceof ConnectionLost)) setMissing(error.message); });
  }, [threadId, itemId, live]);
  const timeline = store.open.value?.id === threadId ? store.open.value : null;
  const thread = store.threads.value.get(threadId);
  if (missing) return html`<main class="main"><${Empty} icon="circle-question-mark" title=${say('notFound')} hint=${say('notFoundHint')}><p class="muted">${missing}</p><a class="button" href="/">${say('home')}</a></${Empty}></main>`;
  return html`<main class=${'main thread-page' + (pane ? ' with-pane' : '')}>
    <div class="chat"><${Header} threadId=${threadId} pane=${pane} /><${StatusLine} threadId=${threadId} />
      ${timeline ? html`<${PlanBar} timeline=${timeline} /><${TimelineView} key=${threadId} timeline=${timeline} itemId=${itemId} />` : html`<div class="timeline-box"></div>`}
      <div class="bottom">${thread?.archived ? html`<div class="banner"><${Icon} name="archive" /><span>${say('readOnly')}</span><button type="button" class="button small" onClick=${() => unarchive(thread)}>${say('unarchive')}</button></div>` : null}
        <${PinnedAsks} threadId=${threadId} /><${Composer} threadId=${threadId} /></div></div>
    ${pane && timeline ? html`<${Pane} name=${pane} timeline=${timeline} />` : null}</main>`;
}
