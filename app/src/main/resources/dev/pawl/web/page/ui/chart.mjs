// @ts-check
// Small bar charts, drawn as SVG; the figures are also there for readers of the page's text.
import { html } from '../html.mjs';
import { clock, count } from '../words.mjs';

const HEIGHT = 56;

/** @param {{title: string, note: string, bars: {at: number, value: number, bad?: number}[]}} props */
export function Chart({ title, note, bars }) {
  const most = Math.max(1, ...bars.map((bar) => bar.value));
  const width = 100 / Math.max(1, bars.length);
  const total = bars.reduce((sum, bar) => sum + bar.value, 0);
  return html`<figure class="chart"><figcaption><span>${title}</span><strong>${count(total)}</strong><span class="muted">${note}</span></figcaption>
    <svg viewBox=${`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label=${`${title}: ${bars.filter((bar) => bar.value).map((bar) => `${clock(bar.at)} ${count(bar.value)}`).join(', ') || '0'}`}>
      ${bars.map((bar, i) => {
        const tall = (bar.value / most) * (HEIGHT - 2);
        const bad = ((bar.bad ?? 0) / most) * (HEIGHT - 2);
        return html`<g key=${bar.at}><rect class="bar" x=${i * width + width * 0.12} y=${HEIGHT - Math.max(tall, 1)} width=${width * 0.76} height=${Math.max(tall, 1)} rx="0.6"><title>${clock(bar.at)}: ${count(bar.value)}</title></rect>${bad ? html`<rect class="bar bar-bad" x=${i * width + width * 0.12} y=${HEIGHT - bad} width=${width * 0.76} height=${bad} rx="0.6" />` : null}</g>`;
      })}</svg><p class="chart-axis"><span>${bars.length ? clock(bars[0].at) : ''}</span><span>${bars.length ? clock(bars[bars.length - 1].at) : ''}</span></p></figure>`;
}
