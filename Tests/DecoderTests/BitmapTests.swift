import Decoding
import Media
import Samples
import Testing

@testable import Decoder

/// Windows and OS/2 bitmaps of every header, depth and coding.
struct BitmapTests {
  /// A bitmap of 4 by 2 pixels, whose rows are stored as they are given.
  private struct Bitmap {
    var header: UInt32 = 40
    var bits: UInt16 = 24
    var coding: UInt32 = 0
    var isTopDown = false
    /// Blue, green and red of each index.
    var palette: [[UInt8]] = []
    var masks: [UInt32] = []
    var rows: [[UInt8]] = []

    var encoded: [UInt8] {
      var second: [UInt8] = []
      second.append(number: header, .little)
      if header == 12 {
        for number: UInt16 in [4, 2, 1, bits] { second.append(number: number, .little) }
      } else {
        second.append(number: UInt32(4), .little)
        second.append(number: UInt32(bitPattern: isTopDown ? -2 : 2), .little)
        second.append(number: UInt16(1), .little)
        second.append(number: bits, .little)
        let numbers = [coding, 0, 0, 0, UInt32(palette.count), 0] + masks
        for number in numbers { second.append(number: number, .little) }
        second += Array(repeating: 0, count: max(0, Int(header) - second.count))
      }
      let colors = palette.flatMap { $0 + (header == 12 ? [] : [0]) }
      var file = Array("BM".utf8)
      let offset = UInt32(14 + second.count + colors.count)
      for number in [0, 0, offset] { file.append(number: number, .little) }
      return file + second + colors + rows.joined()
    }
  }

  private static let palette: [[UInt8]] = [[0, 0, 200], [0, 150, 0], [100, 0, 0], [9, 9, 9]]
  /// The colours of the palette: red, green, blue, nearly black.
  private static let colors = [RGB(200, 0, 0), RGB(0, 150, 0), RGB(0, 0, 100), RGB(9, 9, 9)]

  /// The upper row is red, green, blue and nearly black; the lower one is red.
  private static let files: [(String, Bitmap)] = [
    (
      "1 bit",
      Bitmap(
        bits: 1, palette: [palette[0], palette[1]],
        rows: [[0b0000_0000, 0, 0, 0], [0b0100_0000, 0, 0, 0]])
    ),
    (
      "4 bits",
      Bitmap(bits: 4, palette: palette, rows: [[0, 0, 0, 0], [0x01, 0x23, 0, 0]])
    ),
    ("8 bits", Bitmap(bits: 8, palette: palette, rows: [[0, 0, 0, 0], [0, 1, 2, 3]])),
    (
      "OS/2",
      Bitmap(
        header: 12, bits: 8, palette: palette + Array(repeating: [0, 0, 0], count: 252),
        rows: [[0, 0, 0, 0], [0, 1, 2, 3]])
    ),
    (
      "top down",
      Bitmap(bits: 8, isTopDown: true, palette: palette, rows: [[0, 1, 2, 3], [0, 0, 0, 0]])
    ),
    (
      "RLE8",
      Bitmap(
        bits: 8, coding: 1, palette: palette,
        rows: [[4, 0, 0, 0], [0, 3, 0, 1, 2, 0], [1, 3, 0, 0, 0, 1]])
    ),
    (
      "RLE8 with a jump",
      Bitmap(
        bits: 8, coding: 1, palette: palette, rows: [[0, 2, 1, 1], [1, 1, 1, 2, 1, 3, 0, 1]])
    ),
    (
      "RLE4",
      Bitmap(
        bits: 4, coding: 2, palette: palette, rows: [[4, 0, 0, 0], [0, 4, 0x01, 0x23], [0, 1]])
    ),
    (
      "24 bits",
      Bitmap(rows: [
        Array(repeating: palette[0], count: 4).flatMap(\.self), palette.flatMap(\.self),
      ])
    ),
    (
      "32 bits",
      Bitmap(
        bits: 32,
        rows: [
          Array(repeating: palette[0] + [0], count: 4).flatMap(\.self),
          palette.flatMap { $0 + [0] },
        ])
    ),
    (
      "32 bits whose alpha is unused",
      Bitmap(
        header: 124, bits: 32, coding: 3, masks: [0xFF0000, 0xFF00, 0xFF, 0xFF00_0000],
        rows: [
          Array(repeating: palette[0] + [0], count: 4).flatMap(\.self),
          palette.flatMap { $0 + [0] },
        ])
    ),
  ]

  @Test(arguments: files.map(\.0))
  func hasItsColors(_ name: String) async throws {
    let file = try #require(Self.files.first { $0.0 == name }).1
    let made = try await TestDecoder.shared.pixels(of: file.encoded, PictureRequest(format: .bmp))
    #expect((made.width, made.height) == (4, 2))
    #expect(!made.hasAlpha)
    let wanted = name == "1 bit" ? [0, 1, 0, 0] : [0, 1, 2, 3]
    for x in 0..<4 {
      let (upper, lower) = (made.color(x: x, y: 0), made.color(x: x, y: 1))
      #expect(upper.distance(to: Self.colors[wanted[x]]) <= 1, "\(x): \(upper)")
      #expect(lower.distance(to: Self.colors[0]) <= 1, "\(x): \(lower)")
    }
  }

