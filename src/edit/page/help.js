// The list of keys.

import { open } from './dialog.js';
import { h } from './dom.js';
import { isArrowword, isBarred } from './state.js';
import { keysNamed, t } from './text.js';

/** Keys, and the string that says what they do. @type {[string, string][]} */
const KEYS = [
  ['↑ ↓ ← →', 'key_move'],
  ['A … Z', 'key_letter'],
  ['␣', 'key_turn'],
  ['?  #  .', 'key_make'],
  ['#  .', 'key_make_crossword'],
  ['|  _', 'key_bar'],
  ['Enter', 'key_enter'],
  ['⌫  Del', 'key_delete'],
  ['*', 'key_pin'],
  ['Shift + ↑ ↓ ← →', 'key_mark'],
  ['Ctrl + A  Esc', 'key_all'],
  ['Ctrl + Enter', 'key_fill'],
  ['Ctrl + Z  Ctrl + Y', 'key_undo'],
  ['Ctrl + S', 'key_save'],
  ['F6', 'key_part'],
];

/** Whether a key means something in this kind of puzzle. @param {string} name */
function suits(name) {
  if (name === 'key_make') return isArrowword();
  if (name === 'key_make_crossword') return !isArrowword();
  return name !== 'key_bar' || isBarred();
}

export function helpDialog() {
  open('help', [
    h('p', {}, t('help_begin')),
    h(
      'table',
      { class: 'keys' },
      h(
        'tbody',
        {},
        KEYS.filter(([, name]) => suits(name)).map(([keys, name]) =>
          h(
            'tr',
            {},
            h(
              'th',
              { scope: 'row' },
              keysNamed(keys)
                .split('  ')
                .map((one) => h('kbd', {}, one)),
            ),
            h('td', {}, t(name)),
          ),
        ),
      ),
    ),
  ]);
}
