/// A search for a few properties in an XMP packet by their usual prefixes, without parsing XML.
enum XMPReader {
  private static let valueLimit = 128

  /// Reads `exif:UserComment` and, where EXIF's own date or its zone is missing, the dates of `exif`,
  /// `photoshop` and `xmp`.
  static func read(
    _ packet: Bytes, into draft: inout MediaFactsBuilder, dateSource: CreationDateSource
  ) {
    let wantsDates = !draft.hasWholeDate
    var place = 0
    // These names have a capital C, which is less frequent in packets than any of their prefixes.
    while let found = packet.firstIndex(of: UInt8(ascii: "C"), from: place) {
      place = found + 1
      if opens(packet, "exif:UserComment", at: found - 9) {
        if let value = value(in: packet, after: found + 7) {
          draft.setUserComment(ShortText(value.buffer))
        }
      } else if wantsDates, opens(packet, "photoshop:DateCreated", at: found - 14) {
        let value = value(in: packet, after: found + 7)
        draft.offer(date(value, dateSource), rank: .xmpPhotoshop)
      } else if wantsDates, createDate(packet, at: found - 4) {
        let value = value(in: packet, after: found + 10)
        draft.offer(date(value, dateSource), rank: .xmpCreated)
      }
    }
    if wantsDates { readOriginalDate(packet, into: &draft, dateSource) }
    readTraits(packet, into: &draft)
  }

  /// Detects panoramas, depth and gain maps by their characteristic properties.
  private static func readTraits(_ packet: Bytes, into draft: inout MediaFactsBuilder) {
    var place = 0
    while let found = packet.firstIndex(of: UInt8(ascii: "G"), from: place) {
      place = found + 1
      if packet.has("GPano:ProjectionType", at: found)
        || packet.has("GPano:FullPanoWidthPixels", at: found)
      {
        draft.facts.traits.insert(.panorama)
      } else if packet.has("GDepth:Format", at: found) || packet.has("GDepth:Near", at: found) {
        draft.facts.traits.insert(.depthMap)
      } else if packet.has("Semantic=\"GainMap\"", at: found - 10)
        || packet.has("HDRGainMap:HDRGainMapVersion", at: found - 3)
      {
        draft.facts.traits.insert(.gainMap)
      }
    }
    place = 0
    while let found = packet.firstIndex(of: UInt8(ascii: "V"), from: place) {
      place = found + 1
      if packet.has("hdrgm:Version", at: found - 6) { draft.facts.traits.insert(.gainMap) }
    }
  }

  /// Returns true for a creation date; Adobe's programs wrote it with the prefix `xap` before 2005.
  private static func createDate(_ packet: Bytes, at place: Int) -> Bool {
    opens(packet, "xmp:CreateDate", at: place) || opens(packet, "xap:CreateDate", at: place)
  }

  private static func readOriginalDate(
    _ packet: Bytes, into draft: inout MediaFactsBuilder, _ dateSource: CreationDateSource
  ) {
    var place = 0
    while let found = packet.firstIndex(of: UInt8(ascii: "O"), from: place) {
      place = found + 1
      guard opens(packet, "exif:DateTimeOriginal", at: found - 13) else { continue }
      let value = value(in: packet, after: found + 8)
      draft.offer(date(value, dateSource), rank: .xmpOriginal)
      return
    }
  }

  /// Reads a date; nil for what firmware writes if it knows none, which EXIF's copy in XMP has, too.
  /// A date without a time was typed by the user.
  private static func date(_ value: Bytes?, _ source: CreationDateSource) -> CaptureDate? {
    guard let value, let date = DateText.xmp(value, source: source) else { return nil }
    return date.isFactoryDefault && value.count >= 16 ? nil : date
  }

  /// Returns true if the property begins at `place`, unlike `</name>`.
  private static func opens(_ packet: Bytes, _ name: StaticString, at place: Int) -> Bool {
    packet.has(name, at: place) && packet.byte(place - 1) != UInt8(ascii: "/")
  }

  /// Returns the value of the property whose name ends at `place`: an attribute's, an element's, or
  /// that of the first list item inside; nil if none exists.
  private static func value(in packet: Bytes, after place: Int) -> Bytes? {
    var place = skipBlanks(in: packet, from: place)
    if packet.byte(place) == UInt8(ascii: "=") {
      place = skipBlanks(in: packet, from: place + 1)
      let quote = packet.byte(place)
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
        let end = packet.firstIndex(of: quote, from: place + 1)
      else { return nil }
      return packet.slice(from: place + 1, limit: min(end - place - 1, valueLimit))
    }
    for _ in 0..<4 {
      guard let close = packet.firstIndex(of: UInt8(ascii: ">"), from: place) else { return nil }
      place = skipBlanks(in: packet, from: close + 1)
      if packet.byte(place) != UInt8(ascii: "<") { break }
      if packet.byte(place + 1) == UInt8(ascii: "/") { return nil }
    }
    guard let end = packet.firstIndex(of: UInt8(ascii: "<"), from: place) else { return nil }
    return packet.slice(from: place, limit: min(end - place, valueLimit))
  }

  private static func skipBlanks(in packet: Bytes, from place: Int) -> Int {
    var place = place
    while place < packet.count, packet.byte(place) <= 0x20 { place += 1 }
    return place
  }
}
