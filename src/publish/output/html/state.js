// The state of play: which letters stand where, what was revealed or found wrong, the time, and where the player is. Nothing
// here knows the page: show.js draws it, and page.js hears the player.

"use strict";

const puzzle = JSON.parse(document.getElementById("puzzle").textContent);
const texts = puzzle.texts;
const alphabet = [...puzzle.alphabet];
const isOpen = (field) => puzzle.fields[field] === ".";
const openFields = [...puzzle.fields].map((_, field) => field).filter(isOpen);

// The solution by field; letters are moved back by what `veil` in data.rs moved them on. It is hidden from a glance, no more.
const solution = new Map();
if (puzzle.solution !== null) {
  const count = alphabet.length;
  const unveil = (place, index) => alphabet[(((place - 7 * index - 11) % count) + count) % count];
  const letters = [...puzzle.solution].map((letter, index) => unveil(alphabet.indexOf(letter), index));
  openFields.forEach((field, n) => {
    solution.set(field, letters.slice(n * puzzle.capacity, (n + 1) * puzzle.capacity).join(""));
  });
}

const given = new Map(puzzle.given);
const wordsAt = new Map(openFields.map((field) => [field, []]));
puzzle.words.forEach((word, index) => word.fields.forEach((field) => wordsAt.get(field).push(index)));

// What the player has done: kept in the browser as it is.
let play = { letters: {}, revealed: {}, wrong: {}, seconds: 0, solved: false };

// Where the player is: a field and one of its words (-1 where a field has none). First at the start of the first word.
let current = puzzle.words[0]?.fields[0] ?? openFields[0];
let word = puzzle.words.length > 0 ? 0 : -1;

const letterAt = (field) => given.get(field) ?? play.letters[field] ?? "";
const isFixed = (field) => given.has(field) || field in play.revealed || play.solved;
const isFilled = (field) => letterAt(field).length === puzzle.capacity;
const isRight = (field) => letterAt(field) === solution.get(field);

// Whether the letters of the solution word are there and right, as far as the page can know.
const isSpelled = () => puzzle.solution !== null && puzzle.strip.every(isRight);

function setLetter(field, letters) {
  delete play.wrong[field];
  if (letters === "") delete play.letters[field];
  else play.letters[field] = letters;
}

// Marks what is wrong among these fields; the number of them. Empty fields are not wrong.
function check(fields) {
  const wrong = fields.filter((field) => letterAt(field) !== "" && !isRight(field));
  wrong.forEach((field) => (play.wrong[field] = true));
  return wrong.length;
}

function reveal(fields) {
  for (const field of fields.filter((field) => !isFixed(field) && !isRight(field))) {
    setLetter(field, solution.get(field));
    play.revealed[field] = true;
  }
}

function restart() {
  play = { letters: {}, revealed: {}, wrong: {}, seconds: 0, solved: false };
}

// Browsers may refuse to keep anything; then the game goes on without.
function save() {
  try {
    localStorage.setItem(puzzle.key, JSON.stringify(play));
    return true;
  } catch {
    return false;
  }
}

// What was kept, as far as it fits this puzzle: anything can stand there.
function load() {
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem(puzzle.key));
  } catch {
    return;
  }
  if (typeof kept !== "object" || kept === null) return;
  const isLetter = (letter) => alphabet.includes(letter);
  const fits = (letters) => letters !== "" && [...letters].every(isLetter) && letters.length <= puzzle.capacity;
  for (const field of openFields.filter((field) => !given.has(field))) {
    const letters = kept.letters?.[field];
    if (typeof letters !== "string" || !fits(letters)) continue;
    play.letters[field] = letters;
    if (kept.revealed?.[field]) play.revealed[field] = true;
    if (kept.wrong?.[field]) play.wrong[field] = true;
  }
  if (Number.isFinite(kept.seconds) && kept.seconds >= 0) play.seconds = Math.floor(kept.seconds);
  play.solved = kept.solved === true && openFields.every(isRight);
}

// The letters that stand for a typed text, as the program folds words: Ä is AE and É is E, unless the puzzle has them.
function fold(text) {
  const pairs = {
    Ä: "AE", Æ: "AE", Ö: "OE", Ő: "OE", Ø: "OE", Œ: "OE", Ü: "UE", Ű: "UE", ẞ: "SS", Þ: "TH", Ł: "L", Đ: "D",
  };
  const one = (c) => (alphabet.includes(c) ? c : (pairs[c] ?? c.normalize("NFD")));
  const upper = text.normalize("NFC").replaceAll("ß", "ẞ").toUpperCase();
  const letters = [...upper].map(one).join("");
  return [...letters].filter((c) => alphabet.includes(c)).join("");
}
