// @ts-check
// Settings of this browser, and the server's: what is in force and from where, its health, its workers, its log.
import { html, useEffect, useState } from '../html.mjs';
import { Icon } from './icon.mjs';
import { Empty, Failed, IconButton, Segments, Skeleton, useRead } from './controls.mjs';
import { UsageTable } from './pane-usage.mjs';
import { listShown } from './shell-state.mjs';
import { call, connection } from '../link.mjs';
import { store } from '../store.mjs';
import { language, letterKeys, notifications, theme } from '../prefs.mjs';
import { go, place } from '../router.mjs';
import { say } from '../words.mjs';
import { own } from '../own.mjs';

const LOG_EVERY = 2000;

/** @param {{label: string, value: boolean, onChange: (value: boolean) => void, hint?: string}} props */
function Switch({ label, value, onChange, hint = '' }) {
  return html`<label class="switch"><input type="checkbox" role="switch" checked=${value} onChange=${(/** @type {any} */ event) => onChange(event.currentTarget.checked)} /><span>${label}${hint ? html`<span class="muted">${hint}</span>` : null}</span></label>`;
}

function Own() {
  const [denied, setDenied] = useState(false);
  const notify = async (/** @type {boolean} */ wanted) => {
    if (!wanted) { notifications.value = false; return; }
    const allowed = 'Notification' in globalThis && await Notification.requestPermission() === 'granted';
    notifications.value = allowed;
    setDenied(!allowed);
  };
  return html`<section class="card"><h2>${say('appearance')}</h2>
      <div class="field"><span>${say('theme')}</span><${Segments} label=${say('theme')} value=${theme.value} options=${['system', 'light', 'dark'].map((value) => ({ value, label: say('theme.' + value) }))} onChange=${(/** @type {string} */ value) => { theme.value = value; }} /></div>
      <div class="field"><span>${say('language')}</span><${Segments} label=${say('language')} value=${language.value} options=${[{ value: 'system', label: say('language.system') }, { value: 'en', label: 'English' }, { value: 'zh', label: '中文' }]} onChange=${(/** @type {string} */ value) => { language.value = value; }} /></div></section>
    <section class="card"><h2>${say('behaviour')}</h2><${Switch} label=${say('notifyMe')} value=${notifications.value} onChange=${notify} hint=${denied ? say('notifyDenied') : ''} /><${Switch} label=${say('letterKeys')} value=${letterKeys.value} onChange=${(/** @type {boolean} */ value) => { letterKeys.value = value; }} /></section>`;
}

/** @param {any} value @param {string} prefix @returns {[string, any][]} */
function flat(value, prefix = '') {
  return Object.entries(value ?? {}).flatMap(([name, inner]) => (inner && typeof inner === 'object' && !Array.isArray(inner) ? flat(inner, prefix + name + '.') : [/** @type {[string, any]} */ ([prefix + name, inner])]));
}

/** @param {any} origin */
const fromWhere = (origin) => (origin?.name?.file ? origin.name.file.split('/').at(-1) : origin?.name?.type ?? '');

function Config() {
  const read = useRead(() => call('config/read', {}), []);
  if (read.error) return html`<${Failed} error=${read.error} again=${read.again} />`;
  if (!read.value) return html`<${Skeleton} rows=${8} />`;
  const rows = flat(read.value.config);
  return html`<section class="card"><h2>${say('serverSettings')}</h2><div class="md-table" tabIndex="0" role="group" aria-label=${say('serverSettings')}><table class="facts"><thead><tr><th>${say('setting')}</th><th>${say('value')}</th><th>${say('origin')}</th></tr></thead>
    <tbody>${rows.map(([name, value]) => html`<tr key=${name}><td><code>${name}</code></td><td>${typeof value === 'string' ? value : JSON.stringify(value)}</td><td class="muted">${fromWhere(read.value.origins?.[name])}</td></tr>`)}</tbody></table></div><p class="muted">${store.server.value.version}</p></section>`;
}

/** @type {Record<string, [string, string]>} */
const LEVELS = { ok: ['circle-check', 'doctorOk'], doubtful: ['triangle-alert', 'doctorDoubtful'], missing: ['circle-x', 'doctorMissing'] };

