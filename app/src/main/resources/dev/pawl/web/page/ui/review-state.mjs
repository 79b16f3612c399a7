// @ts-check
// What the review pane shows and the comments that were not sent yet. They outlive the pane.
import { signal } from '../html.mjs';

/**
 * @typedef {{id: number, threadId: string, path: string, side: 'new'|'old', from: number, to: number, quoted: string[], text: string}} Comment
 */

/** No `scope` until one is chosen; `from` is a checkpoint; `inspect` a turn of the inspector. */
export const review = signal({ scope: '', turnId: '', from: '', to: '', inspect: '' });

/** @type {import('@preact/signals').Signal<Comment[]>} */
export const comments = signal([]);

let last = 0;

/** @param {Omit<Comment, 'id'>} comment */
export function addComment(comment) {
  comments.value = [...comments.value, { ...comment, id: ++last }];
}

/** @param {number} id */
export function dropComment(id) {
  comments.value = comments.value.filter((each) => each.id !== id);
}

/** All comments as one message: path, range, the quoted lines, the words. @param {string} intro @param {Comment[]} all */
export function asMessage(intro, all) {
  const parts = all.map((comment) => {
    const range = comment.from === comment.to ? `${comment.from}` : `${comment.from}-${comment.to}`;
    const side = comment.side === 'old' ? ' (removed)' : '';
    const quoted = comment.quoted.map((line) => `> ${line}`).join('\n');
    return `${comment.path}:${range}${side}\n${quoted}\n${comment.text}`;
  });
  return [intro, ...parts].join('\n\n');
}
