/// A reader of JPEG XL: a bare codestream, or one in boxes (ISO/IEC 18181-1 and -2).
enum JPEGXLHeader {
  /// The maximum number of bytes of a codestream's header that are read.
  private static let headLimit = 64

  private static let codestream: UInt32 = 0x6A78_6C63
  private static let partOfCodestream: UInt32 = 0x6A78_6C70
  private static let exif: UInt32 = 0x4578_6966
  private static let xml: UInt32 = 0x786D_6C20
  /// A box that contains the type and the compressed content of another one.
  private static let packed: UInt32 = 0x6272_6F62

  static func read(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let head = try window.bytes(at: 0, upTo: headLimit) else { return }
    if head.big16(0) == 0xFF0A { return JPEGXLCodestream.read(head, into: &draft) }
    var boxes = BoxList(from: 0, to: window.size)
    while let box = try boxes.next(&window, &draft) {
      switch box.type {
      case codestream where !draft.hasSize:
        try readCodestream(at: box.payload, &window, into: &draft)
      // Parts are numbered; the first in the file has the first number.
      case partOfCodestream where !draft.hasSize:
        try readCodestream(at: box.payload + 4, &window, into: &draft)
      case exif:
        // The codestream has the orientation; EXIF's is ignored.
        let turn = draft.orientation
        try readExif(box, &window, into: &draft)
        draft.orientation = turn
      case xml:
        try MetadataBlock.readXMP(at: box.payload, count: box.count, &window, into: &draft)
      case packed: try readPacked(box, &window, into: &draft)
      default: break
      }
    }
  }

  private static func readCodestream(
    at offset: Int64, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let head = try window.bytes(at: offset, upTo: headLimit) else {
      return draft.note(.truncated)
    }
    JPEGXLCodestream.read(head, into: &draft)
  }

  /// Reads EXIF or XMP that was compressed, and records its place in the file. Problems in it are no
  /// problems of the file, as it may have been truncated to fit the buffer.
  private static func readPacked(
    _ box: Box, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let type = try window.bytes(at: box.payload, count: 4)?.big32(0) else { return }
    let kept = ByteRange(offset: box.payload, count: box.count)
    // Only the first of each is read, which limits the amount of unpacked data.
    switch type {
    case exif where draft.facts.exifBlock == nil:
      guard var block = try window.unpacked(kept) else { return }
      let (problem, preview) = (draft.facts.problem, draft.facts.embeddedPreview)
      let turn = draft.orientation
      try MetadataBlock.readExif(at: 0, count: block.size, &block, into: &draft)
      draft.orientation = turn
      (draft.facts.problem, draft.facts.embeddedPreview) = (problem, preview)
      if draft.facts.exifBlock != nil { draft.facts.exifBlock = kept }
    case xml where draft.facts.xmpBlock == nil:
      guard var block = try window.unpacked(kept) else { return }
      try MetadataBlock.readXMP(at: 0, count: block.size, &block, into: &draft)
      if draft.facts.xmpBlock != nil { draft.facts.xmpBlock = kept }
    default: break
    }
  }

  /// Reads EXIF from a box that begins with the distance to the byte-order mark.
  private static func readExif(
    _ box: Box, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let head = try window.bytes(at: box.payload, count: 4) else { return }
    let start = 4 + Int64(head.big32(0))
    guard start < box.count else { return draft.note(.lyingLength) }
    try MetadataBlock.readExif(
      at: box.payload + start, count: box.count - start, introduction: 6, &window, into: &draft)
  }
}

/// A reader of the header of a JPEG XL codestream: size, orientation, and whether it is animated.
enum JPEGXLCodestream {
  static func read(_ head: Bytes, into draft: inout MediaFactsBuilder) {
    guard head.big16(0) == 0xFF0A else { return draft.note(.malformed) }
    var bits = LeastSignificantBitReader(head.slice(from: 2))
    let (width, height) = size(&bits)
    guard bits.isWithin else { return draft.note(.truncated) }
    draft.setSize(width: width, height: height)
    takeMetadata(&bits, &draft)
    if !bits.isWithin { draft.note(.truncated) }
  }

  private static func size(_ bits: inout LeastSignificantBitReader) -> (
    width: UInt64, height: UInt64
  ) {
    let isSmall = bits.takeFlag()
    let height = isSmall ? (UInt64(bits.take(5)) + 1) * 8 : side(&bits)
    let ratio = Int(bits.take(3))
    let ratios: [(UInt64, UInt64)] = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
    if ratio > 0 { return (height * ratios[ratio - 1].0 / ratios[ratio - 1].1, height) }
    return (isSmall ? (UInt64(bits.take(5)) + 1) * 8 : side(&bits), height)
  }

  private static func side(_ bits: inout LeastSignificantBitReader) -> UInt64 {
    let counts = [9, 13, 18, 30]
    return UInt64(bits.take(counts[Int(bits.take(2))])) + 1
  }

  private static func takeMetadata(
    _ bits: inout LeastSignificantBitReader, _ draft: inout MediaFactsBuilder
  ) {
    draft.facts.colorModel = .rgb
    let isDefault = bits.takeFlag()
    guard !isDefault, bits.takeFlag() else { return }
    draft.orientation = Orientation(number: UInt64(bits.take(3)) + 1) ?? .upright
    if bits.takeFlag() { _ = size(&bits) }
    if bits.takeFlag() { skipPreview(&bits) }
    draft.facts.isAnimated = bits.takeFlag()
    guard draft.facts.isAnimated else { return }
    skipTicks(&bits)
    draft.facts.loopCount = Int32(clamping: number(&bits, [0, 3, 16, 32]))
  }

  private static func skipPreview(_ bits: inout LeastSignificantBitReader) {
    let isWhole = bits.takeFlag()
    skipPreviewSide(&bits, isWhole)
    if bits.take(3) == 0 { skipPreviewSide(&bits, isWhole) }
  }

  /// Skips a side of the preview, in units of eight pixels if `isWhole`, else in pixels.
  private static func skipPreviewSide(_ bits: inout LeastSignificantBitReader, _ isWhole: Bool) {
    _ = number(&bits, isWhole ? [0, 0, 5, 9] : [6, 8, 10, 12])
  }

  /// Skips the number of ticks in a second, a fraction.
  private static func skipTicks(_ bits: inout LeastSignificantBitReader) {
    _ = number(&bits, [0, 0, 10, 30])
    _ = number(&bits, [0, 0, 8, 10])
  }

  /// Reads two bits, which choose the number of bits, and a number of so many bits.
  private static func number(_ bits: inout LeastSignificantBitReader, _ counts: [Int]) -> UInt32 {
    bits.take(counts[Int(bits.take(2))])
  }
}

/// A reader of bits, from the lowest bit of each byte; after the end it reads zeros.
struct LeastSignificantBitReader {
  private let bytes: Bytes
  private var place = 0

  init(_ bytes: Bytes) {
    self.bytes = bytes
  }

  /// True if all bits that were taken exist.
  var isWithin: Bool { place <= bytes.count * 8 }

  /// Returns the next `count` bits, at most 32, as a number.
  mutating func take(_ count: Int) -> UInt32 {
    var value: UInt32 = 0
    for bit in 0..<count {
      value |= UInt32(bytes.byte(place >> 3) >> UInt8(place & 7) & 1) << UInt32(bit)
      place += 1
    }
    return value
  }

  mutating func takeFlag() -> Bool { take(1) == 1 }
}
