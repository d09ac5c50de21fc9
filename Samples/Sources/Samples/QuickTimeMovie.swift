/// A QuickTime or MP4 file as its headers describe it; the media data are not frames.
package struct QuickTimeMovie: SampleFile {
  package var width: Int
  package var height: Int
  /// The first brand: `qt  `, `isom`, `mp42`, `M4V `, `M4A `.
  package var brand = "qt  "
  /// Clockwise, in degrees: 0, 90, 180 or 270.
  package var rotation = 0
  /// In seconds.
  package var duration = 2.0
  package var framesPerSecond = 30
  /// UTC; nil writes a zero, as cameras with no clock do.
  package var created: CivilTime?
  /// Entries of `moov/meta`, such as `("com.apple.quicktime.creationdate", "…")`.
  package var metadata: [(key: String, value: String)] = []
  /// True if the headers use 64-bit times.
  package var hasLongTimes = false
  /// True if the headers come after the media data, as phones write them.
  package var hasHeadersLast = false
  /// True if `meta` has a version and flags, as in ISO 14496-12 and unlike in QuickTime.
  package var hasFullMetadataBox = false
  package var hasVideo = true
  package var hasAudio = false
  package var mediaData: [UInt8]

  package init(
    width: Int, height: Int, seed: UInt64 = 0, _ fill: (inout QuickTimeMovie) -> Void = { _ in }
  ) {
    self.width = width
    self.height = height
    var generator = SeededGenerator(seed: seed)
    mediaData = generator.bytes(count: 4096)
    fill(&self)
  }

  /// Apple's keys for the identifier that joins a Live Photo's two files, and for the date.
  package mutating func setApple(contentIdentifier: String, creationDate: String) {
    metadata.append((key: "com.apple.quicktime.content.identifier", value: contentIdentifier))
    metadata.append((key: "com.apple.quicktime.creationdate", value: creationDate))
  }

  package func encoded() -> [UInt8] {
    var brands = Array(brand.utf8)
    brands.append(UInt32(512), .big)
    brands.append(brand)
    if brand != "qt  " { brands.append("mp41") }
    let type = Box("ftyp", brands).encoded()
    let media = Box("mdat", mediaData).encoded()
    if hasHeadersLast {
      return type + media + headers(mediaOffset: type.count + 8)
    }
    // The headers' size does not depend on the offset that they hold.
    let length = headers(mediaOffset: 0).count
    return type + headers(mediaOffset: type.count + length + 8) + media
  }

  private func headers(mediaOffset: Int) -> [UInt8] {
    var children = [movieHeader]
    let kinds: [QuickTimeTrack.Kind] = (hasVideo ? [.video] : []) + (hasAudio ? [.audio] : [])
    for (index, kind) in kinds.enumerated() {
      children.append(
        QuickTimeTrack(movie: self, kind: kind, number: index + 1, mediaOffset: mediaOffset).box)
    }
    if !metadata.isEmpty { children.append(metadataBox) }
    return Box("moov", children).encoded()
  }

  private var movieHeader: Box {
    Box("mvhd", version: hasLongTimes ? 1 : 0) {
      appendTimes(to: &$0)
      $0.append(UInt32(Self.timescale), .big)
      append(time: Self.ticks(duration), to: &$0)
      $0.append(UInt32(0x10000), .big)
      $0.append(UInt16(0x100), .big)
      $0.append(contentsOf: repeatElement(0, count: 10))
      $0.append(contentsOf: Self.matrix(rotation: 0, width: 0, height: 0))
      $0.append(contentsOf: repeatElement(0, count: 24))
      $0.append(UInt32(3), .big)
    }
  }

  private var metadataBox: Box {
    let handler = Box("hdlr", version: 0) {
      $0.append("\0\0\0\0mdta")
      $0.append(contentsOf: repeatElement(0, count: 13))
    }
    let keys = Box("keys", version: 0) {
      $0.append(UInt32(metadata.count), .big)
      for entry in metadata {
        $0.append(UInt32(entry.key.utf8.count + 8), .big)
        $0.append("mdta" + entry.key)
      }
    }
    var list: [UInt8] = []
    for (index, entry) in metadata.enumerated() {
      // A UTF-8 text with no locale.
      let value = Box("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array(entry.value.utf8)).encoded()
      list.append(UInt32(value.count + 8), .big)
      list.append(UInt32(index + 1), .big)
      list.append(contentsOf: value)
    }
    let children = [handler, keys, Box("ilst", list)].flatMap { $0.encoded() }
    return Box("meta", (hasFullMetadataBox ? [0, 0, 0, 0] : []) + children)
  }

  /// Creation and modification, in seconds since 1904.
  func appendTimes(to bytes: inout [UInt8]) {
    let seconds = created.map { $0.secondsSince1970 + 2_082_844_800 } ?? 0
    append(time: seconds, to: &bytes)
    append(time: seconds, to: &bytes)
  }

  func append(time: Int, to bytes: inout [UInt8]) {
    if hasLongTimes {
      bytes.append(UInt64(time), .big)
    } else {
      bytes.append(UInt32(truncatingIfNeeded: time), .big)
    }
  }

  static let timescale = 600

  static func ticks(_ seconds: Double) -> Int {
    Int((seconds * Double(timescale)).rounded())
  }

  /// A transformation in 16.16 and 2.30 fixed point that keeps the turned picture in place.
  static func matrix(rotation: Int, width: Int, height: Int) -> [UInt8] {
    let (a, b, c, d, x, y) =
      switch rotation {
      case 90: (0, 1, -1, 0, height, 0)
      case 180: (-1, 0, 0, -1, width, height)
      case 270: (0, -1, 1, 0, 0, width)
      default: (1, 0, 0, 1, 0, 0)
      }
    var bytes: [UInt8] = []
    for number in [a << 16, b << 16, 0, c << 16, d << 16, 0, x << 16, y << 16, 1 << 30] {
      bytes.append(Int32(number), .big)
    }
    return bytes
  }
}
