import Foundation

/// A log of SQLite, as far as a test needs it (sqlite.org/fileformat2.html, section 4).
struct WriteAheadLog {
  let bytes: Data
  /// The lengths of the log after each of its transactions, ascending.
  private(set) var commits: [Int] = []

  private static let headerLength = 32
  private static let frameHeaderLength = 24

  init(_ path: String) throws {
    bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    guard bytes.count >= Self.headerLength else { return }
    let salts = bytes[16..<24]
    let pageSize = Int(number(at: 8))
    var place = Self.headerLength
    while place + Self.frameHeaderLength + pageSize <= bytes.count {
      // Frames of before the log began again bear other salts.
      guard bytes[place + 8..<place + 16] == salts else { return }
      let sizeOfDatabase = number(at: place + 4)
      place += Self.frameHeaderLength + pageSize
      if sizeOfDatabase > 0 { commits.append(place) }
    }
  }

  private func number(at place: Int) -> UInt32 {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
