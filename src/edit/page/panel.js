// A panel at a side: a heading that folds it, and what is in it.

import { h } from './dom.js';
import { state, update, watch } from './state.js';
import { t } from './text.js';

/**
 * Makes a panel.
 * @param {string|{name: string, title: () => string}} of its name; its title is that string, as in `panel_fill`, unless another
 *   one is said
 * @param {...any} content
 */
export function panel(of, ...content) {
  const { name, title: key } = typeof of === 'string' ? { name: of, title: () => `panel_${of}` } : of;
  const title = h('h2', {});
  const details = h(
    'details',
    { class: 'panel', id: `panel-${name}` },
    h('summary', {}, title),
    h('div', { class: 'inside' }, content),
  );
  details.open = !state.folded[name];
  details.addEventListener('toggle', () => {
    if (!details.open !== !!state.folded[name])
      update({ folded: { ...state.folded, [name]: !details.open } });
  });
  watch(() => (title.textContent = t(key())));
  return details;
}
