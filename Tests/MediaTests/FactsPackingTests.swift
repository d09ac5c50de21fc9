import Samples
import Testing

@testable import Media

/// Facts as bytes, and bytes that were never facts.
@Suite struct FactsPackingTests {
  /// Facts in which nothing has the value that it begins with.
  private static var full: MediaFacts {
    var facts = MediaFacts()
    facts.format = .heic
    facts.orientation = 6
    facts.colorModel = .cmyk
    facts.isAnimated = true
    facts.saysScreenshot = true
    facts.problem = .loop
    facts.rendering = .panorama
    facts.pixelWidth = 4032
    facts.pixelHeight = .max
    facts.frameCount = 0
    facts.loopCount = 7
    facts.frameRate = 239.76
    facts.durationMilliseconds = 86_400_001
    facts.captureDate = CaptureDate(
      wallClockMilliseconds: -1, offsetMinutes: -570, source: .quicktime)
    facts.location = MediaLocation(latitude: -33.8568, longitude: 151.2153, altitude: -0.5)
    facts.exifBlock = ByteRange(offset: 12, count: 4000)
    facts.xmpBlock = ByteRange(offset: 5000, count: 1)
    facts.embeddedPreview = EmbeddedPreview(
      range: ByteRange(offset: 0, count: 10_000), pixelWidth: 160, pixelHeight: 120)
    facts.make = "Apple"
    facts.model = "iPhone 15"
    facts.lens = "back camera"
    facts.software = "17.1"
    facts.pngSoftware = "gnome-screenshot"
    facts.userComment = "Screenshot"
    facts.contentIdentifier = "0123456789-0123456789-0123456789-0123456789-0123456789"
    facts.burstIdentifier = "burst"
    facts.depth = 16
    facts.profileName = "Display P3"
    facts.traits = [.panorama, .gainMap, .depthMap]
    facts.hasAlpha = false
    return facts
  }

  private func packed(_ facts: MediaFacts) -> [UInt8] {
    Array(unsafeUninitializedCapacity: MediaFacts.packedLimit) { buffer, count in
      count = facts.pack(into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  private func unpacked(_ bytes: [UInt8], fileSize: Int64 = 10_000) -> MediaFacts? {
    bytes.withUnsafeBytes { MediaFacts(packed: $0, fileSize: fileSize) }
  }

  @Test func everyFactComesBack() {
    let full = Self.full
    #expect(unpacked(packed(full)) == full)
    #expect(unpacked(packed(MediaFacts())) == MediaFacts())
    var moment = full
    moment.captureDate = CaptureDate(moment: -1, source: .iptc)
    #expect(unpacked(packed(moment)) == moment)
  }

  /// Fails when a fact was added that nothing here sets, and that is probably not packed.
  @Test func everyFactIsTried() {
    let empty = Mirror(reflecting: MediaFacts()).children.map { "\($0.value)" }
    let full = Mirror(reflecting: Self.full).children.map { (label: $0.label, text: "\($0.value)") }
    for (value, begun) in zip(full, empty) where value.label != "frameCount" {
      #expect(value.text != begun, "\(value.label ?? "") is not tried")
    }
    #expect(full.count == 29)
  }

  @Test func theLongestFactsFit() {
    var facts = Self.full
    let text = ShortText(String(repeating: "x", count: 60))
    facts.make = text
    facts.model = text
    facts.lens = text
    facts.software = text
    facts.pngSoftware = text
    facts.userComment = text
    facts.contentIdentifier = text
    facts.burstIdentifier = text
    facts.profileName = text
    facts.durationMilliseconds = .max
    facts.exifBlock = ByteRange(offset: .max - 1, count: 1)
    facts.xmpBlock = facts.exifBlock
    let bytes = packed(facts)
    #expect(bytes.count <= MediaFacts.packedLimit)
    #expect(unpacked(bytes, fileSize: .max) == facts)
  }

  @Test func theFactsOfSamplesComeBack() throws {
    for entry in SampleLibrary(now: 1_443_389_380).entries {
      let facts = try ScratchFile.facts(entry.bytes)
      #expect(unpacked(packed(facts), fileSize: Int64(entry.bytes.count)) == facts, "\(entry.path)")
    }
  }

  @Test func halfOfThemIsNothing() {
    let bytes = packed(Self.full)
    for count in 0..<bytes.count { #expect(unpacked(Array(bytes.prefix(count))) == nil) }
    #expect(unpacked(bytes + [0]) == nil)
  }

  @Test func aStretchOutsideTheFileIsNothing() {
    let bytes = packed(Self.full)
    #expect(unpacked(bytes, fileSize: 9_999) == nil)
    #expect(unpacked(bytes, fileSize: 0) == nil)
    #expect(unpacked(bytes, fileSize: .min) == nil)
  }

  @Test func whatNoReaderFindsIsNothing() {
    let changes: [(inout MediaFacts) -> Void] = [
      { $0.orientation = 9 }, { $0.pixelWidth = -1 }, { $0.loopCount = -1 },
      { $0.durationMilliseconds = -1 }, { $0.frameRate = .infinity }, { $0.frameRate = .nan },
      { $0.frameRate = -1 }, { $0.depth = 0 }, { $0.depth = 65 },
      { $0.traits = PictureTraits(rawValue: 0x80) },
      { $0.exifBlock = ByteRange(offset: -1, count: 2) },
      { $0.xmpBlock = ByteRange(offset: 1, count: .max) },
      {
        $0.captureDate = CaptureDate(
          wallClockMilliseconds: .max, offsetMinutes: nil, source: .exif)
      },
    ]
    for (index, change) in changes.enumerated() {
      var facts = Self.full
      change(&facts)
      #expect(unpacked(packed(facts)) == nil, "change \(index)")
    }
  }

  /// Any bytes give facts within their bounds or nothing, and never a trap.
  @Test func changedBytesAreBoundedFactsOrNothing() {
    let bytes = packed(Self.full)
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      var changed = bytes
      for _ in 0...Int(generator.next() % 3) {
        changed[Int(generator.next() % UInt64(changed.count))] = UInt8(
          truncatingIfNeeded: generator.next())
      }
      guard let facts = unpacked(changed) else { continue }
      #expect((1...8).contains(facts.orientation))
      #expect(facts.pixelWidth >= 0 && facts.pixelHeight >= 0)
      if let exif = facts.exifBlock { #expect(exif.offset >= 0 && exif.count <= 10_000) }
      #expect(unpacked(packed(facts)) == facts)
    }
  }
}