function Doctor() {
  const read = useRead(() => call('pawl/doctor/read', {}), []);
  if (read.error) return html`<${Failed} error=${read.error} again=${read.again} />`;
  if (!read.value) return html`<${Skeleton} rows=${8} />`;
  return html`<section class="card"><h2>${say('doctor')}<span class="grow"></span><${IconButton} icon="refresh-cw" label=${say('refresh')} onClick=${read.again} /></h2><ul class="findings">${read.value.findings.map((/** @type {any} */ one) => {
    const [icon, word] = own(LEVELS, one.level) ?? LEVELS.doubtful;
    return html`<li key=${one.name} class=${'finding finding-' + one.level}><${Icon} name=${icon} /><div><strong>${one.name}</strong> <span class="for-readers">${say(word)}</span><p>${one.text}</p>${one.advice ? html`<p class="muted">${one.advice}</p>` : null}</div></li>`;
  })}</ul></section>`;
}

function Log() {
  const [tick, setTick] = useState(0);
  const read = useRead(() => call('pawl/log/tail', { lines: 300 }), [tick]);
  useEffect(() => { const timer = setInterval(() => setTick((n) => n + 1), LOG_EVERY); return () => clearInterval(timer); }, []);
  if (read.error && !read.value) return html`<${Failed} error=${read.error} again=${read.again} />`;
  if (!read.value) return html`<${Skeleton} rows=${8} />`;
  if (!read.value.lines.length) return html`<${Empty} icon="scroll-text" title=${say('logEmpty')} />`;
  return html`<section class="card"><h2>${say('log')}</h2><pre class="log" tabIndex="0">${read.value.lines.join('\n')}</pre></section>`;
}

function Usage() {
  const read = useRead(() => call('pawl/usage/read', { by: ['model'] }), []);
  if (read.error) return html`<${Failed} error=${read.error} again=${read.again} />`;
  return html`<div class="card">${read.value ? html`<${UsageTable} title=${say('allThreads')} rows=${read.value.data} />` : html`<${Skeleton} rows=${4} />`}</div>`;
}

function Workers() {
  const read = useRead(() => call('pawl/workers/list', {}), []);
  if (read.error) return html`<${Failed} error=${read.error} again=${read.again} />`;
  if (!read.value) return html`<${Skeleton} rows=${4} />`;
  const names = ['worker', 'target', 'host', 'pid', 'slots', 'busy', 'version'];
  return html`<section class="card"><h2>${say('workers')}</h2><div class="md-table" tabIndex="0" role="group" aria-label=${say('workers')}><table class="facts"><thead><tr>${names.map((name) => html`<th key=${name}>${name}</th>`)}</tr></thead><tbody>${read.value.data.map((/** @type {any} */ row) => html`<tr key=${row.worker}>${names.map((name) => html`<td key=${name}>${String(row[name] ?? '')}</td>`)}</tr>`)}</tbody></table></div></section>`;
}

/** @type {{name: string, word: string, method: string, View: any}[]} */
const TABS = [{ name: '', word: 'appearance', method: '', View: Own }, { name: 'server', word: 'server', method: '', View: Config }, { name: 'doctor', word: 'doctor', method: 'pawl/doctor/read', View: Doctor },
  { name: 'usage', word: 'usage', method: 'pawl/usage/read', View: Usage }, { name: 'workers', word: 'workers', method: 'pawl/workers/list', View: Workers }, { name: 'log', word: 'log', method: 'pawl/log/tail', View: Log }];

export default function Settings() {
  const tabs = TABS.filter(({ method }) => !method || store.has(method));
  const tab = tabs.find(({ name }) => name === place.value.tab) ?? tabs[0];
  const live = connection.state.value === 'live';
  return html`<main class="main home"><header class="thread-head"><${IconButton} icon="menu" label=${say('openList')} class="open-list" onClick=${() => { listShown.value = true; }} /><div class="thread-title"><h1>${say('settings')}</h1></div></header>
    <div class="home-body"><${Segments} label=${say('settings')} value=${tab.name} options=${tabs.map(({ name, word }) => ({ value: name, label: say(word) }))} onChange=${(/** @type {string} */ name) => go('/settings' + (name ? '?tab=' + name : ''), { replace: true })} />
      ${tab.name && !live ? html`<${Skeleton} rows=${6} />` : html`<${tab.View} key=${tab.name} />`}</div></main>`;
}
