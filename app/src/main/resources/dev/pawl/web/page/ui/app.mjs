// @ts-check
// The shell: list, the place that is shown, what lies over it, and the line that says when the connection is lost.
import { html } from '../html.mjs';
import { Icon } from './icon.mjs';
import { Empty, IconButton } from './controls.mjs';
import { Asking, Toasts } from './overlay.mjs';
import { ThreadList } from './thread-list.mjs';
import { Home } from './home.mjs';
import { Lazy } from './lazy.mjs';
import { Help, helpShown } from './help.mjs';
import { listShown } from './shell-state.mjs';
import { now } from './clock.mjs';
import { connection } from '../link.mjs';
import { listHidden, theme } from '../prefs.mjs';
import { go, place } from '../router.mjs';
import { store } from '../store.mjs';
import { duration, say } from '../words.mjs';

/** Shown within a second of a missed beat; what was there stays. */
function ConnectionBar() {
  const state = connection.state.value;
  if (state !== 'lost') return null;
  return html`<div class="connection-bar" role="alert"><${Icon} name="wifi-off" /><strong>${say('lost')}</strong><span>${say('lostHint', duration(now.value - connection.lost.value.since))}</span><button type="button" class="button small" onClick=${() => connection.hurry()}>${say('retryNow')}</button></div>`;
}

const THEMES = ['system', 'light', 'dark'];

function Sidebar() {
  const waiting = store.waiting.value;
  const here = place.value.name;
  const link = (/** @type {string} */ path, /** @type {string} */ icon, /** @type {string} */ word, /** @type {boolean} */ chosen, /** @type {any} */ more = null) => html`<a class=${'side-link' + (chosen ? ' chosen' : '')} href=${path} aria-current=${chosen ? 'page' : undefined}><${Icon} name=${icon} /><span>${say(word)}</span>${more}</a>`;
  const nextTheme = () => { theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length]; };
  return html`<div class=${'sidebar' + (listShown.value ? ' shown' : '')}>
    <div class="side-head"><a class="brand" href="/"><span class="brand-mark" aria-hidden="true"></span>Pawl</a><span class="grow"></span><${IconButton} icon=${theme.value === 'dark' ? 'moon' : theme.value === 'light' ? 'sun' : 'sun-moon'} label=${say('theme') + ': ' + say('theme.' + theme.value)} onClick=${nextTheme} />
      <${IconButton} icon="panel-left" label=${say('hideList')} class="hide-list" onClick=${() => { listHidden.value = true; listShown.value = false; }} /></div>
    <button type="button" class="button primary new-button" onClick=${() => go('/new')}><${Icon} name="plus" />${say('newThread')}</button>
    <div class="side-links">${link('/', 'house', 'home', here === 'home')}${link('/inbox', 'inbox', 'inbox', here === 'inbox', waiting ? html`<span class="badge">${waiting}</span>` : null)}</div>
    <${ThreadList} />
    <div class="side-foot">${link('/settings', 'settings', 'settings', here === 'settings')}<${IconButton} icon="keyboard" label=${say('shortcuts')} onClick=${() => { helpShown.value = true; }} />
      <span class=${'beat beat-' + connection.state.value} title=${say(connection.state.value === 'live' ? 'live' : connection.state.value === 'connecting' ? 'connecting' : 'lost')}><span class="for-readers">${say(connection.state.value === 'live' ? 'live' : connection.state.value === 'connecting' ? 'connecting' : 'lost')}</span></span></div>
  </div>`;
}

const CHAT = ['/css/timeline.css', '/css/panes.css'];
const PARTS = {
  thread: { name: 'thread', load: () => import('./thread-page.mjs'), styles: CHAT },
  inbox: { name: 'inbox', load: () => import('./inbox.mjs'), styles: CHAT },
  new: { name: 'new', load: () => import('./new-thread.mjs') },
  settings: { name: 'settings', load: () => import('./settings.mjs'), styles: CHAT },
};

function Shown() {
  const { name, threadId, pane, itemId, folder } = place.value;
  if (connection.state.value === 'refused') return html`<main class="main"><${Empty} icon="log-out" title=${say('signedOut')} hint=${say('signedOutHint')} /></main>`;
  if (name === 'home') return html`<${Home} />`;
  return html`<${Lazy} key=${name} part=${PARTS[name]} props=${{ threadId, pane, itemId, folder }} />`;
}

export function App() {
  return html`<a class="skip" href="#message" onClick=${(/** @type {Event} */ event) => { event.preventDefault(); document.getElementById('message')?.focus(); }}>${say('skip')}</a>
    <${ConnectionBar} /><div class=${'shell' + (listHidden.value ? ' list-hidden' : '')}><${Sidebar} />${listShown.value ? html`<button type="button" class="veil" aria-label=${say('hideList')} onClick=${() => { listShown.value = false; }}></button>` : null}
      ${listHidden.value ? html`<${IconButton} icon="panel-left" label=${say('openList')} class="show-list" onClick=${() => { listHidden.value = false; }} />` : null}<${Shown} /></div>
    <${Help} /><${Asking} /><${Toasts} />`;
}
