// Dialogs: a form with a heading, fields, and buttons. The browser keeps the focus inside, and gives it back.

import { button, h } from './dom.js';
import { t } from './text.js';

/**
 * Opens a dialog.
 * @param {string} name the key of its heading, and its id
 * @param {any[]} content
 * @param {{label?: string, act?: (form: FormData) => boolean|void|Promise<boolean|void>, note?: string}} [action] what the
 *   button of the form says and does; unless it returns `false`, the dialog is closed
 */
export function open(name, content, { label, act } = {}) {
  const heading = h('h2', { id: `${name}-heading` }, t(name));
  const close = button(t(act ? 'cancel' : 'close'), () => dialog.close(), { class: 'close-dialog' });
  const form = h(
    'form',
    { method: 'dialog' },
    heading,
    content,
    h('div', { class: 'row actions' }, close, label && h('button', { type: 'submit', class: 'main' }, label)),
  );
  const dialog = h('dialog', { id: `dialog-${name}`, 'aria-labelledby': `${name}-heading` }, form);
  form.addEventListener('submit', async (/** @type {Event} */ event) => {
    event.preventDefault();
    if ((await act?.(new FormData(form))) !== false) dialog.close();
  });
  const before = document.activeElement;
  dialog.addEventListener('close', () => {
    dialog.remove();
    // What had the focus may have been made anew meanwhile, and then the browser cannot give it back.
    if (before?.id && !before.isConnected) document.getElementById(before.id)?.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** A field of a form with its label. @param {string} label @param {any} input */
export const field = (label, input) => h('label', { class: 'field' }, h('span', {}, label), input);
