internal import Media

extension MediaDescription {
  /// The maximum size of a packed description in bytes.
  package static let packedLimit = 4 << 10

  /// Bits of a packed description's first word, which list the values after it; never renumbered.
  private struct Presence: OptionSet {
    let rawValue: UInt16

    static let title = Presence(rawValue: 1 << 0)
    static let caption = Presence(rawValue: 1 << 1)
    static let keywords = Presence(rawValue: 1 << 2)
    static let persons = Presence(rawValue: 1 << 3)
    static let rating = Presence(rawValue: 1 << 4)
    static let colorLabel = Presence(rawValue: 1 << 5)
    static let creator = Presence(rawValue: 1 << 6)
    static let copyright = Presence(rawValue: 1 << 7)
    static let location = Presence(rawValue: 1 << 8)
    static let city = Presence(rawValue: 1 << 9)
    static let state = Presence(rawValue: 1 << 10)
    static let country = Presence(rawValue: 1 << 11)
    static let cameraCaption = Presence(rawValue: 1 << 12)
  }

  /// The texts in the order in which they are packed.
  private static var texts: [(Presence, WritableKeyPath<MediaDescription, String?>)] {
    [
      (.title, \.title), (.caption, \.caption), (.colorLabel, \.colorLabel), (.creator, \.creator),
      (.copyright, \.copyright), (.location, \.place.location), (.city, \.place.city),
      (.state, \.place.state), (.country, \.place.country),
      (.cameraCaption, \.cameraCaption),
    ]
  }

  private static var lists: [(Presence, WritableKeyPath<MediaDescription, [String]>)] {
    [
      (.keywords, \.keywords), (.persons, \.persons),
    ]
  }

  /// Returns the description as bytes, none for one without any value; nil if they would be more
  /// than ``packedLimit``.
  ///
  /// A word of bits lists the values. Sizes and numbers of texts are little-endian, of two bytes.
  package func packed() -> [UInt8]? {
    if isEmpty { return [] }
    var presence: Presence = []
    var bytes: [UInt8] = []
    func add(_ number: Int) {
      bytes += [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
    }
    func add(_ text: String) {
      add(text.utf8.count)
      bytes += text.utf8
    }
    if let rating {
      presence.insert(.rating)
      add(rating + 1)
    }
    for (bit, path) in Self.texts {
      guard let text = self[keyPath: path] else { continue }
      guard text.utf8.count < Self.packedLimit else { return nil }
      presence.insert(bit)
      add(text)
    }
    for (bit, path) in Self.lists where !self[keyPath: path].isEmpty {
      presence.insert(bit)
      add(self[keyPath: path].count)
      for text in self[keyPath: path] {
        guard bytes.count + text.utf8.count < Self.packedLimit else { return nil }
        add(text)
      }
    }
    guard bytes.count < Self.packedLimit - 2 else { return nil }
    let word = presence.rawValue
    return [UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8)] + bytes
  }

  /// Reads the bytes of ``packed()``, which are not trusted; nil if they are invalid.
  package init?(packed source: UnsafeRawBufferPointer) {
    self.init()
    if source.isEmpty { return }
    var reader = FactsUnpacker(source)
    let presence = Presence(rawValue: reader.word(UInt16.self))
    if presence.contains(.rating) {
      guard let stars = Self.rating(Double(reader.word(UInt16.self)) - 1) else { return nil }
      rating = stars
    }
    for (bit, path) in Self.texts where presence.contains(bit) {
      self[keyPath: path] = reader.longText()
    }
    for (bit, path) in Self.lists where presence.contains(bit) {
      let count = reader.word(UInt16.self)
      for _ in 0..<count where reader.isValid { self[keyPath: path].append(reader.longText()) }
    }
    guard reader.isComplete else { return nil }
  }
}

extension FactsUnpacker {
  /// Reads a text in UTF-8 after its length, a word of 16 bits.
  fileprivate mutating func longText() -> String {
    String(decoding: bytes(Int(word(UInt16.self))), as: UTF8.self)
  }
}
