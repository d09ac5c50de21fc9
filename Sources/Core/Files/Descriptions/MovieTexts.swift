internal import Media

/// The texts that people typed into a QuickTime or MP4 movie: user data, iTunes' and keyed items.
struct MovieTexts {
  private(set) var description: MediaDescription?

  private enum Kind {
    case title, caption, creator, copyright, keywords, rating
  }

  private static let mostBoxes = 4096
  private static let mostKeys = 256
  private static let longestText = MediaDescription.longestText

  init(_ window: inout HeaderWindow) throws(MediaError) {
    var ignored = MediaFactsBuilder()
    var boxes = BoxList(from: 0, to: window.size)
    for _ in 0..<Self.mostBoxes {
      guard let box = try boxes.next(&window, &ignored) else { return }
      guard box.type == BoxType.moov else { continue }
      var parts = BoxList(in: box)
      while let part = try parts.next(&window, &ignored) {
        if part.type == BoxType.udta { try readUserData(part, &window) }
        if part.type == BoxType.meta { try readMetadata(part, &window) }
      }
      return
    }
  }

  private mutating func readUserData(
    _ box: Box, _ window: inout HeaderWindow
  ) throws(MediaError) {
    var ignored = MediaFactsBuilder()
    var items = BoxList(in: box)
    while let item = try items.next(&window, &ignored) {
      if item.type == BoxType.meta {
        try readMetadata(item, &window)
      } else if let kind = Self.userData(item.type) {
        let range = ByteRange(offset: item.payload, count: item.count)
        let isInternational = item.type >> 24 == 0xA9
        let text =
          try window.withContent(range, limit: Self.longestText) { bytes in
            isInternational ? Self.quickTimeText(bytes) : Self.mobileText(bytes)
          } ?? nil
        if let text { take(kind, text) }
      }
    }
  }

  private static func userData(_ type: UInt32) -> Kind? {
    switch type {
    case 0xA96E_616D, 0x7469_746C: .title
    case 0xA964_6573, 0x6473_6370: .caption
    case 0x6175_7468, 0xA961_7574, 0xA941_5254: .creator
    case 0xA963_7079, 0x6370_7274: .copyright
    default: nil
    }
  }

  /// Returns a QuickTime text: two bytes of length, two of language, then the text; nil if empty.
  private static func quickTimeText(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard bytes.count > 4 else { return nil }
    let count = min(Int(bytes[0]) << 8 | Int(bytes[1]), bytes.count - 4)
    return WesternText.string(bytes[4..<4 + count].prefix { $0 != 0 }, isDeclaredUTF8: false)
  }

  /// Returns a text of 3GPP: four bytes of version and flags, a language, then UTF-8 or UTF-16 up
  /// to a NUL (TS 26.244, 8.2); nil if it is empty.
  private static func mobileText(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard bytes.count > 6 else { return nil }
    let text = UnsafeRawBufferPointer(rebasing: bytes[6...])
    if let wide = XMPText.utf8(text) {
      return String(decoding: wide.prefix { $0 != 0 }, as: UTF8.self)
    }
    return WesternText.string(text.prefix { $0 != 0 }, isDeclaredUTF8: false)
  }

  private mutating func readMetadata(
    _ meta: Box, _ window: inout HeaderWindow
  ) throws(MediaError) {
    guard meta.count >= 8, let head = try window.bytes(at: meta.payload, count: 8) else { return }
    // QuickTime's meta is a plain box; in ISO/IEC 14496-12 a version precedes its content.
    let introduction: Int64 = head.big32(4) == BoxType.hdlr ? 0 : 4
    var ignored = MediaFactsBuilder()
    var keys: [Kind?] = []
    var boxes = BoxList(in: meta, after: introduction)
    while let box = try boxes.next(&window, &ignored) {
      if box.type == BoxType.keys { keys = try readKeys(box, &window) }
      if box.type == BoxType.ilst { try readItems(box, keys, &window) }
    }
  }

