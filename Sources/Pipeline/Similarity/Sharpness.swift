/// The sharpness of a picture: the variance of its Laplacian, which edges in focus raise (J. L.
/// Pech-Pacheco and others, "Diatom autofocusing in brightfield microscopy", 2000). Smaller
/// pictures are enlarged to a longer side of 1,024 pixels, so that a small copy is less sharp.
struct Sharpness {
  static let side: Int32 = 1024

  let value: Double

  init(_ pixels: PicturePixels) {
    let luma = LumaPlane(pixels)
    let (width, height) = (luma.width, luma.height)
    guard width > 2, height > 2 else {
      value = 0
      return
    }
    var (sum, squares) = (0.0, 0.0)
    luma.values.withUnsafeBufferPointer { greys in
      for y in 1..<height - 1 {
        for x in 1..<width - 1 {
          let place = y * width + x
          let edge = Double(
            greys[place - width] + greys[place - 1] + greys[place + 1] + greys[place + width]
              - 4 * greys[place])
          sum += edge
          squares += edge * edge
        }
      }
    }
    let count = Double((width - 2) * (height - 2))
    value = max(0, squares / count - (sum / count) * (sum / count))
  }

  /// The eight bytes in the catalogue: the value, little-endian.
  var bytes: [UInt8] { withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) } }

  init?(bytes: [UInt8]) {
    guard bytes.count == PictureMeasure.sharpness.byteCount else { return nil }
    let number = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let value = Double(bitPattern: number)
    guard value.isFinite else { return nil }
    self.value = value
  }
}
