/// A test for a format by a file's first bytes: a word of up to four bytes, and a check of the
/// bytes around it. A file that has a word, but passes no check for it, has no known format. Among
/// the words of a stage the longest is tested first, and one with a check before one without.
struct FormatSignature: Sendable {
  typealias Check = @Sendable (Bytes) -> Bool

  /// The stages of the test, in the order in which they are tried.
  enum Stage: Sendable, CaseIterable {
    /// The first bytes of the commonest formats.
    case start
    /// The first box of a file in QuickTime's family without `ftyp`.
    case box
    /// The brand in `ftyp`.
    case brand
    /// The first bytes of the other formats.
    case later
  }

  /// Up to four bytes that begin a file, in the high bits of `value`; the low `unused` bits are not
  /// compared. No bytes at all begin every file.
  struct Word: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, Sendable {
    let value: UInt32
    let unused: UInt32

    init(integerLiteral value: UInt32) { (self.value, unused) = (value, 0) }

    init(stringLiteral text: StaticString) {
      var bytes: UInt32 = 0
      for place in 0..<text.utf8CodeUnitCount { bytes = bytes << 8 | UInt32(text.utf8Start[place]) }
      self.init(bytes, count: text.utf8CodeUnitCount)
    }

    init(_ bytes: UInt32, count: Int) {
      unused = UInt32(32 - 8 * count)
      value = bytes << unused
    }

    var isEmpty: Bool { unused == 32 }
    var firstByte: Int { Int(value >> 24) }

    func begins(_ other: UInt32) -> Bool { (value ^ other) >> unused == 0 }
  }

  /// The number of a file's first bytes that are examined.
  static let length = 64

  let stage: Stage
  let word: Word
  let check: Check?

  static func start(_ word: Word, _ check: Check? = nil) -> Self {
    Self(stage: .start, word: word, check: check)
  }
  /// Creates the signature of a box of a type; the size before it has to be possible.
  static func box(_ type: Word) -> Self {
    Self(stage: .box, word: type) { [0, 1].contains($0.big32(0)) || $0.big32(0) >= 8 }
  }
  static func brand(_ brand: Word) -> Self { Self(stage: .brand, word: brand, check: nil) }
  static func later(_ word: Word, _ check: Check? = nil) -> Self {
    Self(stage: .later, word: word, check: check)
  }

  /// The signatures of a stage in the order of the test, as one array for each property, with the
  /// index of the first one for each first byte, and the format of files without any of the words.
  private struct Table: Sendable {
    let words: [Word]
    let checks: [Check?]
    let formats: [MediaFormat]
    let starts: [Int]
    let rest: MediaFormat?

    init(_ stage: Stage) {
      let all = MediaFormat.allCases.flatMap { format in
        format.description.signatures.filter { $0.stage == stage }.map { ($0, format) }
      }.sorted { $0.0.rank < $1.0.rank }
      let entries = all.filter { !$0.0.word.isEmpty }
      rest = all.first { $0.0.word.isEmpty }?.1
      words = entries.map(\.0.word)
      checks = entries.map(\.0.check)
      formats = entries.map(\.1)
      var starts = Array(repeating: words.count, count: 257)
      var byte = 0
      for (place, word) in words.enumerated() {
        while byte <= word.firstByte { (starts[byte], byte) = (place, byte + 1) }
      }
      self.starts = starts
    }
  }

  private var rank: (Int, UInt32, Int) { (word.firstByte, word.unused, check == nil ? 1 : 0) }

  private static let starts = Table(.start)
  private static let boxes = Table(.box)
  private static let brands = Table(.brand)
  private static let others = Table(.later)

  static func format(of head: Bytes) -> MediaFormat {
    let word = head.big32(0)
    if let format = format(of: head, with: word, among: starts) { return format }
    let type = head.big32(4)
    if type == BoxType.ftyp { return isoFormat(of: head) }
    return format(of: head, with: type, among: boxes)
      ?? format(of: head, with: word, among: others) ?? .unknown
  }

  /// Returns the format of the bytes; `unknown` if the word matches but no check does; without a
  /// matching word, the stage's default or nil.
  private static func format(
    of head: Bytes, with word: UInt32, among table: Table
  ) -> MediaFormat? {
    var hasWord = false
    let first = Int(word >> 24)
    for place in table.starts[first]..<table.starts[first + 1]
    where table.words[place].begins(word) {
      if table.checks[place]?(head) ?? true { return table.formats[place] }
      hasWord = true
    }
    return hasWord ? .unknown : table.rest
  }

  private static func isoFormat(of head: Bytes) -> MediaFormat {
    let end = min(Int(head.big32(0)), head.count)
    guard end >= 12 || head.big32(0) == 0 else { return .unknown }
    let main = format(of: head, with: head.big32(8), among: brands) ?? .unknown
    guard main == .heif else { return main }
    // The brand gives the structure of the file, not the codec of its pictures.
    for place in stride(from: 16, to: end - 3, by: 4) {
      let other = format(of: head, with: head.big32(place), among: brands)
      if let other, other == .heic || other == .avif { return other }
    }
    return .heif
  }
}
