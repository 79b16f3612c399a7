// @ts-check
// What can be done with a thread, in the list and in its header.
import { archive, fork, pin, remove, rename, unarchive } from '../actions.mjs';
import { isPinned, isRunning, store, titleOf } from '../store.mjs';
import { asked, confirmed } from './overlay.mjs';
import { say } from '../words.mjs';

/** @param {string} threadId */
export async function askName(threadId) {
  const thread = store.threads.value.get(threadId);
  if (!thread) return;
  const name = await asked({ title: say('renameThread'), label: say('name'), value: titleOf(thread), confirm: say('rename') });
  if (name?.trim()) rename(thread, name.trim());
}

/** @param {import('../types.d.ts').Thread} thread */
async function archiveAsking(thread) {
  const running = isRunning(thread, store.statuses.value.get(thread.id));
  const name = titleOf(thread) || say('untitled');
  if (!running || await confirmed({ title: say('archive'), text: say('archiveAsk', name), confirm: say('archive') })) archive(thread);
}

/** @param {import('../types.d.ts').Thread} thread */
async function removeAsking(thread) {
  if (await confirmed({ title: say('remove'), text: say('removeAsk', titleOf(thread) || say('untitled')), confirm: say('remove'), danger: true })) remove(thread);
}

/** @param {import('../types.d.ts').Thread} thread @returns {import('./overlay.mjs').MenuItem[]} */
export const menuOf = (thread) => [
  { label: say('rename'), icon: 'pencil', run: () => { askName(thread.id); } },
  { label: say(isPinned(store.statuses.value.get(thread.id)) ? 'unpin' : 'pin'), icon: isPinned(store.statuses.value.get(thread.id)) ? 'pin-off' : 'pin', run: () => { pin(thread); } },
  { label: say('fork'), icon: 'git-fork', run: () => { fork(thread.id); } },
  thread.archived ? { label: say('unarchive'), icon: 'archive-restore', run: () => { unarchive(thread); } } : { label: say('archive'), icon: 'archive', run: () => { archiveAsking(thread); } },
  null,
  { label: say('remove'), icon: 'trash', danger: true, run: () => { removeAsking(thread); } },
];
