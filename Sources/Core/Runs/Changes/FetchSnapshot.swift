/// The stored state of a fetch at the time when its token was issued.
package struct FetchSnapshot {
  /// The rule and the libraries of the fetch.
  package let identity: FetchIdentity
  /// The fingerprint of the query with the values of its constants; for a query that depends on the
  /// time, it differs from run to run.
  package let question: UInt64
  /// The fingerprint of each library, equal while the library is unchanged; empty if the result may
  /// change nevertheless, as when a test reads files.
  package let marks: [LibraryMark]
  /// The assets of the fetch.
  package let list: FetchList
}

extension FetchSnapshot {
  private static let magic = Array("shotflow fetch 2".utf8)
  /// The magic of older snapshots, which have files that are neither pictures nor movies.
  private static let firstMagic = Array("shotflow fetch 1".utf8)

  /// The serialised snapshot, whose hash is the snapshot's name. Numbers are little-endian; a byte
  /// before each library's mark is 1 if the mark is known.
  package var bytes: [UInt8] {
    var bytes = Self.magic + identity.rule.bytes + identity.libraries.bytes
    bytes.reserveCapacity(bytes.count + list.names.count + list.count * 12 + 4096)
    bytes.append(question)
    bytes.append(UInt64(marks.count))
    for mark in marks {
      bytes.append(mark.files == nil ? 0 : 1 as UInt8)
      bytes.append(mark.files ?? 0)
    }
    bytes.append(UInt64(list.libraries.count))
    for library in list.libraries { bytes.append(counted: library) }
    bytes.append(UInt64(list.count))
    list.versions.withUnsafeBytes { bytes += $0 }
    list.ends.withUnsafeBytes { bytes += $0 }
    bytes.append(counted: list.names)
    return bytes
  }

  /// Parses a snapshot; returns nil if the bytes are not one.
  package init?(_ bytes: [UInt8]) {
    var reader = SnapshotReader(bytes)
    let magic = reader.take(Self.magic.count).map(Array.init)
    guard magic == Self.magic || magic == Self.firstMagic, let rule = reader.digest(),
      let libraries = reader.digest(),
      let question = reader.number(), let markCount = reader.count(largest: 1024)
    else { return nil }
    var marks: [LibraryMark] = []
    for _ in 0..<markCount {
      guard let mark = reader.mark() else { return nil }
      marks.append(mark)
    }
    guard let libraryCount = reader.count(largest: 1 << 20) else { return nil }
    var paths: [[UInt8]] = []
    for _ in 0..<libraryCount {
      guard let path = reader.counted() else { return nil }
      paths.append(Array(path))
    }
    guard let count = reader.count(largest: Int(Int32.max)),
      let versions = reader.take(8 * count), let ends = reader.take(4 * count),
      let names = reader.counted(), reader.isAtEnd,
      let list = FetchList(
        libraries: paths, versions: versions.numbers(), names: Array(names), ends: ends.numbers())
    else { return nil }
    identity = FetchIdentity(rule: rule, libraries: libraries)
    self.question = question
    self.marks = marks
    self.list = magic == Self.magic ? list : list.withoutOtherFiles()
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ number: UInt64) {
    Swift.withUnsafeBytes(of: number.littleEndian) { self += $0 }
  }

  fileprivate mutating func append(counted bytes: [UInt8]) {
    append(UInt64(bytes.count))
    self += bytes
  }
}

extension ArraySlice<UInt8> {
  fileprivate func numbers<Number: FixedWidthInteger>() -> [Number] {
    let size = MemoryLayout<Number>.size
    return withUnsafeBytes { bytes in
      (0..<bytes.count / size).map {
        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * size, as: Number.self))
      }
    }
  }
}

/// A parser of a snapshot's bytes, which checks every length, as the file is untrusted.
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
