import CPixels
import Decoding
import Media
import Samples
import Testing

@testable import Decoder

struct ColorTests {
  private static let size = 64
  private static let colors = [
    RGB(200, 30, 30), RGB(30, 200, 30), RGB(30, 30, 200), RGB(120, 120, 120),
  ]

  /// Four flat squares of colours that have this number of channels.
  private static func squares(_ colors: [[UInt8]]) -> [UInt8] {
    (0..<size * size).flatMap { place -> [UInt8] in
      let row = place / size * 2 / size
      let column = place % size * 2 / size
      return colors[row * 2 + column]
    }
  }

  private static func jpeg(
    _ colors: [[UInt8]], profile: [UInt8] = [], isProgressive: Bool = false
  ) throws -> [UInt8] {
    let pixels = squares(colors)
    let count = colors[0].count
    return try #require(
      [UInt8](
        cpixels_jpeg(
          pixels, Int32(size), Int32(size), Int32(count), isProgressive ? 1 : 0, profile,
          profile.count)))
  }

  private static let rgb = colors.map { [$0.red, $0.green, $0.blue] }

  private func squares(
    of file: [UInt8], side: Int32? = nil, keepsProfile: Bool = false
  ) async throws -> [RGB] {
    var request = PictureRequest(format: .jpeg)
    request.targetSize = side.map { PictureSize(width: $0, height: $0) }
    request.keepsProfile = keepsProfile
    let made = try await TestDecoder.shared.pixels(of: file, request)
    #expect(made.width == Int(side ?? Int32(Self.size)))
    return [(0, 0), (1, 0), (0, 1), (1, 1)].map { column, row in
      made.color(column: column, of: 2, row: row, of: 2)
    }
  }

  @Test(arguments: [PictureFormat.jpeg, .png, .webp])
  func keepsAProfileWhenAsked(format: PictureFormat) async throws {
    let profile = try #require([UInt8](cpixels_profile(1)))
    let file = try Self.jpeg(Self.rgb, profile: profile)
    var request = PictureRequest(format: .jpeg, output: format)
    #expect(try await !hasProfile(file, request))
    request.keepsProfile = true
    #expect(try await hasProfile(file, request))
    expect(
      try await squares(of: file, keepsProfile: true), Self.colors, within: 6)
    // The next picture of the same camera is converted again.
    request.keepsProfile = false
    #expect(try await !hasProfile(file, request))
    let plain = try Self.jpeg(Self.rgb)
    request.keepsProfile = true
    #expect(try await !hasProfile(plain, request))
  }

  private func hasProfile(_ file: [UInt8], _ request: PictureRequest) async throws -> Bool {
    let made = try await TestDecoder.shared.encoded(file, request).bytes
    return ["ICC_PROFILE", "iCCP", "ICCP"].contains { made.firstRange(of: Array($0.utf8)) != nil }
  }

  private func expect(_ found: [RGB], _ wanted: [RGB], within distance: Int) {
    for (found, wanted) in zip(found, wanted) {
      #expect(found.distance(to: wanted) <= distance, "\(found), not \(wanted)")
    }
  }

  @Test(arguments: [nil, Int32(20)])
  func convertsAWideProfile(side: Int32?) async throws {
    let profile = try #require([UInt8](cpixels_profile(1)))
    let file = try Self.jpeg(Self.rgb, profile: profile)
    var wanted = Self.rgb.flatMap { $0 }
    cpixels_convert_from_wide(&wanted, 4)
    let converted = (0..<4).map { RGB(wanted[$0 * 3], wanted[$0 * 3 + 1], wanted[$0 * 3 + 2]) }
    #expect(converted[1].distance(to: Self.colors[1]) > 15, "the profile matters")
    expect(try await squares(of: file, side: side), converted, within: 4)
  }

  @Test func leavesSRGBAsItIs() async throws {
    let profile = try #require([UInt8](cpixels_profile(0)))
    let with = try await squares(of: try Self.jpeg(Self.rgb, profile: profile))
    let without = try await squares(of: try Self.jpeg(Self.rgb))
    #expect(with == without)
    expect(with, Self.colors, within: 3)
  }

  @Test func passesOverABrokenProfile() async throws {
    var profile = try #require([UInt8](cpixels_profile(1)))
    for place in stride(from: 128, to: profile.count, by: 3) { profile[place] ^= 0xFF }
    expect(
      try await squares(of: try Self.jpeg(Self.rgb, profile: profile)), Self.colors, within: 3)
  }

  @Test func passesOverAProfileOfOtherChannels() async throws {
    let profile = try #require([UInt8](cpixels_profile(1)))
    let file = try Self.jpeg([[10], [90], [160], [250]], profile: profile)
    expect(
      try await squares(of: file), [10, 90, 160, 250].map { RGB($0, $0, $0) }, within: 3)
  }

  /// Many profiles in turn: what is kept for one is not taken for another.
  @Test func keepsProfilesApart() async throws {
    let wide = try #require([UInt8](cpixels_profile(1)))
    let wideFile = try Self.jpeg(Self.rgb, profile: wide)
    let first = try await squares(of: wideFile)
    for place in 0..<12 {
      var other = try #require([UInt8](cpixels_profile(0)))
      // The date of the profile.
      other[24 + place] ^= 1
      expect(
        try await squares(of: try Self.jpeg(Self.rgb, profile: other)), Self.colors, within: 3)
    }
    #expect(try await squares(of: wideFile) == first)
  }

  @Test func decodesGrey() async throws {
    let file = try Self.jpeg([[0], [90], [160], [255]])
    expect(
      try await squares(of: file, side: 20), [0, 90, 160, 255].map { RGB($0, $0, $0) }, within: 2)
  }

  @Test func decodesProgressive() async throws {
    let file = try Self.jpeg(Self.rgb, isProgressive: true)
    for side in [nil, Int32(20)] {
      expect(try await squares(of: file, side: side), Self.colors, within: 4)
    }
  }

  /// Adobe's CMYK, where 255 is no ink.
  @Test func decodesCMYK() async throws {
    let file = try Self.jpeg([
      [255, 255, 255, 255], [255, 0, 0, 255], [255, 255, 255, 0], [128, 255, 255, 128],
    ])
    let wanted = [RGB(255, 255, 255), RGB(255, 0, 0), RGB(0, 0, 0), RGB(64, 128, 128)]
    for side in [nil, Int32(20)] {
      expect(try await squares(of: file, side: side), wanted, within: 4)
    }
  }
}
