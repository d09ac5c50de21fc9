internal import Media

extension MediaDescription {
  /// Reads the texts that people typed from IIM records, IPTC's binary form.
  ///
  /// Data set 1:90 declares UTF-8; without it, the texts are Windows-1252.
  init(iptc bytes: [UInt8]) {
    self.init()
    var records = IPTCRecords(Self.unswapped(bytes))
    var isUTF8 = false
    var creators: [String] = []
    for _ in 0..<IPTCRecords.mostDataSets {
      guard let set = records.next() else { break }
      if set.record == 1, set.number == 90 {
        isUTF8 = set.value.elementsEqual([0x1B, 0x25, 0x47])
      }
      guard set.record == 2 else { continue }
      let bytes = set.value.prefix { $0 != 0 }
      let value = isUTF8 ? String(decoding: bytes, as: UTF8.self) : WesternText.latin(bytes)
      guard let text = Self.text(value.utf8) else { continue }
      switch set.number {
      case 5: title = title ?? text
      case 25 where keywords.count < Self.longestList: keywords.append(text)
      case 80 where creators.count < Self.longestList: creators.append(text)
      case 90: place.city = place.city ?? text
      case 92: place.location = place.location ?? text
      case 95: place.state = place.state ?? text
      case 101: place.country = place.country ?? text
      case 116: copyright = copyright ?? text
      case 120: if caption == nil { take(caption: text) }
      default: break
      }
    }
    keywords = Self.unique(keywords)
    if !creators.isEmpty { creator = creators.joined(separator: "; ") }
  }

  /// Sets the caption outside of an initialiser, in which its observer would not be called.
  private mutating func take(caption text: String) { caption = text }

  /// Returns the records in order, as some programs wrote each four bytes in reverse.
  private static func unswapped(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= 4, bytes[0] != 0x1C, bytes[3] == 0x1C else { return bytes }
    return stride(from: 0, to: bytes.count, by: 4).flatMap { start in
      bytes[start..<min(start + 4, bytes.count)].reversed()
    }
  }

  /// Returns a copy in which texts that were cut at IIM's limits are replaced by XMP's longer ones
  /// that begin with them (as in MWG's guidelines).
  func restored(by xmp: MediaDescription) -> MediaDescription {
    func whole(_ text: String?, _ other: String?, _ limit: Int) -> String? {
      guard let text, let other, text.utf8.count == limit, other.hasPrefix(text) else {
        return text
      }
      return other
    }
    var restored = self
    restored.title = whole(title, xmp.title, 64)
    restored.caption = whole(caption, xmp.caption, 2000)
    restored.creator = whole(creator, xmp.creator, 32)
    restored.copyright = whole(copyright, xmp.copyright, 128)
    restored.keywords = keywords.enumerated().map { place, keyword in
      let other = place < xmp.keywords.count ? xmp.keywords[place] : nil
      return whole(keyword, other, 64) ?? keyword
    }
    return restored
  }
}
