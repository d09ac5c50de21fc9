internal import Media

/// The texts and metadata in all chunks of a PNG, while the header reader reads only those that are
/// cheap to find (PNG specification, third edition, section 11.3.3).
struct PNGMetadata {
  /// The texts with the keywords Title, Description, Author and Copyright.
  private(set) var texts: MediaDescription?
  /// IIM records, which ImageMagick and others store as hexadecimal digits; nil without any.
  private(set) var iptc: [UInt8]?
  private(set) var exif: ByteRange?
  private(set) var xmp: ByteRange?

  private static let mostChunks = 4096
  private static let longestKeyword = 80
  private static let chunkRead = 512
  private static let longestProfile = 2 * IPTCRecords.largestBlock

  private static let end: UInt32 = 0x4945_4E44
  private static let exifChunk: UInt32 = 0x6558_4966

  /// The three kinds of texts: in Latin-1, compressed, and in UTF-8.
  private enum TextKind: UInt32 {
    case plain = 0x7445_5874
    case compressed = 0x7A54_5874
    case international = 0x6954_5874
  }

  init(_ window: inout HeaderWindow) throws(MediaError) {
    var offset: Int64 = 8
    for _ in 0..<Self.mostChunks {
      guard let head = try window.bytes(at: offset, count: 8, ahead: Self.chunkRead) else { return }
      let (range, type) = (
        ByteRange(offset: offset + 8, count: Int64(head.big32(0))), head.big32(4)
      )
      if type == Self.end { return }
      if type == Self.exifChunk {
        exif = exif ?? range
      } else if let kind = TextKind(rawValue: type) {
        try read(kind, range, &window)
      }
      offset += 12 + range.count
    }
  }

  private mutating func read(
    _ kind: TextKind, _ range: ByteRange, _ window: inout HeaderWindow
  ) throws(MediaError) {
    let limit = Int(min(range.count, Int64(Self.longestKeyword)))
    guard let head = try window.bytes(at: range.offset, upTo: limit),
      let end = head.firstIndex(of: 0, from: 0)
    else { return }
    let keyword = String(decoding: head.slice(from: 0, limit: end).buffer, as: UTF8.self)
    switch keyword.lowercased() {
    case "xml:com.adobe.xmp", "raw profile type xmp":
      if xmp == nil { xmp = try content(kind, of: range, after: end, &window) }
    case "raw profile type exif", "raw profile type app1":
      if exif == nil { exif = try content(kind, of: range, after: end, &window) }
    case "raw profile type iptc":
      guard iptc == nil, let profile = try content(kind, of: range, after: end, &window) else {
        return
      }
      let limit = Self.longestProfile
      let unpacked =
        try window.withContent(profile, limit: limit) {
          PackedMetadata.unpacked($0, limit: limit)
        } ?? nil
      if let unpacked { iptc = PhotoshopResources(Array(unpacked)).iptc ?? Array(unpacked) }
    case "title": try take(kind, range, after: end, \.title, &window)
    case "description": try take(kind, range, after: end, \.caption, &window)
    case "author": try take(kind, range, after: end, \.creator, &window)
    case "copyright": try take(kind, range, after: end, \.copyright, &window)
    default: break
    }
  }

  private mutating func take(
    _ kind: TextKind, _ range: ByteRange, after keywordEnd: Int,
    _ member: WritableKeyPath<MediaDescription, String?>, _ window: inout HeaderWindow
  ) throws(MediaError) {
    guard texts?[keyPath: member] == nil,
      let content = try content(kind, of: range, after: keywordEnd, &window)
    else { return }
    let limit = MediaDescription.longestText
    let text =
      try window.withContent(content, limit: limit) { bytes -> String? in
        let bytes = PackedMetadata.unpackedText(bytes, limit: limit + 1) ?? Array(bytes)[...]
        let text = bytes.prefix { $0 != 0 }
        return MediaDescription.text(
          (kind == .international
            ? String(decoding: text, as: UTF8.self) : WesternText.latin(text)).utf8)
      } ?? nil
    if let text { texts.made[keyPath: member] = text }
  }

  /// Returns the place of a chunk's text, which may be compressed; nil without one.
  private func content(
    _ kind: TextKind, of range: ByteRange, after keywordEnd: Int, _ window: inout HeaderWindow
  ) throws(MediaError) -> ByteRange? {
    var start = keywordEnd + 1
    switch kind {
    case .plain: break
    // The compression method.
    case .compressed: start += 1
    // Compression flag and method, language, 0, translated keyword, 0.
    case .international:
      let limit = Int(min(range.count, Int64(Self.chunkRead)))
      guard let head = try window.bytes(at: range.offset, upTo: limit),
        let language = head.firstIndex(of: 0, from: keywordEnd + 3),
        let translation = head.firstIndex(of: 0, from: language + 1)
      else { return nil }
      start = translation + 1
    }
    guard Int64(start) < range.count else { return nil }
    return ByteRange(offset: range.offset + Int64(start), count: range.count - Int64(start))
  }
}
