internal import Assets

/// The files that are or were in a watched folder, so that files that are put back, and files that
/// replace others, are recognised. A file takes eight bytes, as a library may have a million.
struct KnownFiles {
  /// One word a file, from the highest bit: 40 bits of the name's hash, 8 of the size's, 15 of the
  /// time's, and one that is set while the file is there. Sorted, and each name is in it once.
  private var words: [UInt64] = []
  private var goneCount = 0

  /// The relation of a file to the one that had its name before.
  enum Comparison {
    /// No file of that name was there.
    case unknown
    /// The same file is or was there.
    case same
    /// A file of that name and size was there, with another time, and was removed.
    case sameSize
    /// Another file of that name is or was there.
    case different
    /// A file of that name is there, whose size and time were not noted.
    case unsure
  }

  private static let nameShift: UInt64 = 24
  private static let isThere: UInt64 = 1
  private static let sizeMask: UInt64 = 0xFF << 16
  private static let stateMask: UInt64 = 0xFF_FFFE
  /// The number of removed files that are kept at least.
  private static let keptCount = 16_384

  init() {}

  private static func word(_ name: OwnedBytes, _ status: FileStatus?) -> UInt64 {
    var fingerprint = Fingerprint()
    withExtendedLifetime(name) { fingerprint.add(name.bytes) }
    var word = fingerprint.value & ~((1 << nameShift) - 1)
    if let status {
      fingerprint = Fingerprint()
      fingerprint.add(status.size)
      word |= fingerprint.value >> 40 & sizeMask
      fingerprint.add(status.modified)
      word |= fingerprint.value >> 40 & (stateMask & ~sizeMask) | isThere
    }
    return word
  }

  /// Returns the index of the first word that does not precede that of the name.
  private func place(of word: UInt64) -> Int {
    let key = word >> Self.nameShift
    var (low, high) = (0, words.count)
    while low < high {
      let middle = (low + high) / 2
      if words[middle] >> Self.nameShift < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func index(of word: UInt64) -> Int? {
    let place = place(of: word)
    guard place < words.count else { return nil }
    return words[place] >> Self.nameShift == word >> Self.nameShift ? place : nil
  }

  /// Notes that a file is there; an empty one, another program's placeholder, is noted as removed.
  mutating func note(_ name: OwnedBytes, _ status: FileStatus) {
    guard status.size > 0 else { return leave(name) }
    note(Self.word(name, status))
  }

  private mutating func note(_ word: UInt64) {
    let place = place(of: word)
    if place < words.count, words[place] >> Self.nameShift == word >> Self.nameShift {
      if words[place] & Self.isThere == 0 { goneCount -= 1 }
      words[place] = word
    } else {
      words.insert(word, at: place)
    }
  }

  /// Notes a replaced file without size and time, so that the end of writing to it counts as news.
  mutating func noteReplacement(_ name: OwnedBytes) {
    note(Self.word(name, nil) | Self.isThere)
  }

  /// Notes the names and statuses of several files; faster than one by one if none is known yet.
  mutating func note(_ files: [(name: OwnedBytes, status: FileStatus)]) {
    guard files.count > 16, words.isEmpty else {
      for file in files { note(file.name, file.status) }
      return
    }
    words = files.filter { $0.status.size > 0 }.map { Self.word($0.name, $0.status) }
    words.sort()
  }

  /// Notes that a file is no longer there.
  mutating func leave(_ name: OwnedBytes) {
    guard let index = index(of: Self.word(name, nil)), words[index] & Self.isThere != 0 else {
      return
    }
    words[index] &= ~Self.isThere
    goneCount += 1
    if goneCount > Self.keptCount, goneCount > words.count / 2 {
      words.removeAll { $0 & Self.isThere == 0 }
      goneCount = 0
    }
  }

  /// Notes that all files but those with the given names are gone. A file that was gone stays so,
  /// as the event of its return may come later.
  mutating func keep(_ names: [OwnedBytes]) {
    let there = Set(names.map { Self.word($0, nil) })
    goneCount = 0
    for index in words.indices {
      if !there.contains(words[index] & ~(Self.stateMask | Self.isThere)) {
        words[index] &= ~Self.isThere
      }
      if words[index] & Self.isThere == 0 { goneCount += 1 }
    }
  }

  /// Returns true if a file of that name is there.
  func has(_ name: OwnedBytes) -> Bool {
    index(of: Self.word(name, nil)).map { words[$0] & Self.isThere != 0 } ?? false
  }

  func comparison(_ name: OwnedBytes, _ status: FileStatus) -> Comparison {
    let word = Self.word(name, status)
    guard let index = index(of: word) else { return .unknown }
    let known = words[index]
    if known | Self.isThere == word { return .same }
    if known & Self.stateMask == 0, known & Self.isThere != 0 { return .unsure }
    let isGone = known & Self.isThere == 0
    return isGone && known & Self.sizeMask == word & Self.sizeMask ? .sameSize : .different
  }
}
