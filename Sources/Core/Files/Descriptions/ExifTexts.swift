internal import Media

/// The texts that people typed into EXIF's main directory, and the places of IPTC in it.
struct ExifTexts {
  /// The texts in tags that EXIF itself defines; nil without any.
  private(set) var standard: MediaDescription?
  /// The texts in tags that Windows adds, such as XPTitle and Rating; nil without any.
  private(set) var windows: MediaDescription?
  /// The place of IIM records, a tag of TIFF that Adobe defined; nil without any.
  private(set) var iptc: ByteRange?
  private(set) var photoshop: ByteRange?
  private var percent: Int?

  /// Reads the main directory of the TIFF structure in a range.
  init(_ range: ByteRange, _ window: inout HeaderWindow) throws(MediaError) {
    let end = range.offset.addingReportingOverflow(range.count)
    guard !end.overflow, let block = try TIFFBlock(at: range.offset, end: end.partialValue, &window)
    else { return }
    let first = try block.firstDirectory(&window)
    guard var directory = try block.directory(at: first, &window) else { return }
    var found: [TIFFEntry] = []
    while let entry = try directory.next(&window) {
      if Self.isDescriptive(entry.tag), found.count < Self.mostEntries { found.append(entry) }
    }
    for entry in found { try take(entry, of: block, &window) }
    if let percent, windows?.rating == nil { windows.made.rating = percent }
  }

  private static let mostEntries = 32

  private static func isDescriptive(_ tag: UInt16) -> Bool {
    switch tag {
    case TIFFTag.imageDescription, TIFFTag.artist, TIFFTag.copyright, TIFFTag.rating,
      TIFFTag.ratingPercent, TIFFTag.iptc, TIFFTag.photoshop,
      TIFFTag.windowsTitle...TIFFTag.windowsKeywords:
      true
    default: false
    }
  }

  private mutating func take(
    _ entry: TIFFEntry, of block: TIFFBlock, _ window: inout HeaderWindow
  ) throws(MediaError) {
    guard let range = block.range(of: entry) else { return }
    switch entry.tag {
    case TIFFTag.rating:
      guard let number = try block.unsigned(entry, &window),
        let stars = MediaDescription.rating(Double(number))
      else { return }
      windows.made.rating = stars
    case TIFFTag.ratingPercent:
      guard let number = try block.unsigned(entry, &window) else { return }
      percent = MediaDescription.rating(percent: Double(number))
    case TIFFTag.iptc: iptc = range
    case TIFFTag.photoshop: photoshop = range
    default:
      guard entry.unit == 1 else { return }
      let limit = MediaDescription.longestText
      _ = try window.withContent(range, limit: limit) {
        takeText(entry.tag, $0, isUTF8: entry.isUTF8)
      }
    }
  }

  private mutating func takeText(
    _ tag: UInt16, _ bytes: UnsafeRawBufferPointer, isUTF8: Bool
  ) {
    if tag == TIFFTag.copyright {
      // The photographer's, a NUL, and the editor's.
      let holders = bytes.split(separator: 0).compactMap {
        Self.text(UnsafeRawBufferPointer(rebasing: $0), isUTF8)
      }
      if !holders.isEmpty { standard.made.copyright = holders.joined(separator: "\n") }
      return
    }
    let isWide = tag >= TIFFTag.windowsTitle
    guard let text = isWide ? Self.wideText(bytes) : Self.text(bytes, isUTF8) else { return }
    switch tag {
    case TIFFTag.imageDescription: standard.made.caption = text
    case TIFFTag.artist: standard.made.creator = text
    case TIFFTag.windowsTitle: windows.made.title = text
    case TIFFTag.windowsComment: windows.made.caption = text
    case TIFFTag.windowsAuthor: windows.made.creator = text
    default:
      windows.made.keywords = MediaDescription.unique(
        text.split(separator: ";").compactMap { MediaDescription.text($0.utf8) })
    }
  }

  /// Returns a text up to its NUL, nil if empty: UTF-8 by Exif 3.0, else ASCII by EXIF, in fact
  /// UTF-8 or Windows-1252.
  private static func text(_ bytes: UnsafeRawBufferPointer, _ isUTF8: Bool) -> String? {
    let text = bytes.prefix { $0 != 0 }
    return MediaDescription.text(WesternText.string(text, isDeclaredUTF8: isUTF8).utf8)
  }

  /// Returns a text of Windows, UTF-16 and little-endian in any block; nil if it is empty.
  private static func wideText(_ bytes: UnsafeRawBufferPointer) -> String? {
    var units: [UInt16] = []
    for place in stride(from: 0, to: bytes.count - 1, by: 2) {
      let unit = UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8
      if unit == 0 { break }
      units.append(unit)
    }
    return MediaDescription.text(String(decoding: units, as: UTF16.self).utf8)
  }
}
