// @ts-check
// The message box: send, steer, queue; pictures, files, commands; what was typed is never lost.
import { html, useEffect, useLayoutEffect, useRef, useState } from '../html.mjs';
import { Icon } from './icon.mjs';
import { isComposing, isTouch } from './typing.mjs';
import { IconButton } from './controls.mjs';
import { Queue } from './queue.mjs';
import { useSuggestions, Suggestions } from './suggestions.mjs';
import { ThreadSettings } from './thread-settings.mjs';
import { ConnectionLost } from '../connection.mjs';
import { connection } from '../link.mjs';
import { store } from '../store.mjs';
import { attempt, enqueue, inputOf, reason, submit } from '../actions.mjs';
import { draftOf, history, keepDraft, remember } from '../prefs.mjs';
import { say } from '../words.mjs';

const MOST_BYTES = 8 * 1024 * 1024;

/** @typedef {{name: string, url: string}} Picture */

/** Pictures live as long as the page. @type {Map<string, Picture[]>} */
const pictures = new Map();

/** @param {File} file @returns {Promise<Picture>} */
const readPicture = (file) => new Promise((resolve, reject) => {
  const reader = new FileReader();
  reader.onload = () => resolve({ name: file.name, url: String(reader.result) });
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(file);
});

/** The draft of a thread, kept while it is typed. @param {string} threadId */
function useDraft(threadId) {
  const [text, setText] = useState(() => draftOf(threadId).text ?? '');
  const [images, setImages] = useState(() => pictures.get(threadId) ?? []);
  useEffect(() => { setText(draftOf(threadId).text ?? ''); setImages(pictures.get(threadId) ?? []); }, [threadId]);
  return {
    text, images,
    setText(/** @type {string} */ now) { setText(now); keepDraft(threadId, { text: now }); },
    setImages(/** @type {Picture[]} */ now) { setImages(now); pictures.set(threadId, now); },
  };
}

