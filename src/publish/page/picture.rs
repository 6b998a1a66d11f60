//! A picture of pixels, as it is put into an island.

use std::io::Cursor;
use thiserror::Error;

/// The most pixels on a side that are kept: 300 to the inch on 17 cm. Larger pictures are made smaller.
const MOST: u32 = 2000;

/// Why a file is no picture that can be used.
#[derive(Debug, Error)]
#[error("this picture cannot be read ({0}); give a PNG or JPEG file")]
pub struct PictureError(String);

/// A picture, in colours, without transparency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
}

impl Picture {
    /// Reads the bytes of a PNG or JPEG file. What is transparent becomes white.
    pub fn read(bytes: &[u8]) -> Result<Self, PictureError> {
        let failed = |error: image::ImageError| PictureError(error.to_string());
        let mut reader = image::ImageReader::new(Cursor::new(bytes))
            .with_guessed_format()
            .map_err(|error| PictureError(error.to_string()))?;
        let mut limits = image::Limits::default();
        (limits.max_image_width, limits.max_image_height) = (Some(30_000), Some(30_000));
        reader.limits(limits);
        let mut picture = reader.decode().map_err(failed)?;
        if picture.width().max(picture.height()) > MOST {
            picture = picture.resize(MOST, MOST, image::imageops::FilterType::Triangle);
        }
        let picture = picture.into_rgba8();
        let on_white = |&image::Rgba([r, g, b, a]): &image::Rgba<u8>| {
            [r, g, b].map(|c| ((u32::from(c) * u32::from(a) + 255 * (255 - u32::from(a))) / 255) as u8)
        };
        let rgb = picture.pixels().flat_map(on_white).collect();
        Ok(Self { width: picture.width(), height: picture.height(), rgb })
    }

    /// The number of columns of pixels, at least 1.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The number of rows of pixels, at least 1.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Red, green and blue of each pixel, row by row.
    pub fn rgb(&self) -> &[u8] {
        &self.rgb
    }

    /// The picture as a PNG file.
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        encode_png((self.width, self.height), &self.rgb, png::ColorType::Rgb, None)
    }
}

/// Pixels, as many as `size` says in width and height, with a byte for each of their colours, as a PNG file. It says how
/// many of them there are to the millimetre, if that is known.
pub(crate) fn encode_png(
    size: (u32, u32),
    pixels: &[u8],
    color: png::ColorType,
    resolution: Option<f64>,
) -> Result<Vec<u8>, PictureError> {
    let failed = |error: png::EncodingError| PictureError(error.to_string());
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, size.0, size.1);
    encoder.set_color(color);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    encoder.set_filter(png::Filter::Adaptive);
    encoder.set_pixel_dims(resolution.map(|resolution| {
        let to_the_metre = (1000.0 * resolution).round() as u32;
        png::PixelDimensions { xppu: to_the_metre, yppu: to_the_metre, unit: png::Unit::Meter }
    }));
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(pixels).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_read_and_others_refused() {
        let png = encode_png((2, 1), &[255, 0, 0, 255, 0, 0, 0, 0], png::ColorType::Rgba, None).unwrap();
        let picture = Picture::read(&png).unwrap();
        assert_eq!((picture.width(), picture.height()), (2, 1));
        assert_eq!(picture.rgb(), [255, 0, 0, 255, 255, 255]);
        assert_eq!(Picture::read(&picture.png().unwrap()).unwrap(), picture);
        assert!(Picture::read(b"no picture").unwrap_err().to_string().contains("PNG or JPEG"));
    }
}
