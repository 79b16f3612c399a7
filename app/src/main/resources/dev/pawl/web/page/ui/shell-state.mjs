// @ts-check
import { signal } from '../html.mjs';

/** Whether the list lies over the page, on a narrow screen. */
export const listShown = signal(false);

/** The turns of items that a search found: a link to an item names the item alone. @type {Map<string, string>} */
export const anchors = new Map();
