// @ts-check
// Where the page is: `/`, `/t/THREAD?pane=…#i-ITEM`, `/inbox`, `/new`, `/settings`, `/archived`.
import { signal } from '@preact/signals-core';

/** @typedef {{name: 'home'|'thread'|'inbox'|'new'|'settings', threadId: string, pane: string, itemId: string, tab: string, folder: string}} Place */

/** @param {string} href @returns {Place} */
export function parse(href) {
  const url = new URL(href, 'http://page');
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  const place = { threadId: '', pane: url.searchParams.get('pane') ?? '', itemId: url.hash.startsWith('#i-') ? decodeURIComponent(url.hash.slice(3)) : '', tab: url.searchParams.get('tab') ?? '', folder: url.searchParams.get('folder') ?? '' };
  if (first === 't' && second) return { ...place, name: 'thread', threadId: second };
  if (first === 'inbox' || first === 'new' || first === 'settings') return { ...place, name: first };
  return { ...place, name: 'home' };
}

/** @param {string} threadId @param {{pane?: string, itemId?: string}} [more] */
export const threadPath = (threadId, { pane = '', itemId = '' } = {}) =>
  `/t/${encodeURIComponent(threadId)}${pane ? `?pane=${encodeURIComponent(pane)}` : ''}${itemId ? `#i-${encodeURIComponent(itemId)}` : ''}`;

const isBrowser = typeof location !== 'undefined';

export const place = signal(parse(isBrowser ? location.href : '/'));

/** @param {string} path @param {{replace?: boolean}} [how] */
export function go(path, { replace = false } = {}) {
  if (location.pathname + location.search + location.hash !== path) history[replace ? 'replaceState' : 'pushState'](null, '', path);
  place.value = parse(location.href);
}

/** Opens, changes or closes (`''`) the pane of the thread that is shown. @param {string} pane */
export function showPane(pane) {
  if (place.value.name === 'thread') go(threadPath(place.value.threadId, { pane }), { replace: true });
}

/** Links inside the page do not load it again. @param {MouseEvent} event */
function follow(event) {
  const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null;
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(/** @type {string} */ (link.getAttribute('href')));
}

export function start() {
  addEventListener('popstate', () => { place.value = parse(location.href); });
  document.addEventListener('click', follow);
}
