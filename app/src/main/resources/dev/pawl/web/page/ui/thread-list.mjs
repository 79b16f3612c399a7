// @ts-check
// The threads: what needs a person first, then what runs, what is unread, the rest; or what a search found.
import { html, useEffect, useRef, useState } from '../html.mjs';
import { Icon } from './icon.mjs';
import { Empty, IconButton, Skeleton } from './controls.mjs';
import { Menu } from './overlay.mjs';
import { Dot, statusOf } from './status-line.mjs';
import { choicesOf, gist, isApproval } from './ask-words.mjs';
import { menuOf } from './thread-menu.mjs';
import { now } from './clock.mjs';
import { store, titleOf, isPinned } from '../store.mjs';
import { call, connection, loadLists } from '../link.mjs';
import { attempt, decide, search } from '../actions.mjs';
import { anchors } from './shell-state.mjs';
import { place, threadPath } from '../router.mjs';
import { ago, phrase, say } from '../words.mjs';

const SEARCH_AFTER = 200;

/** The first question of a thread can be answered from the list. @param {{ask: import('../types.d.ts').Ask, more: number}} props */
function RowAsk({ ask, more }) {
  const offline = connection.state.value !== 'live' || ask.state === 'sent';
  const choices = isApproval(ask) ? choicesOf(ask).filter(({ decision }) => decision === 'accept' || decision === 'decline') : [];
  return html`<div class="row-ask"><code class="row-gist" title=${gist(ask)}>${gist(ask)}</code>
    ${choices.length ? html`<div class="row-buttons">${choices.map((choice) => html`<button type="button" key=${choice.label} class=${'button small ' + choice.class} disabled=${offline} onClick=${() => decide(ask, choice.decision)}>${choice.label}</button>`)}${more ? html`<span class="muted">+${more}</span>` : null}</div>` : null}</div>`;
}

/** Whether the list offers a thread's questions: not where the page shows them already. @param {string} threadId */
const isOffered = (threadId) => place.value.name !== 'inbox' && place.value.threadId !== threadId && store.asksOf(threadId).length > 0;

/** @param {{thread: import('../types.d.ts').Thread, withAsk?: boolean}} props */
function ThreadRow({ thread, withAsk = false }) {
  const status = statusOf(thread.id);
  const asks = withAsk ? store.asksOf(thread.id) : [];
  const chosen = place.value.threadId === thread.id;
  const name = titleOf(thread) || say('untitled');
  const quiet = status.status === 'idle';
  return html`<li class=${'thread-row' + (chosen ? ' chosen' : '') + (status.unread ? ' unread' : '')}>
    <a class="thread-link" href=${threadPath(thread.id)} aria-current=${chosen ? 'page' : undefined}>
      <${Dot} status=${asks.length ? 'waiting' : status.status} /><span class="thread-name">${name}</span>
      ${isPinned(store.statuses.value.get(thread.id)) ? html`<${Icon} name="pin" class="row-pin" />` : null}<time class="thread-time">${ago(thread.recencyAt ?? thread.updatedAt, now.value)}</time>
      <span class="thread-sub">${quiet ? thread.cwd.split('/').at(-1) : [phrase(status.header), phrase(status.details)].filter(Boolean).join(' · ')}</span>
      ${status.unread ? html`<span class="unread-mark"><span class="for-readers">${say('unread')}</span></span>` : null}</a>
    <${Menu} label=${say('threadMenu', name)} items=${menuOf(thread)} class="thread-menu" />
    ${asks.length && isOffered(thread.id) ? html`<${RowAsk} ask=${asks[0]} more=${asks.length - 1} />` : null}</li>`;
}

/** @param {{title: string, threads: import('../types.d.ts').Thread[], needs?: boolean}} props */
function Group({ title, threads, needs = false }) {
  if (!threads.length) return null;
  return html`<section class=${'group' + (needs ? ' needs' : '')} role=${needs && threads.some((thread) => isOffered(thread.id)) ? 'region' : 'group'} aria-label=${title}><h2 class="group-title">${title}<span class="group-count">${threads.length}</span></h2>
    <ul>${threads.map((thread) => html`<${ThreadRow} key=${thread.id} thread=${thread} withAsk=${needs} />`)}</ul></section>`;
}

