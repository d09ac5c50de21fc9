extension Ledger {
  /// Refuses a name that is not 1 to 64 letters, digits, `.`, `_` and `-`, the first a letter or a
  /// digit, all of ASCII.
  package static func check(memory name: String) throws(LedgerError) {
    let bytes = name.utf8
    guard (1...64).contains(bytes.count), let first = bytes.first, isAlphanumeric(first),
      bytes.allSatisfy({ isAlphanumeric($0) || "._-".utf8.contains($0) })
    else { throw .invalidMemory(name) }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
