// The words of the page in the language that was chosen.

import { state } from './state.js';
import de from './text/de.js';
import en from './text/en.js';
import { english, german } from './text/sentences.js';

/** @type {Object<string, Object<string, string>>} */
const LANGUAGES = { de, en };

/**
 * Returns a text; `{name}` in it is replaced by that value.
 * @param {string} name
 * @param {Object<string, any>} [values]
 */
export function t(name, values = {}) {
  const text = LANGUAGES[state.language]?.[name] ?? en[/** @type {keyof typeof en} */ (name)] ?? name;
  return text.replace(/\{(\w+)\}/g, (whole, key) => (key in values ? String(values[key]) : whole));
}

/** A sentence of the program, as the language has it. @param {string} text */
export function told(text) {
  const said = state.language === 'de' ? german(text) : english(text);
  // A name of a file at the beginning stays as it is.
  return /^\p{Ll}+[ ,]/u.test(said) ? said.charAt(0).toUpperCase() + said.slice(1) : said;
}

/** What is written on keys in German. @type {Object<string, string>} */
const GERMAN_KEYS = { Ctrl: 'Strg', Shift: 'Umschalt', Del: 'Entf' };

/** The names of keys, as they are written on them. @param {string} keys */
export const keysNamed = (keys) =>
  state.language === 'de' ? keys.replace(/[A-Z][a-z]+/g, (name) => GERMAN_KEYS[name] ?? name) : keys;

/** A text with the keys that do the same. @param {string} text @param {string} key */
export const withKey = (text, key) => t('with_key', { text, key: keysNamed(key) });

/** How numbers are written, by language and decimals: making this takes far longer than using it. @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** A number with this many decimals, as the language writes it. @param {number} value @param {number} [digits] */
export function number(value, digits = 0) {
  const name = `${state.language} ${digits}`;
  let format = formats.get(name);
  if (!format) {
    const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    formats.set(name, (format = new Intl.NumberFormat(state.language, decimals)));
  }
  return format.format(value);
}

/** "3 words", "1 word". @param {string} name @param {number} count @param {Object<string, string|number>} [more] */
export function many(name, count, more = {}) {
  return t(count === 1 ? `${name}_1` : `${name}_n`, { n: number(count), ...more });
}

/** Where a word begins: "3 across", or "row 3, column 4 ↓". @param {import('./types.js').Word} word */
export function whereIs(word) {
  const isDown = /down$/.test(word.question.arrow);
  if (word.number) return t(isDown ? 'number_down' : 'number_across', { n: word.number });
  return `${place(word.cells[0] ?? word.question.at)} ${isDown ? '↓' : '→'}`;
}

/** "row 3, column 4". @param {import('./types.js').Cell} cell */
export function place([row, column]) {
  return t('place', { row: row + 1, column: column + 1 });
}