function Groups() {
  const groups = store.groups.value;
  if (store.archivedShown.value) return groups.archived.length ? html`<${Group} title=${say('archived')} threads=${groups.archived} />` : html`<${Empty} icon="archive" title=${say('noArchived')} />`;
  const none = !groups.needsYou.length && !groups.running.length && !groups.unread.length && !groups.pinned.length && !groups.rest.length;
  if (none) return html`<${Empty} icon="message-square-plus" title=${say('noThreads')} hint=${say('noThreadsHint')} />`;
  return html`<${Group} title=${say('needsYou')} threads=${groups.needsYou} needs /><${Group} title=${say('running')} threads=${groups.running} /><${Group} title=${say('unread')} threads=${groups.unread} />
    <${Group} title=${say('pinned')} threads=${groups.pinned} /><${Group} title=${say('recent')} threads=${groups.rest} />`;
}

/** @param {{text: string, query: string}} props */
function Hit({ text, query }) {
  const at = text.toLowerCase().indexOf(query.toLowerCase());
  if (at < 0) return html`${text}`;
  return html`${text.slice(0, at)}<mark>${text.slice(at, at + query.length)}</mark>${text.slice(at + query.length)}`;
}

/** @param {{query: string}} props */
function Results({ query }) {
  const [found, setFound] = useState(/** @type {Awaited<ReturnType<typeof search>>|null} */ (null));
  useEffect(() => {
    let gone = false;
    const timer = setTimeout(async () => {
      const hits = await attempt(search(query));
      if (!gone) setFound(hits ?? []);
    }, SEARCH_AFTER);
    return () => { gone = true; clearTimeout(timer); };
  }, [query]);
  if (!found) return html`<p class="edge" role="status">${say('searching')}</p>`;
  if (!found.length) return html`<${Empty} icon="search" title=${say('searchNone', query)} />`;
  return html`<ul class="results" aria-live="polite">${found.map((hit, i) => html`<li key=${i}><a class="result" href=${threadPath(hit.threadId, { itemId: hit.itemId })} data-turn=${hit.turnId}
      onClick=${() => { if (hit.turnId) anchors.set(hit.itemId, hit.turnId); }}><span class="result-name"><${Hit} text=${hit.name || say('untitled')} query=${query} /></span><span class="result-snippet"><${Hit} text=${hit.snippet} query=${query} /></span></a></li>`)}</ul>`;
}

async function showArchived() {
  store.archivedShown.value = !store.archivedShown.value;
  await attempt(loadLists());
}

async function loadMoreThreads() {
  const archived = store.archivedShown.value;
  const list = await attempt(call('thread/list', { limit: 100, archived, sortKey: 'updated_at', cursor: store.listCursor.value }));
  if (!list) return;
  store.knowThreads(list.data, { archived });
  store.listCursor.value = list.nextCursor ?? '';
}

export function ThreadList() {
  const [query, setQuery] = useState('');
  const box = useRef(/** @type {HTMLElement|null} */ (null));
  const words = query.trim();
  const move = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Escape' && query) { event.stopPropagation(); setQuery(''); }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const all = /** @type {HTMLElement[]} */ ([...(box.current?.querySelectorAll('.thread-link, .result') ?? [])]);
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = all[at + (event.key === 'ArrowDown' ? 1 : -1)];
    if (to) { event.preventDefault(); to.focus(); }
  };
  return html`<nav class="threads" aria-label=${say('threads')} ref=${box} onKeyDown=${move}>
    <div class="search"><${Icon} name="search" /><input type="search" id="search" aria-label=${say('search')} placeholder=${say('search')} title=${say('searchHint')} value=${query} onInput=${(/** @type {any} */ event) => setQuery(event.currentTarget.value)} />
      ${query ? html`<${IconButton} icon="x" label=${say('clear')} onClick=${() => setQuery('')} />` : html`<kbd aria-hidden="true">/</kbd>`}</div>
    <div class="thread-groups" tabIndex="-1">${words.length > 1 ? html`<${Results} key="results" query=${words} />` : store.listLoaded.value ? html`<${Groups} />` : html`<${Skeleton} rows=${8} />`}
      ${!words && store.listCursor.value ? html`<button type="button" class="link more-threads" onClick=${loadMoreThreads}>${say('moreThreads')}</button>` : null}</div>
    <button type="button" class="list-foot" onClick=${showArchived}><${Icon} name=${store.archivedShown.value ? 'chevron-left' : 'archive'} />${say(store.archivedShown.value ? 'showActive' : 'showArchived')}</button>
  </nav>`;
}
