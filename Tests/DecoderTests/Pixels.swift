import CPixels
import Samples

/// A decoded picture, as RGBA.
struct Pixels {
  let width: Int
  let height: Int
  let hasAlpha: Bool
  private let bytes: [UInt8]

  /// Reads a PNG.
  init?(png file: [UInt8]) {
    var (width, height, hasAlpha) = (Int32(0), Int32(0), Int32(0))
    let read = cpixels_read_png(file, file.count, &width, &height, &hasAlpha)
    guard let bytes = [UInt8](read) else { return nil }
    self.init(width: width, height: height, hasAlpha: hasAlpha != 0, bytes: bytes)
  }

  /// Reads a JPEG.
  init?(jpeg file: [UInt8]) {
    var (width, height) = (Int32(0), Int32(0))
    let read = cpixels_read_jpeg(file, file.count, &width, &height)
    guard let bytes = [UInt8](read) else { return nil }
    self.init(width: width, height: height, hasAlpha: false, bytes: bytes)
  }

  private init(width: Int32, height: Int32, hasAlpha: Bool, bytes: [UInt8]) {
    self.width = Int(width)
    self.height = Int(height)
    self.hasAlpha = hasAlpha
    self.bytes = bytes
  }

  func color(x: Int, y: Int) -> RGB {
    let place = (y * width + x) * 4
    return RGB(bytes[place], bytes[place + 1], bytes[place + 2])
  }

  func alpha(x: Int, y: Int) -> UInt8 { bytes[(y * width + x) * 4 + 3] }

  /// The colour in the middle of a cell of a grid that is stretched over the picture.
  func color(column: Int, of columns: Int, row: Int, of rows: Int) -> RGB {
    color(
      x: (2 * column + 1) * width / (2 * columns), y: (2 * row + 1) * height / (2 * rows))
  }

  /// The mean difference of a channel, 0…255.
  func difference(to other: Pixels) -> Double {
    precondition(width == other.width && height == other.height, "sizes differ")
    let sum = zip(bytes, other.bytes).reduce(into: 0) { sum, pair in
      sum += abs(Int(pair.0) - Int(pair.1))
    }
    // The fourth channel is the same in both.
    return Double(sum) / Double(width * height * 3)
  }
}

extension RGB {
  /// The largest difference of a channel.
  func distance(to other: RGB) -> Int {
    let pairs = [(red, other.red), (green, other.green), (blue, other.blue)]
    return pairs.map { abs(Int($0.0) - Int($0.1)) }.max() ?? 0
  }
}

extension [UInt8] {
  /// Takes over what C made; nil if it made nothing.
  init?(_ made: cpixels_bytes) {
    guard let bytes = made.bytes else { return nil }
    self.init(UnsafeBufferPointer(start: bytes, count: made.count))
    bytes.deallocate()
  }
}
