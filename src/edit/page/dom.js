// Elements: made by a call, and filled only if what they show has changed, so that focus and scrolling stay.

const SVG = 'http://www.w3.org/2000/svg';
const ELEMENTS_OF_SVG = new Set([
  'svg',
  'g',
  'rect',
  'path',
  'text',
  'tspan',
  'line',
  'circle',
  'image',
  'defs',
  'pattern',
  'clipPath',
]);

/**
 * Makes an element. Attributes that begin with `on` are listeners; `null`, `undefined` and `false` leave one out.
 * @param {string} name
 * @param {Object<string, any>} [attributes]
 * @param {...any} children elements and texts; lists are flattened, and `null` and `false` left out
 * @returns {any}
 */
export function h(name, attributes = {}, ...children) {
  const element = ELEMENTS_OF_SVG.has(name)
    ? document.createElementNS(SVG, name)
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    set(element, key, value);
  }
  element.append(
    ...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/**
 * Sets an attribute, a listener or, with `value`, what stands in an input.
 * @param {Element & Object<string, any>} element
 * @param {string} key
 * @param {any} value
 */
export function set(element, key, value) {
  if (key.startsWith('on')) {
    element.addEventListener(key.slice(2), value);
  } else if (key === 'value' || key === 'checked') {
    element[key] = value;
  } else if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(key)) element.removeAttribute(key);
  } else {
    const text = value === true ? '' : String(value);
    if (element.getAttribute(key) !== text) element.setAttribute(key, text);
  }
}

/**
 * Replaces what is in an element.
 * @param {Element} element
 * @param {...any} children
 */
export function fill(element, ...children) {
  element.replaceChildren(
    ...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false),
  );
}

/** What the pointer was pressed on and has not let go of. @type {Node|null} */
let pressed = null;
/** What is shown once the pointer lets go, by the element that it is shown in. @type {Map<Element, () => void>} */
const later = new Map();

/** How many milliseconds after the pointer has let go its click is waited for: with fingers, it comes some time later. */
const CLICKED = 300;
let letting = 0;

function letGo() {
  clearTimeout(letting);
  letting = 0;
  pressed = null;
  const shows = [...later.values()];
  later.clear();
  shows.forEach((show) => show());
}

addEventListener(
  'pointerdown',
  ({ target }) => {
    clearTimeout(letting);
    letting = 0;
    pressed = /** @type {Node} */ (target);
  },
  true,
);
addEventListener(
  'pointerup',
  () => {
    clearTimeout(letting);
    letting = setTimeout(letGo, CLICKED);
  },
  true,
);
addEventListener('pointercancel', letGo, true);
// After those who listen to the click. A key can click as well, while something is pressed.
addEventListener('click', () => void (letting && setTimeout(letGo)), true);

/**
 * Returns a function that shows something in an element, unless that was the last thing it showed. What had the focus
 * has it again, found by its `data-key`. A button that is replaced while it is pressed is never clicked, so an element
 * in which something is pressed shows what is new when the pointer has let go.
 * @param {Element} element
 * @param {(shown: any) => any[]} make
 */
export function shower(element, make) {
  let last = '';
  return function show(/** @type {any} */ shown) {
    if (pressed && element.contains(pressed)) return void later.set(element, () => show(shown));
    const now = JSON.stringify(shown);
    if (now === last) return;
    last = now;
    const focused = element.contains(document.activeElement) ? document.activeElement : null;
    const key = focused instanceof HTMLElement ? focused.dataset.key : undefined;
    fill(element, make(shown));
    if (key !== undefined) {
      const again = element.querySelector(`[data-key="${CSS.escape(key)}"]`);
      if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    }
  };
}

/**
 * Makes a button.
 * @param {string} text
 * @param {() => void} action
 * @param {Object<string, any>} [attributes]
 */
export function button(text, action, attributes = {}) {
  return h('button', { type: 'button', onclick: action, ...attributes }, text);
}

/** Calls this when somebody who types into a field pauses. @param {any} input @param {() => void} act @param {number} [pause] */
export function whenPausing(input, act, pause = 700) {
  let timer = 0;
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(act, pause);
  });
}

/**
 * Says something to screen readers, and shows nothing.
 * @param {string} text
 */
export function say(text) {
  const live = document.getElementById('live');
  if (live) live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}
