// @ts-check
import { h } from '../html.mjs';
import shapes from '../vendor/icons.mjs';

/** An icon of lucide's. It says nothing by itself: words stand beside it or in a label. @param {{name: string, class?: string}} props */
export function Icon({ name, class: also = '' }) {
  const shape = /** @type {any} */ (shapes)[name] ?? [];
  return h('svg', { class: `icon ${also}`, viewBox: '0 0 24 24', 'aria-hidden': 'true' }, shape.map((/** @type {[string, any]} */ [tag, attributes]) => h(tag, attributes)));
}
