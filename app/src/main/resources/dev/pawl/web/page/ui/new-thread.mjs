// @ts-check
// A new thread: what should be done, in which folder, by which model, in which sandbox.
import { html, useEffect, useState } from '../html.mjs';
import { Icon } from './icon.mjs';
import { IconButton, Segments, Select } from './controls.mjs';
import { FolderPicker } from './folder-picker.mjs';
import { isComposing, isTouch } from './typing.mjs';
import { listShown } from './shell-state.mjs';
import { APPROVALS, SANDBOXES, useModels } from './thread-settings.mjs';
import { setMode } from './commands.mjs';
import { store } from '../store.mjs';
import { call, connection } from '../link.mjs';
import { inputOf, newThread, reason, submit } from '../actions.mjs';
import { draftOf, keepDraft, read, remember, write } from '../prefs.mjs';
import { go, threadPath } from '../router.mjs';
import { say } from '../words.mjs';

const DRAFT = 'new';

/** Where the last thread worked, else where the server was started. */
function firstFolder() {
  const threads = [...store.threads.value.values()].sort((a, b) => b.updatedAt - a.updatedAt);
  return read('folder', '') || threads[0]?.cwd || store.server.value.cwd || '';
}

/** @param {{folder?: string}} props */
export default function NewThread({ folder = '' }) {
  const models = useModels();
  const [text, setText] = useState(() => draftOf(DRAFT).text ?? '');
  const [cwd, setCwd] = useState(folder || firstFolder());
  const [settings, setSettings] = useState({ model: '', sandbox: '', approvalPolicy: '', mode: 'default' });
  const [picking, setPicking] = useState(false);
  const [busy, setBusy] = useState(false);
  const live = connection.state.value === 'live';
  useEffect(() => { if (!cwd) setCwd(firstFolder()); }, [store.listLoaded.value, store.server.value.cwd]);
  useEffect(() => {
    if (!live) return;
    call('config/read', {}).then(({ config }) => setSettings((now) => ({ ...now, model: now.model || config.model || '', sandbox: now.sandbox || config.sandbox_mode || 'workspace-write', approvalPolicy: now.approvalPolicy || config.approval_policy || 'on-request' })), () => {});
  }, [live]);
  const set = (/** @type {string} */ name) => (/** @type {string} */ value) => setSettings((now) => ({ ...now, [name]: value }));

  const start = async () => {
    if (!text.trim() || !cwd || busy) return;
    setBusy(true);
    try {
      const { mode, ...own } = settings;
      const id = await newThread({ cwd, ...own });
      if (mode === 'plan') setMode(id, mode);
      await submit(id, inputOf(text.trim(), []), crypto.randomUUID());
      remember(text);
      keepDraft(DRAFT, { text: '' });
      write('folder', cwd);
      go(threadPath(id));
    } catch (error) {
      store.toast('error', say('notSent', reason(error)));
      setBusy(false);
    }
  };
  const keys = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Enter' && !isComposing(event) && (event.ctrlKey || event.metaKey || (!event.shiftKey && !isTouch()))) { event.preventDefault(); start(); }
  };
  const names = [...new Set([settings.model, ...models.map((each) => each.model)].filter(Boolean))];
  return html`<main class="main new-thread"><header class="thread-head bare"><${IconButton} icon="menu" label=${say('openList')} class="open-list" onClick=${() => { listShown.value = true; }} /></header>
    <form class="new-form" onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); start(); }}><h1>${say('newThreadHint')}</h1>
      <div class="composer-box"><textarea rows="4" id="message" autofocus aria-label=${say('message')} placeholder=${say('placeholder')} value=${text} onInput=${(/** @type {any} */ event) => { setText(event.currentTarget.value); keepDraft(DRAFT, { text: event.currentTarget.value }); }} onKeyDown=${keys}></textarea>
        <div class="composer-tools"><button type="button" class="button small folder-button" onClick=${() => setPicking(true)} aria-label=${say('chooseFolder') + ': ' + cwd}><${Icon} name="folder" /><span class="folder-path">${cwd || say('chooseFolder')}</span></button><span class="grow"></span>
          <button type="submit" class="button primary send" aria-label=${say('send')} disabled=${!text.trim() || !cwd || busy || !live}><${Icon} name=${busy ? 'loader-circle' : 'arrow-up'} class=${busy ? 'spin' : ''} /></button></div></div>
      <div class="new-settings"><${Select} label=${say('model')} value=${settings.model} options=${names.map((value) => ({ value, label: value }))} onChange=${set('model')} />
        <${Select} label=${say('approvals')} value=${settings.approvalPolicy} options=${APPROVALS.map((value) => ({ value, label: say('approval.' + value) }))} onChange=${set('approvalPolicy')} />
        <div class="field"><span>${say('mode')}</span><${Segments} label=${say('mode')} value=${settings.mode} options=${['default', 'plan'].map((value) => ({ value, label: say('mode.' + value) }))} onChange=${set('mode')} /></div>
        <div class="field"><span>${say('sandbox')}</span><${Segments} label=${say('sandbox')} value=${settings.sandbox} options=${SANDBOXES.map((value) => ({ value, label: say('sandbox.' + value) }))} onChange=${set('sandbox')} /><span class=${'muted' + (settings.sandbox === 'danger-full-access' ? ' bad-words' : '')}>${settings.sandbox ? say('sandboxHint.' + settings.sandbox) : ''}</span></div></div></form>
    ${picking ? html`<${FolderPicker} start=${cwd} onClose=${() => setPicking(false)} onChoose=${(/** @type {string} */ path) => { setCwd(path); setPicking(false); }} />` : null}</main>`;
}
