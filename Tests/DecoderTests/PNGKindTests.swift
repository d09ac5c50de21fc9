import Decoding
import Media
import Samples
import TestSupport
import Testing

@testable import Decoder

/// A PNG of four pixels by two, of any colour type and depth, as section 11.2.2 of the PNG specification
/// has them.
struct PNGKind: Sendable, CustomTestStringConvertible {
  var colorType: UInt8
  var depth: UInt8
  var isInterlaced = false
  /// The samples of each pixel of the upper row; the lower row has the first one four times.
  var pixels: [[UInt16]]
  var palette: [UInt8] = []
  var transparency: [UInt8] = []

  var testDescription: String {
    "type \(colorType), \(depth) bits\(isInterlaced ? ", interlaced" : "")"
      + (transparency.isEmpty ? "" : ", with tRNS")
  }

  var encoded: [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    append(
      "IHDR", [0, 0, 0, 4, 0, 0, 0, 2, depth, colorType, 0, 0, isInterlaced ? 1 : 0], to: &file)
    if !palette.isEmpty { append("PLTE", palette, to: &file) }
    if !transparency.isEmpty { append("tRNS", transparency, to: &file) }
    var stream = ZlibStream()
    for row in isInterlaced ? interlacedRows : rows {
      stream.append(0)
      for byte in packed(row) { stream.append(byte) }
    }
    append("IDAT", stream.finished(), to: &file)
    append("IEND", [], to: &file)
    return file
  }

  private var rows: [[[UInt16]]] { [pixels, Array(repeating: pixels[0], count: 4)] }

  /// The rows of the seven passes of Adam7: the first column, offset and distance of each.
  private var interlacedRows: [[[UInt16]]] {
    let passes = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
      (0, 1, 1, 2),
    ]
    return passes.flatMap { left, top, across, down in
      stride(from: top, to: 2, by: down).map { y in
        stride(from: left, to: 4, by: across).map { x in rows[y][x] }
      }
    }.filter { !$0.isEmpty }
  }

  private func packed(_ row: [[UInt16]]) -> [UInt8] {
    if depth == 16 { return row.joined().flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }
    var bytes: [UInt8] = []
    let perByte = Int(8 / depth)
    for (index, sample) in row.joined().enumerated() {
      if index % perByte == 0 { bytes.append(0) }
      bytes[bytes.count - 1] |= UInt8(sample) << (8 - depth * UInt8(index % perByte + 1))
    }
    return bytes
  }

  private func append(_ type: String, _ content: [UInt8], to file: inout [UInt8]) {
    let chunk = Array(type.utf8) + content
    file.append(number: UInt32(content.count), .big)
    file.append(contentsOf: chunk)
    file.append(number: CRC32.checksum(chunk), .big)
  }
}

/// Every colour type and depth is read, with and without interlacing.
struct PNGKindTests {
  private static let palette: [UInt8] = [200, 0, 0, 0, 150, 0, 0, 0, 100, 9, 9, 9]

