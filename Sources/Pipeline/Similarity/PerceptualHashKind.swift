internal import Platform

/// The kinds of perceptual hashes: 64 bits each, of which few differ in pictures that look alike.
package enum PerceptualHashKind: String, CaseIterable, Sendable {
  /// The gradients from left to right, in 8 rows of 9 greys. Neal Krawetz, "Kind of Like That"
  /// (2013), as in `dhash` of Python's imagehash and the hash `Gradient` of czkawka's image_hasher:
  /// a bit is 1 if a grey is brighter than the one on its left. From the top, from the left, the
  /// first bit is the highest. They shrink the original with Lanczos' filter; here the 9 x 8 greys
  /// are means of the 32 x 32.
  case dHash
  /// The comparison of the 64 lowest frequencies with their median. Evan Klinger's and David
  /// Starkweather's pHash, as in `phash` of Python's imagehash: the discrete cosine transform of 32
  /// x 32 greys, of which the first 8 columns of the first 8 rows, the mean brightness included,
  /// are compared with their median. Bits are in the same order.
  case pHash

  func hash(of picture: GreyPicture) -> UInt64 {
    switch self {
    case .dHash: Self.gradients(picture)
    case .pHash: Self.frequencies(picture)
    }
  }

  private static let side = 8

  private static func gradients(_ picture: GreyPicture) -> UInt64 {
    let greys = picture.shrunk(to: side + 1, side)
    var hash: UInt64 = 0
    for y in 0..<side {
      for x in 0..<side {
        let left = greys[y * (side + 1) + x]
        hash = hash << 1 | (greys[y * (side + 1) + x + 1] > left ? 1 : 0)
      }
    }
    return hash
  }

  private static func frequencies(_ picture: GreyPicture) -> UInt64 {
    let count = GreyPicture.side
    // The lowest frequencies of each row, then those of the resulting columns.
    var rows = [Float](repeating: 0, count: count * side)
    for y in 0..<count {
      for u in 0..<side {
        var sum: Float = 0
        for x in 0..<count { sum += picture[x, y] * waves[u * count + x] }
        rows[y * side + u] = sum
      }
    }
    var values = [Float](repeating: 0, count: side * side)
    for v in 0..<side {
      for u in 0..<side {
        var sum: Float = 0
        for y in 0..<count { sum += rows[y * side + u] * waves[v * count + y] }
        values[v * side + u] = sum
      }
    }
    let sorted = values.sorted()
    let median = (sorted[values.count / 2 - 1] + sorted[values.count / 2]) / 2
    return values.reduce(0) { $0 << 1 | ($1 > median ? 1 : 0) }
  }

  /// The values of `cos(π u (2x + 1) / 64)`, by u and x.
  private static let waves: [Float] = (0..<side).flatMap { u in
    (0..<GreyPicture.side).map { x in
      Float(cos(Double.pi * Double(u) * (2 * Double(x) + 1) / (2 * Double(GreyPicture.side))))
    }
  }
}

extension GreyPicture {
  fileprivate func shrunk(to columns: Int, _ rows: Int) -> [Float] {
    LumaPlane(width: Self.side, height: Self.side, values: greys).shrunk(to: columns, rows)
  }
}
