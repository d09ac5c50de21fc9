/// Whether a file looks as if it had been written to its end.
///
/// Looks at the ends that formats have, not at pictures: a file that is complete by this test can
/// still be damaged within.
public enum Completeness: Sendable, Equatable {
  /// The format's end is where the file ends, or before it.
  case complete
  /// The format's end is missing.
  case incomplete
  /// The format has no end that can be told cheaply, or it is hidden by what follows it.
  case unknown

  /// Judges an open regular file of a format that is known from its header.
  public init(descriptor: Int32, size: Int64, format: MediaFormat) throws(MediaError) {
    var window = HeaderWindow()
    try window.open(descriptor: descriptor, size: size)
    guard window.size > 0 else {
      self = .incomplete
      return
    }
    switch format {
    case .jpeg: self = try JPEGEnd.judge(&window)
    case .png: self = try RasterEnd.png(&window)
    case .gif: self = try RasterEnd.gif(&window)
    case .webp: self = try RasterEnd.webp(&window)
    case .heic, .heif, .avif, .cr3, .quickTime, .mpeg4, .m4v, .threeGPP:
      self = try ISOEnd.judge(&window)
    case .tiff, .dng, .cr2, .nef, .arw, .unknown: self = .unknown
    }
  }
}

/// Checks that a file's boxes add up to its size and that the necessary ones are there.
enum ISOEnd {
  static func judge(
    _ window: inout HeaderWindow
  ) throws(MediaError) -> Completeness {
    var draft = FactsDraft()
    var boxes = BoxList(from: 0, to: window.size)
    var hasIndex = false
    while let box = try boxes.next(&window, &draft) {
      if box.type == BoxType.moov || box.type == BoxType.meta { hasIndex = true }
    }
    switch draft.facts.problem {
    case .truncated: return .incomplete
    case .tooLarge: return .unknown
    case nil: return hasIndex ? .complete : .incomplete
    // Bytes after the last box that are no box: trailers of phones.
    default: return hasIndex ? .complete : .unknown
    }
  }
}

/// Looks for the ends of PNG, GIF and WebP.
enum RasterEnd {
  /// IEND with its length and checksum, wherever it stands in the last 64 KiB.
  static func png(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    guard let tail = try window.tail() else { return .incomplete }
    var place = max(0, tail.count - 12)
    if tail.has("IEND", at: place + 4), tail.big32(place) == 0 { return .complete }
    place = 0
    while let found = tail.firstIndex(of: UInt8(ascii: "I"), from: place) {
      if tail.has("IEND", at: found), tail.big32(found + 4) == 0xAE42_6082 { return .complete }
      place = found + 1
    }
    return .incomplete
  }

  /// The trailer, which zeros may follow.
  static func gif(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    guard let tail = try window.tail() else { return .incomplete }
    var place = tail.count - 1
    while place > 0, tail.byte(place) == 0 { place -= 1 }
    return tail.byte(place) == 0x3B ? .complete : .incomplete
  }

  /// The size that the RIFF header promises.
  static func webp(_ window: inout HeaderWindow) throws(MediaError) -> Completeness {
    guard let head = try window.bytes(at: 0, count: 12) else { return .incomplete }
    return Int64(head.little32(4)) + 8 <= window.size ? .complete : .incomplete
  }
}
