//! Makes a picture smaller: each new pixel is the mean of the area it covers, weighted by how much of each old pixel is
//! in it. It computes in integers, so that the result is the same on every machine.

/// Returns the picture with fewer pixels. There are three bytes per pixel, row by row. Sizes are width and height, at
/// least 1, and neither may grow.
pub(super) fn shrink(rgb: &[u8], old: (u32, u32), new: (u32, u32)) -> Vec<u8> {
    let ((old_width, old_height), (width, height)) = (sides(old), sides(new));
    let area = (old_width * old_height) as u64;
    let mut shrunk = Vec::with_capacity(3 * width * height);
    let mut sums = vec![0; 3 * width];
    for row in 0..height {
        sums.fill(0);
        for (old_row, rows) in covered(row, old_height, height) {
            let line = &rgb[3 * old_width * old_row..][..3 * old_width];
            for (column, sum) in sums.as_chunks_mut::<3>().0.iter_mut().enumerate() {
                for (old_column, columns) in covered(column, old_width, width) {
                    for (sum, &colour) in sum.iter_mut().zip(&line[3 * old_column..]) {
                        *sum += rows * columns * u64::from(colour);
                    }
                }
            }
        }
        shrunk.extend(sums.iter().map(|sum| ((sum + area / 2) / area) as u8));
    }
    shrunk
}

fn sides((width, height): (u32, u32)) -> (usize, usize) {
    (width as usize, height as usize)
}

/// Returns the old pixels of a line that a new one covers, each with the covered part, where `new` is the whole pixel.
/// The parts add up to `old`.
fn covered(pixel: usize, old: usize, new: usize) -> impl Iterator<Item = (usize, u64)> {
    let (start, end) = (pixel * old, (pixel + 1) * old); // in parts of an old pixel, of which it has `new`
    (start / new..end.div_ceil(new))
        .map(move |covered| (covered, (end.min((covered + 1) * new) - start.max(covered * new)) as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gray(pixels: &[u8]) -> Vec<u8> {
        pixels.iter().flat_map(|&pixel| [pixel, pixel / 2, 255 - pixel]).collect()
    }

    #[test]
    fn every_part_of_a_line_is_covered_once() {
        for old in 1..40 {
            for new in 1..=old {
                let mut parts = vec![0; old];
                for pixel in 0..new {
                    let of_this: Vec<_> = covered(pixel, old, new).collect();
                    assert_eq!(of_this.iter().map(|&(_, part)| part).sum::<u64>(), old as u64);
                    for (covered, part) in of_this {
                        parts[covered] += part;
                    }
                }
                assert!(parts.iter().all(|&part| part == new as u64), "{old} {new} {parts:?}");
            }
        }
    }

    #[test]
    fn pixels_are_the_means_of_what_they_cover() {
        assert_eq!(shrink(&gray(&[0, 100, 200, 40]), (2, 2), (1, 1)), [85, 43, 170]);
        assert_eq!(shrink(&gray(&[0, 90, 240]), (3, 1), (2, 1)), gray(&[30, 190])); // 0 0 90 | 90 240 240, by thirds
        assert_eq!(shrink(&gray(&[7, 8, 9, 10]), (1, 4), (1, 4)), gray(&[7, 8, 9, 10]));
    }
}