/** @param {{threadId: string}} props */
export function Composer({ threadId }) {
  const draft = useDraft(threadId);
  const [sending, setSending] = useState(false);
  const [over, setOver] = useState(false);
  const [past, setPast] = useState(-1);
  const box = useRef(/** @type {HTMLTextAreaElement|null} */ (null));
  const picker = useRef(/** @type {HTMLInputElement|null} */ (null));
  const clientId = useRef('');
  const running = Boolean(store.open.value?.active.value);
  const offline = connection.state.value !== 'live';
  const thread = store.threads.value.get(threadId);
  const suggestions = useSuggestions(box, draft.text, draft.setText, threadId, thread?.cwd ?? '');

  useLayoutEffect(() => {
    const area = box.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = Math.min(area.scrollHeight, innerHeight * 0.4) + 'px';
  }, [draft.text, threadId]);
  useEffect(() => {
    const back = store.returned.value;
    if (back?.threadId !== threadId) return;
    store.returned.value = null;
    draft.setText([back.text, draft.text].filter(Boolean).join('\n'));
    store.toast('info', say('steerReturned'));
  }, [store.returned.value, threadId]);
  useEffect(() => { if (!isTouch()) box.current?.focus({ preventScroll: true }); }, [threadId]);

  const ready = Boolean(draft.text.trim() || draft.images.length);

  const send = async (/** @type {typeof submit | typeof enqueue} */ how) => {
    if (!ready || sending) return;
    if (offline) { store.toast('error', say('notSent', say('lost'))); return; }
    setSending(true);
    // The same id until it is accepted: sent twice, it is one message.
    clientId.current ||= crypto.randomUUID();
    const text = draft.text.trim();
    try {
      await how(threadId, inputOf(text, draft.images), clientId.current);
      remember(text);
      draft.setText('');
      draft.setImages([]);
      clientId.current = '';
      setPast(-1);
    } catch (error) {
      store.toast('error', error instanceof ConnectionLost && error.sent ? say('sendUnknown') : say('notSent', reason(error)));
    } finally {
      setSending(false);
    }
  };

  const addFiles = async (/** @type {Iterable<File>} */ files) => {
    const fresh = [];
    for (const file of files) {
      if (!/^image\/(png|jpe?g|gif|webp)$/.test(file.type)) store.toast('error', say('notAnImage', file.name));
      else if (file.size > MOST_BYTES) store.toast('error', say('imageTooBig', file.name));
      else fresh.push(await readPicture(file));
    }
    if (fresh.length) draft.setImages([...draft.images, ...fresh]);
  };

  const recall = (/** @type {number} */ step) => {
    const all = history();
    const at = Math.min(all.length - 1, Math.max(-1, past + step));
    setPast(at);
    draft.setText(at < 0 ? '' : all[at]);
  };

  const keys = (/** @type {KeyboardEvent} */ event) => {
    if (isComposing(event) || suggestions.key(event)) return;
    const wants = event.ctrlKey || event.metaKey || (!event.shiftKey && !event.altKey && !isTouch());
    if (event.key === 'Enter' && wants) { event.preventDefault(); send(submit); }
    else if (event.key === 'Enter' && event.altKey && running) { event.preventDefault(); send(enqueue); }
    else if (event.key === 'ArrowUp' && (!draft.text || past >= 0)) { event.preventDefault(); recall(1); }
    else if (event.key === 'ArrowDown' && past >= 0) { event.preventDefault(); recall(-1); }
  };

  const pasted = (/** @type {ClipboardEvent} */ event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length) { event.preventDefault(); attempt(addFiles(files)); }
  };

  const drop = { onDragOver: (/** @type {DragEvent} */ event) => { event.preventDefault(); setOver(true); }, onDragLeave: () => setOver(false), onDrop: (/** @type {DragEvent} */ event) => { event.preventDefault(); setOver(false); attempt(addFiles(event.dataTransfer?.files ?? [])); } };

  if (thread?.archived) return null;
  return html`<form class=${'composer' + (over ? ' over' : '')} onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); send(submit); }} ...${drop}>
    <${Queue} threadId=${threadId} />
    <${Suggestions} state=${suggestions} />
    <div class="composer-box">
      ${draft.images.length ? html`<ul class="pictures">${draft.images.map((picture, i) => html`<li key=${i}><img src=${picture.url} alt=${picture.name} /><${IconButton} icon="x" label=${say('removeImage')} onClick=${() => draft.setImages(draft.images.filter((_, n) => n !== i))} /></li>`)}</ul>` : null}
      <textarea ref=${box} rows="1" id="message" aria-label=${say('message')} placeholder=${over ? say('dropHere') : say(running ? 'placeholderRunning' : 'placeholder')} value=${draft.text} enterkeyhint="enter" aria-autocomplete="list"
        role="textbox" aria-multiline="true" aria-controls=${suggestions.open ? 'suggestions' : undefined} aria-activedescendant=${suggestions.open ? 'suggestion-' + suggestions.at : undefined}
        onInput=${(/** @type {any} */ event) => { setPast(-1); draft.setText(event.currentTarget.value); suggestions.look(); }} onClick=${suggestions.look} onKeyDown=${keys} onPaste=${pasted}></textarea>
      <div class="composer-tools">
        <${IconButton} icon="image" label=${say('attach')} onClick=${() => picker.current?.click()} />
        <input ref=${picker} type="file" accept="image/png,image/jpeg,image/gif,image/webp" multiple hidden onChange=${(/** @type {any} */ event) => { attempt(addFiles([...event.currentTarget.files])); event.currentTarget.value = ''; }} />
        <${ThreadSettings} threadId=${threadId} /><span class="grow"></span>
        ${running ? html`<button type="button" class="button small" disabled=${!ready || sending} title="Alt+Enter" onPointerDown=${hold} onClick=${() => send(enqueue)}><${Icon} name="list-plus" />${say('queue')}</button>` : null}
        <button type="submit" class="button primary send" aria-label=${say('send')} title=${running ? say('steer') : say('send')} disabled=${!ready || sending} onPointerDown=${hold}><${Icon} name=${sending ? 'loader-circle' : 'arrow-up'} class=${sending ? 'spin' : ''} /></button>
      </div>
    </div></form>`;
}

/** The keyboard of a phone stays open when a button is touched. @param {Event} event */
const hold = (event) => event.preventDefault();
