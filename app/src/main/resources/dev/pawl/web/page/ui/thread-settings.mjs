// @ts-check
// Model, mode and sandbox of the next turns, below the message box.
import { html, useEffect, useState } from '../html.mjs';
import { Select } from './controls.mjs';
import { setMode } from './commands.mjs';
import { store } from '../store.mjs';
import { call } from '../link.mjs';
import { changeSettings } from '../actions.mjs';
import { say } from '../words.mjs';
import { own } from '../own.mjs';

export const SANDBOXES = ['read-only', 'workspace-write', 'danger-full-access'];
export const APPROVALS = ['untrusted', 'on-request', 'never'];

/** @type {Promise<any[]>|null} */
let known = null;

/** Read once for the page. */
export function useModels() {
  const [models, setModels] = useState(/** @type {any[]} */ ([]));
  useEffect(() => {
    known ??= call('model/list', {}).then((list) => list.data.filter((/** @type {any} */ each) => !each.hidden));
    known.then(setModels, () => { known = null; });
  }, []);
  return models;
}

/** @type {Record<string, string>} */
const POLICIES = { readOnly: 'read-only', workspaceWrite: 'workspace-write', dangerFullAccess: 'danger-full-access' };

/** @param {string} sandbox */
export const policyOf = (sandbox) => ({ type: Object.keys(POLICIES).find((type) => POLICIES[type] === sandbox) });

/** @param {{threadId: string}} props */
export function ThreadSettings({ threadId }) {
  const models = useModels();
  const settings = store.settings.value;
  if (!settings) return null;
  const sandbox = own(POLICIES, (settings.sandboxPolicy ?? settings.sandbox)?.type ?? '') ?? '';
  const mode = settings.collaborationMode?.mode ?? 'default';
  const names = [...new Set([settings.model, ...models.map((each) => each.model)].filter(Boolean))];
  return html`<div class="thread-settings">
    <${Select} label=${say('model')} hideLabel value=${settings.model} options=${names.map((value) => ({ value, label: value }))} onChange=${(/** @type {string} */ model) => changeSettings(threadId, { model })} />
    <${Select} label=${say('mode')} hideLabel value=${mode} options=${['default', 'plan'].map((value) => ({ value, label: say('mode.' + value) }))} onChange=${(/** @type {string} */ value) => setMode(threadId, value)} />
    ${sandbox ? html`<${Select} label=${say('sandbox')} hideLabel icon="shield" class=${sandbox === 'danger-full-access' ? 'warn' : ''} value=${sandbox} options=${SANDBOXES.map((value) => ({ value, label: say('sandbox.' + value) }))} onChange=${(/** @type {string} */ value) => changeSettings(threadId, { sandboxPolicy: policyOf(value) })} />` : null}
  </div>`;
}
