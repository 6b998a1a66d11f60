// The six arrows: how they are drawn, and what they are called.

/** The side of a field in the drawing. */
export const SIDE = 60;

/** All arrows by name, in the order in which two that share a field are shown. */
export const ARROWS = [
  'up-then-right',
  'right-then-down',
  'left-then-down',
  'right',
  'down-then-right',
  'down',
];

/** All arrows in the order in which two questions of a field stand in print. */
export const PRINTED = [
  'up-then-right',
  'right',
  'right-then-down',
  'left-then-down',
  'down-then-right',
  'down',
];

/** Where the word of an arrow begins, seen from its question: rows and columns. @type {Object<string, [number, number]>} */
const START = {
  'up-then-right': [-1, 0],
  'right-then-down': [0, 1],
  'left-then-down': [0, -1],
  right: [0, 1],
  'down-then-right': [1, 0],
  down: [1, 0],
};

/** The line and the head of each, in the first field of its word. @type {Object<string, string>} */
const PATH = {
  right: 'M0 30h4m0-4.5l8 4.5l-8 4.5z',
  down: 'M30 0v3m-4.5 0l4.5 8l4.5-8z',
  'right-then-down': 'M0 16h6v3m-4.5 0l4.5 8l4.5-8z',
  'left-then-down': 'M60 16h-6v3m-4.5 0l4.5 8l4.5-8z',
  'down-then-right': 'M16 0v6h3m0-4.5l8 4.5l-8 4.5z',
  'up-then-right': 'M16 60v-6h3m0-4.5l8 4.5l-8 4.5z',
};

/** The same for buttons, in a square of 24 with the question field as a small square. @type {Object<string, string>} */
export const ICON = {
  right: 'M3 7h8v10h-8zM11 12h6m0-4l5 4l-5 4z',
  down: 'M7 3h10v8h-10zM12 11v6m-4 0l4 5l4-5z',
  'right-then-down': 'M2 3h8v9h-8zM10 7h8v8m-4 0l4 6l4-6z',
  'left-then-down': 'M14 3h8v9h-8zM14 7h-8v8m-4 0l4 6l4-6z',
  'down-then-right': 'M3 2h9v8h-9zM7 10v8h8m0-4l6 4l-6 4z',
  'up-then-right': 'M3 14h9v8h-9zM7 14v-8h8m0-4l6 4l-6 4z',
};

/**
 * The drawing of an arrow, for an attribute `d` with an attribute `transform`.
 * @param {import('./types.js').Asked} asked
 */
export function drawn({ at, arrow }) {
  const [rows, columns] = START[arrow] ?? [0, 0];
  return {
    d: PATH[arrow] ?? '',
    transform: `translate(${(at[1] + columns) * SIDE} ${(at[0] + rows) * SIDE})`,
  };
}

/** The key of an arrow's name in the modules of strings. @param {string} arrow */
export const nameOf = (arrow) => `arrow_${arrow.replaceAll('-', '_')}`;
