// A small picture of a grid, for answers that are compared.

import { h } from './dom.js';
import { isCrisscross } from './state.js';

/** @param {import('./types.js').Alternative} answer */
export function small({ grid, bars, changed }) {
  const isChanged = new Set(changed.map(([r, c]) => `${r},${c}`));
  const field = (/** @type {string} */ c, /** @type {number} */ row, /** @type {number} */ column) => {
    const kind = c === '?' ? 'question' : c === '.' || (c >= 'A' && c <= 'Z') ? 'letter' : 'blocked';
    const name = `${kind}${isChanged.has(`${row},${column}`) ? ' is-changed' : ''}`;
    return [
      h('rect', { x: column * 12, y: row * 12, width: 12, height: 12, class: name }),
      kind === 'letter' && c !== '.' && h('text', { x: column * 12 + 6, y: row * 12 + 9.4 }, c),
    ];
  };
  return h(
    'svg',
    {
      class: isCrisscross() ? 'small-grid is-laid' : 'small-grid',
      viewBox: `-0.5 -0.5 ${(grid[0]?.length ?? 0) * 12 + 1} ${grid.length * 12 + 1}`,
      'aria-hidden': 'true',
    },
    grid.map((text, row) => [...text].map((c, column) => field(c, row, column))),
    bars &&
      h('path', {
        class: 'small-bars',
        d: bars
          .map(({ at: [r, c], towards }) =>
            towards === 'across' ? `M${(c + 1) * 12} ${r * 12}v12` : `M${c * 12} ${(r + 1) * 12}h12`,
          )
          .join(''),
      }),
  );
}
