/// A reader of the tags of a Matroska file: camera, place, date and the program that made it.
enum MatroskaTags {
  private static let textLimit = 128

  /// The meaning of a tag.
  private enum Key {
    case date, creation, make, model, software, location
  }

  static func read(
    _ tags: EBMLElement, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var list = EBMLList(in: tags)
    while let tag = try list.next(&window, &draft) {
      guard tag.name == MatroskaElementID.tag else { continue }
      var elements = EBMLList(in: tag)
      while let element = try elements.next(&window, &draft) {
        guard element.name == MatroskaElementID.simpleTag else { continue }
        try readSimpleTag(element, &window, &draft)
      }
    }
  }

  private static func readSimpleTag(
    _ tag: EBMLElement, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var key: Key?
    var elements = EBMLList(in: tag)
    while let element = try elements.next(&window, &draft) {
      switch element.name {
      case MatroskaElementID.tagName:
        key = try element.text(64, &window).flatMap { self.key(named: $0) }
      case MatroskaElementID.tagText:
        guard let key, let text = try element.text(textLimit, &window) else { continue }
        take(key, text, &draft)
      default: break
      }
    }
  }

  /// Returns the meaning of Matroska's own names, or QuickTime's that programs copy; else nil.
  private static func key(named name: Bytes) -> Key? {
    let name = NameBytes(name.buffer)
    let prefix: StaticString = "com.apple.quicktime."
    let start = name.has(prefix, at: 0) ? prefix.utf8CodeUnitCount : 0
    func `is`(_ word: StaticString) -> Bool {
      name.count == start + word.utf8CodeUnitCount && name.has(word, at: start)
    }
    if `is`("date_recorded") || `is`("creationdate") { return .date }
    if `is`("creation_time") || `is`("date_digitized") { return .creation }
    if `is`("make") { return .make }
    if `is`("model") { return .model }
    if `is`("software") { return .software }
    if `is`("location") || `is`("location.iso6709") || `is`("recording_location") {
      return .location
    }
    return nil
  }

  private static func take(_ key: Key, _ text: Bytes, _ draft: inout MediaFactsBuilder) {
    switch key {
    case .date: draft.offer(MovieDateText.date(text), rank: .movieMetadata)
    case .creation: draft.offer(MovieDateText.date(text), rank: .movieHeader)
    case .make: draft.facts.make = ShortText(text.buffer)
    case .model: draft.facts.model = ShortText(text.buffer)
    case .software: draft.facts.software = ShortText(text.buffer)
    case .location:
      if draft.facts.location == nil { draft.facts.location = MediaLocation(iso6709: text) }
    }
  }
}
