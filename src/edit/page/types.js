// The messages of the program as types: src/edit/protocol/ has what every field means. Nothing here runs.

/** @typedef {[number, number]} Cell row and column, from 0 */
/** @typedef {{at: Cell, arrow: string}} Asked */
/** @typedef {{text: string, source?: string, weak?: boolean}} Clue */
/**
 * @typedef {{question: Asked, cells: Cell[], number?: number, spelling?: string|null, clues: Clue[], room?: number}} Word
 */
/** @typedef {{fits: boolean, points?: number}} Fit */
/** @typedef {{text: string, x: number, y: number, size: number}} Line */
/** @typedef {{at: Cell, towards: 'across'|'down'}} Bar */
/** @typedef {{title: string|null, author: string|null, language: string|null, credits: string[]}} About */
/** @typedef {{needed: string[], wanted: string[], banned: string[], clued: boolean, clues: Object<string, string>, solution_word: string|null}} Wishes */
/**
 * @typedef {{kind: string, grid: string[], bars?: Bar[], shape?: {symmetry: string, style: string}, pinned: Cell[],
 *   given?: Cell[], words: Word[], about: About, wishes: Wishes, solution_word: Cell[], pictures: {at: Cell, file: string}[]}} Puzzle
 */
/**
 * @typedef {{fields: {at: Cell, letters: string}[], slots: {question: Asked, count: number}[],
 *   look?: {question: Asked, words: {word: string, score: number, clue?: Clue}[]},
 *   arrows: {at: Cell, arrows: string[]}[], faults: {text: string, cells: Cell[]}[],
 *   rating?: {score: number, bonus: number, factors: {name: string, value: number}[], ceiling?: number|null},
 *   figures?: {name: string, value: number}[], lengths: {length: number, count: number, ideal?: number}[], clues: {words: number, clued: number, weak: number},
 *   set?: {question: Asked, lines: Line[], clue: number, points?: number}[],
 *   relatives: [Asked, Asked][], levels: {level: number, count: number}[], missing: string[],
 *   lays?: {word: string, count: number, best?: Asked}[]}} Analysis
 */
/** @typedef {{grid: string[], questions: Asked[], bars?: Bar[], score: number, changed: Cell[]}} Alternative */
/**
 * @typedef {{job: number, running: boolean, message: string, best?: number|null, ceiling?: number|null,
 *   alternatives: Alternative[], revision: number}} JobState
 */

export {};