  private static let kinds: [(PNGKind, [RGB], alpha: [UInt8]?)] = {
    let greys = [RGB(0, 0, 0), RGB(85, 85, 85), RGB(170, 170, 170), RGB(255, 255, 255)]
    let colors = [RGB(200, 0, 0), RGB(0, 150, 0), RGB(0, 0, 100), RGB(9, 9, 9)]
    let wide: [[UInt16]] = colors.map {
      [$0.red, $0.green, $0.blue].map { UInt16($0) << 8 | 0x7F }
    }
    let narrow = wide.map { $0.map { $0 >> 8 } }
    let indices: [[UInt16]] = [[0], [1], [2], [3]]
    let blackOrWhite = [greys[0], greys[3], greys[0], greys[3]]
    return [
      (PNGKind(colorType: 0, depth: 1, pixels: [[0], [1], [0], [1]]), blackOrWhite, nil),
      (PNGKind(colorType: 0, depth: 2, pixels: indices), greys, nil),
      (PNGKind(colorType: 0, depth: 4, pixels: [[0], [5], [10], [15]]), greys, nil),
      (PNGKind(colorType: 0, depth: 8, pixels: [[0], [85], [170], [255]]), greys, nil),
      (
        PNGKind(colorType: 0, depth: 16, pixels: [[0], [0x5555], [0xAA00], [0xFFFF]]), greys, nil
      ),
      (
        PNGKind(colorType: 0, depth: 2, pixels: indices, transparency: [0, 2]), greys,
        [255, 255, 0, 255]
      ),
      (PNGKind(colorType: 2, depth: 8, pixels: narrow), colors, nil),
      (PNGKind(colorType: 2, depth: 16, pixels: wide), colors, nil),
      (
        PNGKind(colorType: 2, depth: 8, pixels: narrow, transparency: [0, 0, 0, 150, 0, 0]), colors,
        [255, 0, 255, 255]
      ),
      (PNGKind(colorType: 3, depth: 2, pixels: indices, palette: palette), colors, nil),
      (PNGKind(colorType: 3, depth: 8, pixels: indices, palette: palette), colors, nil),
      (
        PNGKind(colorType: 3, depth: 4, pixels: indices, palette: palette, transparency: [7, 128]),
        colors, [7, 128, 255, 255]
      ),
      (
        PNGKind(colorType: 4, depth: 8, pixels: [[0, 1], [85, 2], [170, 3], [255, 4]]), greys,
        [1, 2, 3, 4]
      ),
      (
        PNGKind(colorType: 6, depth: 16, pixels: wide.map { $0 + [0x8001] }), colors,
        [128, 128, 128, 128]
      ),
    ]
  }()

  @Test(arguments: kinds.indices, [false, true])
  func hasItsColors(_ index: Int, _ isInterlaced: Bool) async throws {
    var (kind, colors, alpha) = Self.kinds[index]
    kind.isInterlaced = isInterlaced
    let made = try await TestDecoder.shared.pixels(
      of: kind.encoded, PictureRequest(format: .png))
    #expect((made.width, made.height) == (4, 2), "\(kind.testDescription)")
    #expect(made.hasAlpha == (alpha != nil), "\(kind.testDescription)")
    for x in 0..<4 {
      for (y, wanted) in [(0, x), (1, 0)] {
        let hasColor = alpha.map { $0[wanted] > 0 } ?? true
        let color = made.color(x: x, y: y)
        #expect(
          !hasColor || color.distance(to: colors[wanted]) <= 1,
          "\(kind.testDescription) at \(x), \(y): \(color)")
        if let alpha { #expect(made.alpha(x: x, y: y) == alpha[wanted], "\(kind.testDescription)") }
      }
    }
  }

  @Test func aWrongChecksumIsDamage() async throws {
    var file = Self.kinds[6].0.encoded
    file[file.count - 13] ^= 1
    let problem = try await TestDecoder.shared.problem(of: file, PictureRequest(format: .png))
    #expect(problem?.reason == .damaged)
    #expect(problem?.message.hasPrefix("damaged PNG: ") == true)
  }

  @Test func aCutOneEndsBeforeItsPicture() async throws {
    let file = PNGPicture(width: 300, height: 300).encoded()
    let problem = try await TestDecoder.shared.problem(
      of: Array(file.prefix(file.count / 2)), PictureRequest(format: .png))
    #expect(problem == DecodeProblem(.damaged, "the PNG ends before its picture does"))
  }

  @Test func anInterlacedOneThatNeedsTooMuchMemoryIsRefused() async throws {
    var picture = PNGPicture(width: 8, height: 8)
    picture.claimedSide = 10_000
    let problem = try await TestDecoder.shared.problem(
      of: picture.encoded(), PictureRequest(format: .png))
    #expect(problem?.reason == .tooLarge)
  }
}
