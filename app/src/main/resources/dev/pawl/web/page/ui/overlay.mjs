// @ts-check
// What lies over the page: menus, dialogs, toasts. Focus goes in and comes back.
import { html, signal, useEffect, useLayoutEffect, useRef, useState } from '../html.mjs';
import { Icon } from './icon.mjs';
import { IconButton } from './controls.mjs';
import { store } from '../store.mjs';
import { say } from '../words.mjs';

const TOAST_MS = 6000;

/** @typedef {{label: string, icon?: string, run: () => void, danger?: boolean, disabled?: boolean, hint?: string} | null} MenuItem */

/** A button with a menu. @param {{label: string, icon?: string, items: MenuItem[], class?: string, children?: import('preact').ComponentChildren}} props */
export function Menu({ label, icon = 'ellipsis', items, class: also = '', children }) {
  const [open, setOpen] = useState(false);
  const box = useRef(/** @type {HTMLDivElement|null} */ (null));
  const close = (focus = true) => { setOpen(false); if (focus) box.current?.querySelector('button')?.focus(); };
  useEffect(() => {
    if (!open) return undefined;
    const outside = (/** @type {Event} */ event) => { if (!box.current?.contains(/** @type {Node} */ (event.target))) close(false); };
    addEventListener('pointerdown', outside);
    return () => removeEventListener('pointerdown', outside);
  }, [open]);
  useLayoutEffect(() => { if (open) /** @type {HTMLElement|null} */ (box.current?.querySelector('[role=menuitem]:not([disabled])'))?.focus(); }, [open]);
  const keys = (/** @type {KeyboardEvent} */ event) => {
    if (!open) return;
    const all = /** @type {HTMLElement[]} */ ([...(box.current?.querySelectorAll('[role=menuitem]:not([disabled])') ?? [])]);
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) { all[(at + step + all.length) % all.length]?.focus(); event.preventDefault(); }
    if (event.key === 'Home') all[0]?.focus();
    if (event.key === 'End') all.at(-1)?.focus();
    if (event.key === 'Escape') { close(); event.stopPropagation(); event.preventDefault(); }
    if (event.key === 'Tab') close(false);
  };
  return html`<div class=${'menu ' + also} ref=${box} onKeyDown=${keys}>
    ${children ? html`<button type="button" class="menu-button" aria-haspopup="menu" aria-expanded=${String(open)} aria-label=${label} onClick=${() => setOpen(!open)}>${children}</button>`
      : html`<${IconButton} icon=${icon} label=${label} hasPopup expanded=${open} onClick=${(/** @type {Event} */ event) => { event.preventDefault(); event.stopPropagation(); setOpen(!open); }} />`}
    ${open ? html`<div class="menu-list" role="menu" aria-label=${label}>${items.map((item, i) => (item ? html`
      <button type="button" role="menuitem" key=${i} tabIndex="-1" class=${item.danger ? 'danger' : ''} disabled=${item.disabled}
        onClick=${(/** @type {Event} */ event) => { event.preventDefault(); event.stopPropagation(); close(); item.run(); }}>
        ${item.icon ? html`<${Icon} name=${item.icon} />` : null}<span>${item.label}</span>${item.hint ? html`<kbd>${item.hint}</kbd>` : null}</button>` : html`<hr key=${i} />`))}</div>` : null}
  </div>`;
}

/** @param {{title: string, onClose: () => void, children: import('preact').ComponentChildren, class?: string}} props */
export function Dialog({ title, onClose, children, class: also = '' }) {
  const dialog = useRef(/** @type {HTMLDialogElement|null} */ (null));
  useLayoutEffect(() => {
    const before = /** @type {HTMLElement|null} */ (document.activeElement);
    dialog.current?.showModal();
    return () => before?.focus?.();
  }, []);
  return html`<dialog ref=${dialog} class=${'dialog ' + also} aria-label=${title} onCancel=${(/** @type {Event} */ event) => { event.preventDefault(); onClose(); }}
    onClick=${(/** @type {Event} */ event) => { if (event.target === dialog.current) onClose(); }}>
    <div class="dialog-box"><header class="dialog-head"><h2>${title}</h2><${IconButton} icon="x" label=${say('close')} onClick=${onClose} /></header>${children}</div></dialog>`;
}

/** A question before something that cannot be taken back, or a line to fill in. */
const asking = signal(/** @type {null | {title: string, text?: string, value?: string, label?: string, confirm: string, danger?: boolean, done: (answer: string|null) => void}} */ (null));

/** @param {{title: string, text: string, confirm: string, danger?: boolean}} question @returns {Promise<boolean>} */
export const confirmed = (question) => new Promise((resolve) => { asking.value = { ...question, done: (answer) => resolve(answer !== null) }; });

/** @param {{title: string, label: string, value?: string, confirm: string, text?: string}} question @returns {Promise<string|null>} */
export const asked = (question) => new Promise((resolve) => { asking.value = { value: '', ...question, done: resolve }; });

export function Asking() {
  const question = asking.value;
  if (!question) return null;
  const end = (/** @type {string|null} */ answer) => { asking.value = null; question.done(answer); };
  return html`<${Dialog} title=${question.title} onClose=${() => end(null)}>
    <form class="asking" onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); end(/** @type {HTMLFormElement} */ (event.currentTarget).querySelector('input')?.value ?? ''); }}>
      ${question.text ? html`<p>${question.text}</p>` : null}
      ${question.label ? html`<label class="field"><span>${question.label}</span><input type="text" defaultValue=${question.value} autofocus /></label>` : null}
      <div class="buttons"><button type="button" class="button" onClick=${() => end(null)}>${say('cancel')}</button>
        <button type="submit" class=${'button ' + (question.danger ? 'danger' : 'primary')}>${question.confirm}</button></div>
    </form></${Dialog}>`;
}

/** @param {{toast: {id: number, kind: string, text: string, action?: {label: string, run: () => void}}}} props */
function Toast({ toast }) {
  useEffect(() => {
    const timer = setTimeout(() => store.dismiss(toast.id), toast.kind === 'error' ? TOAST_MS * 2 : TOAST_MS);
    return () => clearTimeout(timer);
  }, []);
  return html`<div class=${'toast toast-' + toast.kind} role=${toast.kind === 'error' ? 'alert' : 'status'}>
    <${Icon} name=${toast.kind === 'error' ? 'circle-alert' : toast.kind === 'done' ? 'circle-check' : 'bell'} /><span>${toast.text}</span>
    ${toast.action ? html`<button type="button" class="link" onClick=${() => { store.dismiss(toast.id); toast.action?.run(); }}>${toast.action.label}</button>` : null}
    <${IconButton} icon="x" label=${say('close')} onClick=${() => store.dismiss(toast.id)} /></div>`;
}

export function Toasts() {
  return html`<div class="toasts">${store.toasts.value.map((toast) => html`<${Toast} key=${toast.id} toast=${toast} />`)}</div>`;
}
