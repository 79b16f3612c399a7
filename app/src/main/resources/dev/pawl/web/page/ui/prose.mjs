// @ts-check
// Text of a model as Markdown. While it streams, only its last block is drawn again.
import { html, useMemo } from '../html.mjs';
import { Component } from 'preact';
import { render, split } from '../markdown.mjs';

class Block extends Component {
  /** @override @param {any} next */
  shouldComponentUpdate(next) {
    const props = /** @type {any} */ (this.props);
    return next.token.raw !== props.token.raw || next.open !== props.open;
  }

  /** @override */
  render() {
    const { token, open } = /** @type {any} */ (this.props);
    return html`${render(token, open)}`;
  }
}

/** @param {{text: string, open?: boolean}} props */
export function Prose({ text, open = false }) {
  const tokens = useMemo(() => split(text), [text]);
  return html`<div class="prose">${tokens.map((token, i) => html`<${Block} key=${i} token=${token} open=${open && i === tokens.length - 1} />`)}${open ? html`<span class="caret" aria-hidden="true"></span>` : null}</div>`;
}
