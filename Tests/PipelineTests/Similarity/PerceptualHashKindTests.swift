import Pictures
import Samples
import Testing

@testable import Pipeline

/// The hashes of a picture's pixels.
@Suite struct PerceptualHashKindTests {
  /// A picture of soft shapes, of any size.
  private static func pixels(
    _ width: Int, _ height: Int, channels: Int = 3, seed: UInt64 = 1,
    _ change: (Double, Double, Double) -> Double = { _, _, grey in grey }
  ) throws -> PicturePixels {
    var random = SeededGenerator(seed: seed)
    let waves = (0..<4).map { _ in
      (0..<3).map { _ in Double.random(in: -4...4, using: &random) }
    }
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let (u, v) = ((Double(x) + 0.5) / Double(width), (Double(y) + 0.5) / Double(height))
        let sum = waves.reduce(0) { $0 + triangle($1[0] * u + $1[1] * v + $1[2]) }
        let grey = UInt8(max(0, min(255, change(u, v, 128 + 20 * sum))))
        bytes += [grey, grey, grey] + (channels == 4 ? [255] : [])
      }
    }
    return try #require(PicturePixels(width: width, height: height, bytes: bytes))
  }

  /// A wave between -1 and 1.
  private static func triangle(_ value: Double) -> Double {
    abs((value - value.rounded(.down)) * 4 - 2) - 1
  }

  private static func distances(_ one: PicturePixels, _ other: PicturePixels) -> [Int] {
    let (one, other) = (GreyPicture(one), GreyPicture(other))
    return PerceptualHashKind.allCases.map {
      ($0.hash(of: one) ^ $0.hash(of: other)).nonzeroBitCount
    }
  }

  @Test func anotherSizeAndLightLookAlike() throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      let picture = try Self.pixels(64, 48, seed: seed)
      let small = try Self.pixels(40, 30, seed: seed)
      let bright = try Self.pixels(64, 48, seed: seed) { _, _, grey in 20 + grey * 0.8 }
      for other in [small, bright] {
        #expect(Self.distances(picture, other).allSatisfy { $0 <= 6 })
      }
    }
  }

  @Test func otherPicturesDiffer() throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      let one = try Self.pixels(96, 96, seed: seed)
      let other = try Self.pixels(96, 96, seed: seed + 100)
      #expect(Self.distances(one, other).allSatisfy { $0 > 12 })
    }
  }

  @Test func gradientsAreOnesWhereItGetsBrighter() {
    let side = GreyPicture.side
    func picture(_ grey: (Int, Int) -> Int) -> GreyPicture {
      GreyPicture(greys: (0..<side * side).map { Float(grey($0 % side, $0 / side)) })
    }
    #expect(PerceptualHashKind.dHash.hash(of: picture { x, _ in x }) == ~0)
    #expect(PerceptualHashKind.dHash.hash(of: picture { x, _ in -x }) == 0)
    // Brighter to the right in the upper half, darker in the lower: the first bits are the upper rows'.
    #expect(
      PerceptualHashKind.dHash.hash(of: picture { x, y in y < side / 2 ? x : -x })
        == 0xFFFF_FFFF_0000_0000
    )
  }

  @Test func halfOfTheFrequenciesAreAboveTheirMedian() throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      let hash = PerceptualHashKind.pHash.hash(of: GreyPicture(try Self.pixels(64, 64, seed: seed)))
      #expect(hash.nonzeroBitCount == 32)
      // The mean brightness is the first and the largest.
      #expect(hash >> 63 == 1)
    }
  }

  @Test func posesAreThoseOfTheTurnedPicture() throws {
    let side = 64
    let picture = try Self.pixels(side, side)
    func moved(_ from: (Int, Int) -> (Int, Int)) throws -> GreyPicture {
      var bytes: [UInt8] = []
      for y in 0..<side {
        for x in 0..<side {
          let (left, top) = from(x, y)
          bytes += picture.bytes[(top * side + left) * 3..<(top * side + left) * 3 + 3]
        }
      }
      return GreyPicture(try #require(PicturePixels(width: side, height: side, bytes: bytes)))
    }
    let grey = GreyPicture(picture)
    // Turned clockwise, the upper left corner shows what was in the lower left one.
    let turned = try moved { x, y in (y, side - 1 - x) }
    let mirrored = try moved { x, y in (side - 1 - x, y) }
    let flipped = try moved { x, y in (x, side - 1 - y) }
    func isSame(_ one: GreyPicture, _ other: GreyPicture) -> Bool {
      zip(one.greys, other.greys).allSatisfy { abs($0 - $1) < 0.01 }
    }
    #expect(isSame(grey.seen(PictureTransform(quarters: 1, isMirrored: false)), turned))
    #expect(isSame(grey.seen(PictureTransform(quarters: 0, isMirrored: true)), mirrored))
    #expect(isSame(grey.seen(PictureTransform(quarters: 2, isMirrored: true)), flipped))
    #expect(Set(PictureTransform.all.map { grey.seen($0).greys }).count == 8)
    #expect(PictureTransform.all[0] == PictureTransform(quarters: 0, isMirrored: false))
  }

  @Test func aPoseIsFoundOnlyWhereItIsAskedFor() throws {
    let picture = GreyPicture(try Self.pixels(64, 64))
    let base = PerceptualHash(picture)
    for pose in PictureTransform.all.dropFirst() {
      let looks = [base, PerceptualHash(picture.seen(pose))]
      func finds(_ isTurned: Bool, _ isMirrored: Bool) -> Bool {
        HashThreshold(
          hashes: PerceptualHashKind.allCases, distance: 4, isTurned: isTurned,
          isMirrored: isMirrored
        ).isAlike(looks) == [true, true]
      }
      #expect(!finds(false, false))
      #expect(finds(true, false) == !pose.isMirrored)
      #expect(finds(false, true) == (pose.isMirrored && pose.quarters == 0))
      #expect(finds(true, true))
    }
  }

  @Test func transparencyIsSeenOnWhite() throws {
    let size = 32
    let clear = try #require(
      PicturePixels(width: size, height: size, bytes: [UInt8](repeating: 0, count: size * size * 4))
    )
    #expect(GreyPicture(clear).greys.allSatisfy { $0 == 255 })
    #expect(GreyPicture(clear).isPlain)
  }

  @Test func everyPixelCountsForItsPart() throws {
    // Three columns on 32: each is a mean of what it covers, so the mean of all stays.
    let pixels = try #require(
      PicturePixels(width: 3, height: 1, bytes: [0, 0, 0, 90, 90, 90, 255, 255, 255]))
    let picture = GreyPicture(pixels)
    #expect(picture[0, 0] == 0)
    #expect(abs(picture[16, 7] - 90) < 0.01)
    #expect(abs(picture[31, 31] - 255) < 0.01)
    #expect(abs(picture.greys.reduce(0, +) / 1024 - 115) < 0.01)
  }

  @Test func aLookComesBackFromItsBytes() throws {
    let look = PerceptualHash(GreyPicture(try Self.pixels(64, 48)))
    #expect(PerceptualHash(bytes: look.bytes) == look)
    #expect(look.bytes.count == PictureMeasure.look.byteCount)
    #expect(PerceptualHash(bytes: PerceptualHash.plainBytes) == nil)
    #expect(PerceptualHash(bytes: Array(look.bytes.dropLast())) == nil)
  }

  @Test func blurIsLessSharp() throws {
    let sharp = Sharpness(
      try Self.pixels(64, 64) { u, _, _ in Int(u * 16) % 2 == 0 ? 0 : 255 })
    let soft = Sharpness(try Self.pixels(64, 64) { u, _, _ in 255 * u })
    #expect(sharp.value > 10 * soft.value)
    #expect(Sharpness(bytes: sharp.bytes)?.value == sharp.value)
    #expect(Sharpness(bytes: [UInt8](repeating: 255, count: 8)) == nil)
  }
}
