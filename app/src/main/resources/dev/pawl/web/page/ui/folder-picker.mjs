// @ts-check
import { html, useState } from '../html.mjs';
import { Dialog } from './overlay.mjs';
import { Icon } from './icon.mjs';
import { Skeleton, useRead } from './controls.mjs';
import { call, maybe } from '../link.mjs';
import { store } from '../store.mjs';
import { say } from '../words.mjs';

/** The folders in a folder. @param {string} path @returns {Promise<{path: string, parent: string|null, folders: {name: string, path: string, git?: boolean}[]}>} */
async function folders(path) {
  const own = store.has('pawl/folders/list') ? await call('pawl/folders/list', path ? { path } : {}) : null;
  if (own) return own;
  const listed = await call('fs/readDirectory', { path });
  const names = listed.entries.filter((/** @type {any} */ each) => each.isDirectory && !each.fileName.startsWith('.')).map((/** @type {any} */ each) => each.fileName).sort();
  const parent = path === '/' ? null : path.slice(0, path.lastIndexOf('/')) || '/';
  return { path, parent, folders: names.map((/** @type {string} */ name) => ({ name, path: path === '/' ? '/' + name : path + '/' + name })) };
}

/** Folders of other threads, the latest first. */
function recent() {
  const all = [...store.threads.value.values()].sort((a, b) => b.updatedAt - a.updatedAt).map((thread) => thread.cwd);
  return [...new Set(all)].slice(0, 5);
}

/** @param {{start: string, onChoose: (path: string) => void, onClose: () => void}} props */
export function FolderPicker({ start, onChoose, onClose }) {
  const [path, setPath] = useState(start || '/');
  const [typed, setTyped] = useState(start || '/');
  const read = useRead(() => folders(path), [path]);
  const known = useRead(() => maybe('pawl/folders/recent', {}), []);
  const open = (/** @type {string} */ to) => { setPath(to); setTyped(to); };
  const others = known.value?.data.map((/** @type {any} */ each) => each.path) ?? recent();
  const go = (/** @type {Event} */ event) => { event.preventDefault(); if (typed === path) onChoose(path); else open(typed.replace(/(.)\/+$/, '$1')); };
  const list = read.value?.folders ?? [];
  return html`<${Dialog} title=${say('chooseFolder')} onClose=${onClose} class="folder-dialog"><form onSubmit=${go}>
    <label class="field"><span>${say('path')}</span><input type="text" value=${typed} autocomplete="off" spellcheck="false" onInput=${(/** @type {any} */ event) => setTyped(event.currentTarget.value)} /></label>
    ${others.length ? html`<div class="recent-folders" aria-label=${say('recentFolders')} role="group">${others.slice(0, 5).map((/** @type {string} */ each) => html`<button type="button" key=${each} class="chip chip-button" title=${each} onClick=${() => open(each)}>${each.split('/').at(-1) || '/'}</button>`)}</div>` : null}
    ${read.error ? html`<p class="bad-words" role="alert">${say('cannotRead', read.error)}</p>` : null}
    <ul class="folders">${read.value?.parent ? html`<li><button type="button" onClick=${() => open(read.value?.parent ?? '/')}><${Icon} name="arrow-up" />${say('parentFolder')}</button></li>` : null}
      ${list.map((folder) => html`<li key=${folder.path}><button type="button" onClick=${() => open(folder.path)}><${Icon} name="folder" />${folder.name}${folder.git ? html`<${Icon} name="git-branch" class="muted" />` : null}</button></li>`)}
      ${!list.length && !read.loading && !read.error ? html`<li class="muted">${say('noFolders')}</li>` : null}${!read.value && read.loading ? html`<${Skeleton} rows=${4} />` : null}</ul>
    <div class="buttons"><button type="button" class="button" onClick=${onClose}>${say('cancel')}</button><button type="button" class="button primary" disabled=${Boolean(read.error)} onClick=${() => onChoose(path)}>${say('useFolder')}</button></div></form></${Dialog}>`;
}
