//! Points, rectangles, paths and transforms, in millimetres.

/// A point on a page.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// The distance to the right of the origin.
    pub x: f64,
    /// The distance below the origin.
    pub y: f64,
}

impl Point {
    /// Creates the point at `x`, `y`.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// Returns the point `x` further right and `y` further down.
    #[must_use]
    pub fn offset(self, x: f64, y: f64) -> Self {
        Self::new(self.x + x, self.y + y)
    }
}

/// A rectangle with edges along the axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// The left edge.
    pub x: f64,
    /// The upper edge.
    pub y: f64,
    /// Not negative.
    pub width: f64,
    /// Not negative.
    pub height: f64,
}

impl Rect {
    /// Creates a rectangle from its upper left corner and size.
    pub const fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self { x, y, width, height }
    }

    /// Returns the right edge.
    pub fn right(self) -> f64 {
        self.x + self.width
    }

    /// Returns the lower edge.
    pub fn bottom(self) -> f64 {
        self.y + self.height
    }

    /// Returns the point in the middle.
    pub fn centre(self) -> Point {
        Point::new(self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// Returns the rectangle without a margin of `x` at the left and right and `y` at the top and bottom.
    #[must_use]
    pub(crate) fn inset(self, x: f64, y: f64) -> Self {
        let (width, height) = ((self.width - 2.0 * x).max(0.0), (self.height - 2.0 * y).max(0.0));
        Self::new(self.x + x, self.y + y, width, height)
    }

    /// Returns whether `other` is inside, apart from rounding errors.
    pub fn contains(self, other: Self) -> bool {
        const ROUNDING: f64 = 1e-6;
        other.x >= self.x - ROUNDING
            && other.y >= self.y - ROUNDING
            && other.right() <= self.right() + ROUNDING
            && other.bottom() <= self.bottom() + ROUNDING
    }

    /// Returns the largest rectangle with the aspect ratio of `width` x `height` in the middle of this one.
    #[must_use]
    pub fn fit(self, width: f64, height: f64) -> Self {
        let scale = (self.width / width).min(self.height / height);
        let (width, height) = (width * scale, height * scale);
        let centre = self.centre();
        Self::new(centre.x - width / 2.0, centre.y - height / 2.0, width, height)
    }
}

/// A part of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// Starts a line at this point.
    Move(Point),
    /// A straight line to this point.
    Line(Point),
    /// A cubic curve: two control points, and the end.
    Curve(Point, Point, Point),
    /// A straight line back to where the line started.
    Close,
}

/// A path of lines and curves. Areas are filled by the non-zero rule.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    /// The segments, in order; the first one is a [`Segment::Move`].
    pub segments: Vec<Segment>,
}

impl Path {
    /// Creates straight lines from point to point.
    pub fn line(points: impl IntoIterator<Item = Point>) -> Self {
        let segment = |(index, point)| if index == 0 { Segment::Move(point) } else { Segment::Line(point) };
        Self { segments: points.into_iter().enumerate().map(segment).collect() }
    }

    /// Creates straight lines from point to point and back to the first one.
    pub(crate) fn polygon(points: impl IntoIterator<Item = Point>) -> Self {
        let mut path = Self::line(points);
        path.segments.push(Segment::Close);
        path
    }

    /// Creates a circle.
    pub(crate) fn circle(centre: Point, radius: f64) -> Self {
        // The control points of the cubic that is closest to a quarter of a circle.
        let k = radius * 0.552_284_75;
        let at = |x, y| centre.offset(x, y);
        let r = radius;
        Self {
            segments: vec![
                Segment::Move(at(r, 0.0)),
                Segment::Curve(at(r, k), at(k, r), at(0.0, r)),
                Segment::Curve(at(-k, r), at(-r, k), at(-r, 0.0)),
                Segment::Curve(at(-r, -k), at(-k, -r), at(0.0, -r)),
                Segment::Curve(at(k, -r), at(r, -k), at(r, 0.0)),
                Segment::Close,
            ],
        }
    }

    /// Returns this path and another one as a single path.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.segments.extend(other.segments);
        self
    }
}

impl From<Rect> for Path {
    fn from(rect: Rect) -> Self {
        let Rect { x, y, .. } = rect;
        let corners = [(x, y), (rect.right(), y), (rect.right(), rect.bottom()), (x, rect.bottom())];
        Self::polygon(corners.map(|(x, y)| Point::new(x, y)))
    }
}

/// An affine map of the plane: x' = a x + c y + e, y' = b x + d y + f.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// The coefficients a, b, c, d, e, f, as in SVG.
    pub matrix: [f64; 6],
}

impl Transform {
    /// The identity.
    pub(crate) const IDENTITY: Self = Self { matrix: [1.0, 0.0, 0.0, 1.0, 0.0, 0.0] };

    /// Returns the map that moves the origin to `to`.
    pub(crate) const fn translate(to: Point) -> Self {
        Self { matrix: [1.0, 0.0, 0.0, 1.0, to.x, to.y] }
    }

    /// Returns the map that turns an area of `width` x `height` with its upper left corner at the origin upside down in
    /// place.
    pub const fn upside_down(width: f64, height: f64) -> Self {
        Self { matrix: [-1.0, 0.0, 0.0, -1.0, width, height] }
    }

    /// Returns the map that applies `inner` first, then this one.
    #[must_use]
    pub fn after(self, inner: Self) -> Self {
        let [a, b, c, d, e, f] = self.matrix;
        let [ia, ib, ic, id, ie, inf] = inner.matrix;
        let matrix = [
            a * ia + c * ib,
            b * ia + d * ib,
            a * ic + c * id,
            b * ic + d * id,
            a * ie + c * inf + e,
            b * ie + d * inf + f,
        ];
        Self { matrix }
    }

    /// Returns the image of a point.
    pub(crate) fn apply(self, Point { x, y }: Point) -> Point {
        let [a, b, c, d, e, f] = self.matrix;
        Point::new(a * x + c * y + e, b * x + d * y + f)
    }

    /// Returns the bounding box of the image of a rectangle.
    pub fn apply_rect(self, rect: Rect) -> Rect {
        let (p, q) =
            (self.apply(Point::new(rect.x, rect.y)), self.apply(Point::new(rect.right(), rect.bottom())));
        // Only rotations by multiples of a right angle occur, which map rectangles to rectangles.
        Rect::new(p.x.min(q.x), p.y.min(q.y), (p.x - q.x).abs(), (p.y - q.y).abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transforms_compose() {
        let turn = Transform::upside_down(10.0, 20.0);
        let outer = Transform::translate(Point::new(5.0, 7.0));
        let both = outer.after(turn);
        assert_eq!(both.apply(Point::new(0.0, 0.0)), Point::new(15.0, 27.0));
        assert_eq!(both.apply(Point::new(1.0, 2.0)), outer.apply(turn.apply(Point::new(1.0, 2.0))));
        let area = both.apply_rect(Rect::new(0.0, 0.0, 1.0, 2.0));
        assert_eq!(area, Rect::new(14.0, 25.0, 1.0, 2.0));
    }

    #[test]
    fn a_shape_is_fitted_into_the_middle() {
        let area = Rect::new(1.0, 1.0, 10.0, 4.0).fit(1.0, 1.0);
        assert_eq!(area, Rect::new(4.0, 1.0, 4.0, 4.0));
        assert!(
            Rect::new(1.0, 1.0, 10.0, 4.0).contains(area) && !area.contains(Rect::new(0.0, 1.0, 1.0, 1.0))
        );
    }
}
