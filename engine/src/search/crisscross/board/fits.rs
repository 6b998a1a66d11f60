//! Where a word can be placed: the spots in which it would cross another one.

use super::{Board, Open, Spot};

impl Board {
    /// Returns how many words a word would cross in this spot, if it may be placed there (regardless of the bounding
    /// box).
    fn fits(&self, word: usize, spot: Spot) -> Option<usize> {
        let (step, side) = (self.step(spot.down), self.step(1 - spot.down));
        let letters = &self.words[word];
        let mut at = spot.start;
        if self.letters[at - step] != 0 || self.letters[at + letters.len() * step] != 0 {
            return None;
        }
        let mut crossings = 0;
        for &letter in letters {
            match self.letters[at] {
                0 if self.letters[at - side] != 0 || self.letters[at + side] != 0 => return None,
                0 => {}
                found if found != letter || self.cover[spot.down][at] != 0 => return None,
                _ => crossings += 1,
            }
            at += step;
        }
        Some(crossings)
    }

    /// Calls `visit` with every spot in which the word would cross another one, the number of words it would cross
    /// there, and the resulting size of the bounding box.
    pub(in crate::search::crisscross) fn for_each_fit(
        &self,
        word: usize,
        mut visit: impl FnMut(Spot, usize, (usize, usize)),
    ) {
        let Some([rows, cols]) = self.extent() else { return };
        let len = self.words[word].len();
        for (down, open) in self.open.iter().enumerate() {
            let (span, other) = if down == 1 { (&rows, &cols) } else { (&cols, &rows) };
            let (first, last) = (*span.start(), *span.end());
            let breadth = other.end() + 1 - other.start();
            let most = [self.cols, self.rows][down];
            if breadth > [self.rows, self.cols][down] {
                continue;
            }
            let step = self.step(down);
            for (i, &letter) in self.words[word].iter().enumerate() {
                for &Open { cell, row, col } in &open[usize::from(letter)] {
                    let line = usize::from(if down == 1 { row } else { col });
                    if line <= i || line - i + len - 1 > self.canvas[1 - down] {
                        continue;
                    }
                    let begin = line - i;
                    let length = last.max(begin + len - 1) + 1 - first.min(begin);
                    if length > most {
                        continue;
                    }
                    let spot = Spot { start: cell as usize - i * step, down };
                    // A spot with several crossings is reached from each of them; the first one counts.
                    if (0..i).any(|j| self.letters[spot.start + j * step] != 0) {
                        continue;
                    }
                    if let Some(crossings) = self.fits(word, spot) {
                        let size = if down == 1 { (length, breadth) } else { (breadth, length) };
                        visit(spot, crossings, size);
                    }
                }
            }
        }
    }
}