  private func readKeys(
    _ box: Box, _ window: inout HeaderWindow
  ) throws(MediaError) -> [Kind?] {
    var ignored = MediaFactsBuilder()
    var keys: [Kind?] = []
    var names = BoxList(in: box, after: 8)
    while keys.count < Self.mostKeys, let name = try names.next(&window, &ignored) {
      let text = try window.bytes(at: name.payload, upTo: Int(min(name.count, 64)))
      keys.append(text.flatMap { Self.key(String(decoding: $0.buffer, as: UTF8.self)) })
    }
    return keys
  }

  private static func key(_ name: String) -> Kind? {
    switch name {
    case "com.apple.quicktime.title", "com.apple.quicktime.displayname", "title": .title
    case "com.apple.quicktime.description", "description": .caption
    case "com.apple.quicktime.author", "com.apple.quicktime.artist", "artist": .creator
    case "com.apple.quicktime.copyright", "copyright": .copyright
    case "com.apple.quicktime.keywords", "keywords": .keywords
    case "com.apple.quicktime.rating.user": .rating
    default: nil
    }
  }

  private mutating func readItems(
    _ box: Box, _ keys: [Kind?], _ window: inout HeaderWindow
  ) throws(MediaError) {
    var ignored = MediaFactsBuilder()
    var items = BoxList(in: box)
    while let item = try items.next(&window, &ignored) {
      let kind: Kind?
      switch item.type {
      case 0xA96E_616D: kind = .title
      case 0x6465_7363, 0xA964_6573: kind = .caption
      case 0xA941_5254, 0xA961_7574: kind = .creator
      case 0x6370_7274: kind = .copyright
      case 0x6B65_7977: kind = .keywords
      default: kind = item.type > 0 && item.type <= keys.count ? keys[Int(item.type) - 1] : nil
      }
      guard let kind else { continue }
      var values = BoxList(in: item)
      guard let data = try values.next(&window, &ignored), data.type == BoxType.data,
        data.count > 8
      else { continue }
      let range = ByteRange(offset: data.payload, count: data.count)
      let text =
        try window.withContent(range, limit: Self.longestText) { Self.itemText($0) } ?? nil
      if let text { take(kind, text) }
    }
  }

  /// Returns the text or number of a data box: its type, its locale, then the value (QuickTime File
  /// Format, table 3-5); nil for other types.
  private static func itemText(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard let start = bytes.baseAddress else { return nil }
    let data = Bytes(start: start, count: bytes.count)
    let value = bytes[8...]
    switch (data.big32(0), value.count) {
    case (1, _), (0, _): return String(decoding: value.prefix { $0 != 0 }, as: UTF8.self)
    case (2, _):
      let units = stride(from: 8, to: bytes.count - 1, by: 2).map { data.big16($0) }
      return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
    case (21, 1): return "\(Int8(bitPattern: data.byte(8)))"
    case (21, 4): return "\(Int32(bitPattern: data.big32(8)))"
    case (22, 1): return "\(data.byte(8))"
    case (23, 4): return "\(Double(Float(bitPattern: data.big32(8))))"
    default: return nil
    }
  }

  private mutating func take(_ kind: Kind, _ value: String) {
    guard let text = MediaDescription.text(value.utf8) else { return }
    switch kind {
    case .title: description.made.title = description?.title ?? text
    case .caption: description.made.caption = description?.caption ?? text
    case .creator: description.made.creator = description?.creator ?? text
    case .copyright: description.made.copyright = description?.copyright ?? text
    case .keywords:
      let parts = text.split { $0 == "," || $0 == ";" }
      description.made.keywords = MediaDescription.unique(
        parts.compactMap { MediaDescription.text($0.utf8) })
    case .rating:
      let stars = Double(text).flatMap(MediaDescription.rating(_:))
      if let stars { description.made.rating = stars }
    }
  }
}