  /// Five bits of each channel, or six of green where the masks say so.
  @Test(
    arguments: [
      ([], UInt16(0b0_11111_00000_10000), RGB(255, 0, 132)),
      ([0xF800, 0x7E0, 0x1F], UInt16(0b11111_100000_00000), RGB(255, 130, 0)),
    ] as [([UInt32], UInt16, RGB)])
  func sixteenBitsFollowTheMasks(_ masks: [UInt32], _ pixel: UInt16, _ color: RGB) async throws {
    var bytes: [UInt8] = []
    for _ in 0..<8 { bytes.append(number: pixel, .little) }
    let file = Bitmap(bits: 16, coding: masks.isEmpty ? 0 : 3, masks: masks, rows: [bytes])
    let made = try await TestDecoder.shared.pixels(of: file.encoded, PictureRequest(format: .bmp))
    #expect(made.color(x: 1, y: 1).distance(to: color) <= 1)
  }

  @Test func alphaIsKeptWhereItIsUsed() async throws {
    let pixel: [UInt8] = [10, 20, 30, 128]
    let file = Bitmap(
      header: 108, bits: 32, coding: 3, masks: [0xFF0000, 0xFF00, 0xFF, 0xFF00_0000],
      rows: [Array(repeating: pixel, count: 8).flatMap(\.self)])
    let made = try await TestDecoder.shared.pixels(of: file.encoded, PictureRequest(format: .bmp))
    #expect(made.hasAlpha && made.alpha(x: 1, y: 1) == 128)
    #expect(made.color(x: 1, y: 1).distance(to: RGB(30, 20, 10)) <= 1)
  }

  @Test func isMadeSmaller() async throws {
    let file = PlainPicture(.bmp, width: 400, height: 300).encoded()
    let size = PictureSize(width: 40, height: 40)
    let made = try await TestDecoder.shared.pixels(
      of: file, PictureRequest(format: .bmp, targetSize: size))
    #expect((made.width, made.height) == (40, 30))
    #expect(made.color(x: 9, y: 9).distance(to: RGB(128, 128, 128)) <= 1)
  }

  @Test func aCutOneIsDamaged() async throws {
    for (name, bitmap) in Self.files {
      let file = bitmap.encoded
      for count in [3, 17, 30, file.count - 5] {
        let problem = try await TestDecoder.shared.problem(
          of: Array(file.prefix(count)), PictureRequest(format: .bmp))
        #expect(problem?.reason == .damaged, "\(name), \(count) bytes")
      }
    }
  }

  @Test func whatIsNotReadIsSaid() async throws {
    for (bits, coding) in [(UInt16(24), UInt32(4)), (8, 2), (3, 0), (24, 1)] {
      let file = Bitmap(bits: bits, coding: coding, rows: [Array(repeating: 0, count: 99)])
      let problem = try await TestDecoder.shared.problem(
        of: file.encoded, PictureRequest(format: .bmp))
      #expect(problem?.reason == .unsupported)
      #expect(
        problem?.message == "a BMP with \(bits) bits a pixel in compression \(coding) is not read")
    }
  }

  /// A few bytes claim a picture that would fill the memory.
  @Test func aCodedOneThatClaimsTooMuchIsRefused() async throws {
    var file = Bitmap(bits: 8, coding: 1, palette: Self.palette, rows: [[0, 1]]).encoded
    file.replaceSubrange(18..<26, with: [0x40, 0x9C, 0, 0, 0x40, 0x9C, 0, 0])
    var request = PictureRequest(format: .bmp, targetSize: PictureSize(width: 9, height: 9))
    #expect(try await TestDecoder.shared.problem(of: file, request)?.reason == .tooLarge)
    request.maximumPixels = .max
    #expect(try await TestDecoder.shared.problem(of: file, request)?.reason == .tooLarge)
  }

  /// Runs that lead out of the picture, jumps, and an end that is missing.
  @Test func codesThatLeadOutsideStayInside() async throws {
    let hostile: [[UInt8]] = [
      [255, 1, 255, 2, 0, 0, 255, 3, 0, 0, 255, 1, 0, 1], [0, 2, 255, 255, 9, 9, 0, 1],
      [0, 255, 1, 2, 3], [0, 2, 7], [1], [9, 1, 0, 0, 9, 1],
    ]
    for code in hostile {
      for (bits, coding) in [(UInt16(8), UInt32(1)), (4, 2)] {
        let file = Bitmap(bits: bits, coding: coding, palette: Self.palette, rows: [code])
        let problem = try await TestDecoder.shared.problem(
          of: file.encoded, PictureRequest(format: .bmp))
        #expect(problem == nil || problem?.reason == .damaged)
      }
    }
  }
}
