// The list of keys.

import { open } from './dialog.js';
import { h } from './dom.js';
import { t } from './text.js';

/** Keys, and the string that says what they do. @type {[string, string][]} */
const KEYS = [
  ['↑ ↓ ← →', 'key_move'],
  ['A … Z', 'key_letter'],
  ['␣', 'key_turn'],
  ['?  #  .', 'key_make'],
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

export function helpDialog() {
  open('help', [
    h('p', {}, t('help_begin')),
    h(
      'table',
      { class: 'keys' },
      h(
        'tbody',
        {},
        KEYS.map(([keys, name]) =>
          h(
            'tr',
            {},
            h(
              'th',
              { scope: 'row' },
              keys.split('  ').map((one) => h('kbd', {}, one)),
            ),
            h('td', {}, t(name)),
          ),
        ),
      ),
    ),
  ]);
}
