internal import Platform

/// A picture of 32 x 32 greys, whatever the original's aspect ratio; the input of all hashes. A
/// grey is `0.299 R + 0.587 G + 0.114 B` (ITU-R BT.601, as Pillow's mode "L"), the mean over the
/// part of the original that a pixel covers. Transparent parts are blended with white.
struct GreyPicture: Equatable, Sendable {
  static let side = 32

  /// The greys in rows from the top, each from the left: 0 is black, 255 white.
  let greys: [Float]

  init(greys: [Float]) {
    precondition(greys.count == Self.side * Self.side, "a grey picture is square")
    self.greys = greys
  }

  init(_ pixels: PicturePixels) {
    let luma = LumaPlane(pixels)
    self.init(greys: luma.shrunk(to: Self.side, Self.side))
  }

  subscript(x: Int, y: Int) -> Float { greys[y * Self.side + x] }

  /// True if there is little contrast, as in a blank page: noise alone would determine the hashes.
  var isPlain: Bool {
    let mean = greys.reduce(0, +) / Float(greys.count)
    let variance = greys.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(greys.count)
    return variance < Self.plainVariance
  }

  /// The variance of a picture whose greys differ from the mean by two of 256.
  private static let plainVariance: Float = 4

  /// Returns the picture of an original that was turned or mirrored in this way.
  func seen(_ pose: PictureTransform) -> GreyPicture {
    let last = Self.side - 1
    var seen = [Float](repeating: 0, count: greys.count)
    for y in 0...last {
      for x in 0...last {
        // The source of the pixel: mirrored first, then turned clockwise.
        var (left, top) = (x, y)
        for _ in 0..<pose.quarters { (left, top) = (top, last - left) }
        if pose.isMirrored { left = last - left }
        seen[y * Self.side + x] = self[left, top]
      }
    }
    return GreyPicture(greys: seen)
  }
}

/// An orientation of a picture: turned and mirrored; there are eight.
struct PictureTransform: Hashable, Sendable {
  /// The number of clockwise quarter turns, 0…3.
  let quarters: Int
  /// True if left and right are exchanged before it is turned.
  let isMirrored: Bool

  /// All orientations, first the unchanged one, in the order of a ``PerceptualHash``.
  static let all = [false, true].flatMap { isMirrored in
    (0..<4).map { PictureTransform(quarters: $0, isMirrored: isMirrored) }
  }
}

/// The brightness of a picture's pixels, 0…255.
struct LumaPlane {
  let width: Int
  let height: Int
  private(set) var values: [Float]

  init(width: Int, height: Int, values: [Float]) {
    self.width = width
    self.height = height
    self.values = values
  }

  init(_ pixels: PicturePixels) {
    width = pixels.width
    height = pixels.height
    values = [Float](repeating: 0, count: width * height)
    let count = pixels.channelCount
    pixels.bytes.withUnsafeBufferPointer { bytes in
      values.withUnsafeMutableBufferPointer { values in
        for place in values.indices {
          let start = place * count
          let grey =
            0.299 * Float(bytes[start]) + 0.587 * Float(bytes[start + 1])
            + 0.114 * Float(bytes[start + 2])
          let coverage = count == 4 ? Float(bytes[start + 3]) / 255 : 1
          values[place] = grey * coverage + 255 * (1 - coverage)
        }
      }
    }
  }

  /// Returns the means of equal parts, by rows; a pixel in two parts counts for each in proportion.
  func shrunk(to columns: Int, _ rows: Int) -> [Float] {
    let across = Self.shares(of: width, among: columns)
    let down = Self.shares(of: height, among: rows)
    var narrow = [Float](repeating: 0, count: columns * height)
    for y in 0..<height {
      for (column, shares) in across.enumerated() {
        narrow[y * columns + column] = shares.reduce(0) { $0 + values[y * width + $1.0] * $1.1 }
      }
    }
    var small = [Float](repeating: 0, count: columns * rows)
    for (row, shares) in down.enumerated() {
      for column in 0..<columns {
        small[row * columns + column] = shares.reduce(0) {
          $0 + narrow[$1.0 * columns + column] * $1.1
        }
      }
    }
    return small
  }

  /// Returns for each of a line's equal parts the indices and weights of its pixels; the sum is 1.
  private static func shares(of length: Int, among parts: Int) -> [[(Int, Float)]] {
    (0..<parts).map { part in
      // In units that divide both: a pixel has `parts` of them, a part has `length`.
      let (start, end) = (part * length, (part + 1) * length)
      return (start / parts...(end - 1) / parts).map { pixel in
        let overlap = min(end, (pixel + 1) * parts) - max(start, pixel * parts)
        return (pixel, Float(overlap) / Float(length))
      }
    }
  }
}
