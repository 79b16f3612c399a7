// @ts-check
// The time, once a second, for what shows how long something has taken.
import { signal } from '../html.mjs';

export const now = signal(Date.now());

setInterval(() => { if (document.visibilityState === 'visible') now.value = Date.now(); }, 1000);
