/// A reader of the name of a colour profile (ICC.1:2022): its `desc` tag, in English if possible.
enum ICCProfile {
  private static let headSize = 132
  private static let tagLimit = 64
  private static let textLimit = 128
  private static let languageLimit = 64

  private static let description: UInt32 = 0x6465_7363
  private static let multiLocalized: UInt32 = 0x6D6C_7563

  /// Records the name of the profile at `offset`, unless one is known.
  static func readName(
    at offset: Int64, count: Int64, _ window: inout HeaderWindow,
    into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard draft.facts.profileName.isEmpty, count > Int64(headSize),
      window.contains(offset: offset, count: Int64(headSize)),
      let head = try window.bytes(at: offset, count: headSize), head.has("acsp", at: 36)
    else { return }
    let tags = min(Int(head.big32(128)), tagLimit)
    for index in 0..<tags {
      guard
        let tag = try window.bytes(
          at: offset + Int64(headSize + index * 12), count: 12)
      else { return }
      guard tag.big32(0) == description else { continue }
      let (place, size) = (Int64(tag.big32(4)), Int64(tag.big32(8)))
      guard place <= count, size <= count - place else { return }
      draft.facts.profileName = try name(at: offset + place, count: size, &window)
      return
    }
  }

  /// Reads the name; version 2 has a text in ASCII, version 4 one in UTF-16 for each language.
  private static func name(
    at offset: Int64, count: Int64, _ window: inout HeaderWindow
  ) throws(MediaError) -> ShortText {
    guard count >= 16,
      let head = try window.bytes(at: offset, upTo: Int(min(count, Int64(textLimit))))
    else { return ShortText() }
    if head.big32(0) == description {
      let length = Int(min(head.big32(8), UInt32(textLimit)))
      return ShortText(head.slice(from: 12, limit: length).buffer)
    }
    guard head.big32(0) == multiLocalized else { return ShortText() }
    let (records, recordSize) = (min(Int(head.big32(8)), languageLimit), Int64(head.big32(12)))
    guard recordSize >= 12 else { return ShortText() }
    var text: (place: Int64, count: Int64)?
    for index in 0..<records {
      let place = 16 + Int64(index) * recordSize
      guard place <= count - 12, let record = try window.bytes(at: offset + place, count: 12) else {
        break
      }
      let isEnglish = record.has("en", at: 0)
      if text == nil || isEnglish {
        text = (Int64(record.big32(8)), Int64(record.big32(4)))
      }
      if isEnglish { break }
    }
    guard let text, text.place <= count, text.count <= count - text.place,
      let units = try window.bytes(
        at: offset + text.place, upTo: Int(min(text.count, Int64(textLimit))))
    else { return ShortText() }
    return ShortText(utf16: (0..<units.count / 2).lazy.map { units.big16($0 * 2) })
  }
}
