/// Takes a snapshot's bytes apart; nothing in them is believed.
struct SnapshotReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { place == bytes.count }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= bytes.count - place else { return nil }
    defer { place += count }
    return bytes[place..<place + count]
  }

  mutating func number() -> UInt64? {
    take(8).map { $0.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
  }

  mutating func count(largest: Int) -> Int? {
    guard let number = number(), number <= UInt64(largest) else { return nil }
    return Int(number)
  }

  /// Bytes behind their count.
  mutating func counted() -> ArraySlice<UInt8>? {
    count(largest: bytes.count).flatMap { take($0) }
  }

  mutating func digest() -> ContentDigest? {
    take(FetchIdentity.algorithm.byteCount).flatMap {
      ContentDigest(FetchIdentity.algorithm, bytes: $0)
    }
  }

  mutating func mark() -> LibraryMark? {
    guard let hasFiles = take(1), let files = number() else { return nil }
    return LibraryMark(files: hasFiles == [1] ? files : nil)
  }
}
