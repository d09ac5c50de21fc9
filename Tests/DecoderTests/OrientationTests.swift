import Decoding
import Media
import Samples
import Testing

@testable import Decoder

/// Six colours in two rows of three, so that each way of turning shows.
struct OrientationTests {
  private static let mosaic = Mosaic(
    columns: 3,
    colors: [
      RGB(200, 30, 30), RGB(30, 200, 30), RGB(30, 30, 200),
      RGB(200, 200, 30), RGB(30, 200, 200), RGB(220, 220, 220),
    ])

  /// The cells as they are shown, row by row (EXIF 2.32, Orientation).
  private static let shown: [UInt8: [[Int]]] = [
    1: [[0, 1, 2], [3, 4, 5]],
    2: [[2, 1, 0], [5, 4, 3]],
    3: [[5, 4, 3], [2, 1, 0]],
    4: [[3, 4, 5], [0, 1, 2]],
    5: [[0, 3], [1, 4], [2, 5]],
    6: [[3, 0], [4, 1], [5, 2]],
    7: [[5, 2], [4, 1], [3, 0]],
    8: [[2, 5], [1, 4], [0, 3]],
  ]

  private static let file = JPEGPicture(width: 480, height: 192) { $0.mosaic = mosaic }.encoded()
  private static let png = PNGPicture(width: 150, height: 70) { $0.mosaic = mosaic }.encoded()

  @Test(arguments: UInt8(1)...8)
  func turnsAThumbnail(orientation: UInt8) async throws {
    let request = PictureRequest(
      format: .jpeg, orientation: orientation, targetSize: PictureSize(width: 90, height: 90))
    let made = try await TestDecoder.shared.pixels(of: Self.file, request)
    #expect(made.width == (orientation > 4 ? 36 : 90))
    #expect(made.height == (orientation > 4 ? 90 : 36))
    try check(made, orientation)
  }

  @Test(arguments: UInt8(1)...8)
  func turnsAllPixels(orientation: UInt8) async throws {
    let request = PictureRequest(format: .png, orientation: orientation)
    let made = try await TestDecoder.shared.pixels(of: Self.png, request)
    #expect(made.width == (orientation > 4 ? 70 : 150))
    #expect(made.height == (orientation > 4 ? 150 : 70))
    try check(made, orientation)
  }

  /// An invalid orientation in a header is no reason to fail.
  @Test(arguments: [UInt8(0), 9, 255])
  func leavesThePictureWhenTheOrientationIsNone(orientation: UInt8) async throws {
    let request = PictureRequest(format: .png, orientation: orientation)
    try check(try await TestDecoder.shared.pixels(of: Self.png, request), 1)
  }

  private func check(_ made: Pixels, _ orientation: UInt8) throws {
    let cells = try #require(Self.shown[orientation])
    for (row, numbers) in cells.enumerated() {
      for (column, number) in numbers.enumerated() {
        let color = made.color(column: column, of: numbers.count, row: row, of: cells.count)
        #expect(color.distance(to: Self.mosaic.colors[number]) <= 4, "\(row), \(column)")
      }
    }
  }
}
