/// A reader of the tags of an ASF file: camera, date of recording and the program that made it.
enum ASFTags {
  private static let tagLimit = 512

  private enum Key {
    case date, make, model, software
  }

  static func read(
    _ object: ASFObject, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let head = try window.bytes(at: object.payload, upTo: 2) else { return }
    let count = min(Int(head.little16(0)), tagLimit)
    var offset = object.payload + 2
    let isExtendedContent = object.high == ASFObject.Name.extendedContent
    for _ in 0..<count {
      let tag =
        try isExtendedContent
        ? contentTag(at: offset, &window) : metadataTag(at: offset, &window)
      guard let tag, tag.value + tag.count <= object.end else { return }
      try take(tag, &window, &draft)
      offset = tag.value + tag.count
    }
  }

  private struct Tag {
    let name: Int64
    let nameCount: Int
    let type: UInt16
    let value: Int64
    let count: Int64
  }

  /// Reads a tag: length and name, type, length and value.
  private static func contentTag(
    at offset: Int64, _ window: inout HeaderWindow
  ) throws(MediaError) -> Tag? {
    guard let head = try window.bytes(at: offset, count: 2) else { return nil }
    let nameCount = Int(head.little16(0))
    let rest = offset + 2 + Int64(nameCount)
    guard let tail = try window.bytes(at: rest, count: 4) else { return nil }
    return Tag(
      name: offset + 2, nameCount: nameCount, type: tail.little16(0), value: rest + 4,
      count: Int64(tail.little16(2)))
  }

  /// Reads a tag: language, stream, length of the name, type, length of the value, name, value.
  private static func metadataTag(
    at offset: Int64, _ window: inout HeaderWindow
  ) throws(MediaError) -> Tag? {
    guard let head = try window.bytes(at: offset, count: 12) else { return nil }
    let nameCount = Int(head.little16(4))
    return Tag(
      name: offset + 12, nameCount: nameCount, type: head.little16(6),
      value: offset + 12 + Int64(nameCount), count: Int64(head.little32(8)))
  }

  private static func take(
    _ tag: Tag, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard let name = try window.bytes(at: tag.name, upTo: min(tag.nameCount, 64)),
      let key = key(named: name)
    else { return }
    guard tag.count > 0,
      let value = try window.bytes(at: tag.value, upTo: Int(min(tag.count, 128)))
    else { return }
    switch key {
    case .date where tag.count == 8:
      draft.offer(ASFHeader.date(ticks: value.little64(0)), rank: .exifChanged)
    case .date: break
    case .make: draft.facts.make = text(value)
    case .model: draft.facts.model = text(value)
    case .software: draft.facts.software = text(value)
    }
  }

  private static func key(named name: Bytes) -> Key? {
    if `is`(name, "WM/EncodingTime") { return .date }
    if `is`(name, "DeviceManufacturer") { return .make }
    if `is`(name, "DeviceModel") { return .model }
    if `is`(name, "WM/ToolName") { return .software }
    return nil
  }

  /// Returns true if a UTF-16 name equals a text, with or without a terminating zero.
  private static func `is`(_ name: Bytes, _ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard name.count == 2 * length || name.count == 2 * length + 2 else { return false }
    for index in 0..<length where name.little16(2 * index) != UInt16(text.utf8Start[index]) {
      return false
    }
    return name.little16(2 * length) == 0
  }

  private static func text(_ value: Bytes) -> ShortText {
    ShortText(utf16: (0..<value.count / 2).lazy.map { value.little16(2 * $0) })
  }
}
