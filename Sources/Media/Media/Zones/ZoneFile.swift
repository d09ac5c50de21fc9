/// A time zone file of the tz database (TZif, RFC 8536 and RFC 9636, versions 1 to 4). The bytes
/// are untrusted: lengths are checked before anything is read, and a file that violates the format
/// is rejected entirely. Leap seconds are skipped, as they change no offset.
struct ZoneFile {
  let table: ZoneTable

  /// The maximum size of a file in bytes; the tz database's largest has 4 KB.
  static let longest = 1 << 18

  init?(_ bytes: Bytes) {
    guard let first = Block(bytes, at: 0, timeSize: 4) else { return nil }
    if first.version == 0 {
      guard let table = first.table(bytes, rule: nil) else { return nil }
      self.table = table
      return
    }
    // Since version 2, 64-bit numbers and a rule for the future follow.
    guard let second = Block(bytes, at: first.end, timeSize: 8), second.version == first.version,
      bytes.byte(second.end) == Self.newline,
      let end = bytes.firstIndex(of: Self.newline, from: second.end + 1)
    else { return nil }
    let footer = bytes.slice(from: second.end + 1, limit: end - second.end - 1)
    var rule: ZoneRule?
    if footer.count > 0 {
      guard let found = ZoneRule(footer.buffer) else { return nil }
      rule = found
    }
    guard let table = second.table(bytes, rule: rule) else { return nil }
    self.table = table
  }

  private static let newline = UInt8(ascii: "\n")

  /// A header and the data that it describes.
  private struct Block {
    /// The version's digit in the file; 0 for the first version.
    let version: UInt8
    let end: Int
    private let start: Int
    private let timeSize: Int
    private let timeCount: Int
    private let typeCount: Int

    private static let headerSize = 44
    private static let typeSize = 6

    init?(_ bytes: Bytes, at offset: Int, timeSize: Int) {
      guard bytes.has("TZif", at: offset), bytes.count - offset >= Self.headerSize else {
        return nil
      }
      version = bytes.byte(offset + 4)
      guard version == 0 || (UInt8(ascii: "2")...UInt8(ascii: "9")).contains(version) else {
        return nil
      }
      // The numbers of UT and standard indicators, leap seconds, changes, types and letters.
      let counts = (0..<6).map { Int(bytes.big32(offset + 20 + 4 * $0)) }
      (timeCount, typeCount) = (counts[3], counts[4])
      start = offset + Self.headerSize
      self.timeSize = timeSize
      end =
        start + timeCount * (timeSize + 1) + typeCount * Self.typeSize + counts[5]
        + counts[2] * (timeSize + 4) + counts[1] + counts[0]
      guard (1...256).contains(typeCount), end <= bytes.count else { return nil }
    }

    func table(_ bytes: Bytes, rule: ZoneRule?) -> ZoneTable? {
      let indices = start + timeCount * timeSize
      let types = indices + timeCount
      var known: [Int64] = []
      for type in 0..<typeCount {
        let offset = Int64(Int32(bitPattern: bytes.big32(types + type * Self.typeSize)))
        guard offset.magnitude < ZoneRule.offsetLimit else { return nil }
        known.append(offset)
      }
      var transitions: [Int64] = []
      var offsets: [Int64] = []
      for index in 0..<timeCount {
        let moment =
          timeSize == 8
          ? Int64(bitPattern: bytes.big64(start + 8 * index))
          : Int64(Int32(bitPattern: bytes.big32(start + 4 * index)))
        let type = Int(bytes.byte(indices + index))
        guard type < typeCount, transitions.last.map({ $0 < moment }) ?? true else { return nil }
        transitions.append(moment)
        offsets.append(known[type])
      }
      return ZoneTable(transitions: transitions, offsets: offsets, initial: known[0], rule: rule)
    }
  }
}
