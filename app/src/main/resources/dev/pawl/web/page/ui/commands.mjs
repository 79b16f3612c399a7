// @ts-check
// The `/` commands of the composer.
import { archive, attempt, changeSettings, compact, fork, startReview, stop } from '../actions.mjs';
import { store } from '../store.mjs';
import { go, showPane } from '../router.mjs';
import { askName } from './thread-menu.mjs';
import { helpShown } from './help.mjs';
import { say } from '../words.mjs';

/** @type {{name: string, run: (threadId: string) => void, method?: string}[]} */
const COMMANDS = [
  { name: 'new', run: () => go('/new') },
  { name: 'plan', run: (id) => setMode(id, 'plan') },
  { name: 'work', run: (id) => setMode(id, 'default') },
  { name: 'review', run: (id) => { startReview(id); } },
  { name: 'diff', run: () => showPane('review') },
  { name: 'undo', run: () => showPane('checkpoints'), method: 'pawl/checkpoints/list' },
  { name: 'compact', run: (id) => { compact(id); } },
  { name: 'rename', run: (id) => { askName(id); } },
  { name: 'fork', run: (id) => { fork(id); } },
  { name: 'archive', run: (id) => { const thread = store.threads.value.get(id); if (thread) archive(thread); } },
  { name: 'agents', run: () => showPane('agents'), method: 'pawl/agents/list' },
  { name: 'usage', run: () => showPane('usage'), method: 'pawl/usage/read' },
  { name: 'stop', run: (id) => { attempt(stop(id)); } },
  { name: 'settings', run: () => go('/settings') },
  { name: 'help', run: () => { helpShown.value = true; } },
];

/** @param {string} threadId @param {string} mode */
export function setMode(threadId, mode) {
  const model = store.settings.value?.model ?? store.threads.value.get(threadId)?.model ?? '';
  changeSettings(threadId, { collaborationMode: { mode, settings: { model, reasoning_effort: null, developer_instructions: null } } });
}

/** @param {string} typed what stands after the slash */
export const commandsFor = (typed) => COMMANDS.filter(({ name, method }) => name.startsWith(typed.toLowerCase()) && (!method || store.has(method)))
  .map(({ name, run }) => ({ label: '/' + name, hint: say('cmd.' + name), run }));
