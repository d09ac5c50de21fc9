/// A write-ahead log of SQLite's with one transaction, whose checksums are right, so that its pages
/// are read in the place of the database's (SQLite's file format, section 4).
struct WriteAheadLog {
  private(set) var bytes: [UInt8] = []
  /// The checksum so far.
  private var sums: (UInt32, UInt32) = (0, 0)

  private static let salts: [UInt32] = [1, 2]

  /// - Parameters:
  ///   - pages: by number, the first of which is 1; each of `pageSize` bytes.
  ///   - count: how many pages the database has.
  init(_ pages: [(number: Int, bytes: ArraySlice<UInt8>)], pageSize: Int, count: Int) {
    add(checked: Self.words([0x377F_0682, 3_007_000, UInt32(pageSize), 0] + Self.salts))
    bytes += Self.words([sums.0, sums.1])
    for (place, page) in pages.enumerated() {
      // The size stands in the last frame of a transaction.
      let size = place == pages.count - 1 ? count : 0
      add(checked: Self.words([UInt32(page.number), UInt32(size)]))
      let head = bytes.count
      bytes += Self.words(Self.salts)
      add(checked: Array(page.bytes))
      bytes.insert(contentsOf: Self.words([sums.0, sums.1]), at: head + 8)
    }
  }

  /// Adds bytes and counts them in.
  private mutating func add(checked part: [UInt8]) {
    bytes += part
    for place in stride(from: 0, to: part.count, by: 8) {
      sums.0 &+= Self.word(part, at: place) &+ sums.1
      sums.1 &+= Self.word(part, at: place + 4) &+ sums.0
    }
  }

  /// The magic number says that checksums are of words whose lowest byte comes first.
  private static func word(_ part: [UInt8], at place: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(part[place + $1]) << (8 * UInt32($1)) }
  }

  /// All else has its highest byte first.
  private static func words(_ numbers: [UInt32]) -> [UInt8] {
    numbers.flatMap { number in withUnsafeBytes(of: number.bigEndian) { Array($0) } }
  }
}
