internal import Media

/// The identity of a file name, or of a part of one, for relating files to each other: letters are
/// equal in either case, and composed (NFC) or decomposed (NFD), as macOS and some unpackers write
/// them. A name that is not UTF-8 equals only the same bytes, in either case of ASCII.
package struct EquivalentName: Hashable, Sendable {
  /// Swift compares and hashes strings by canonical equivalence.
  private let text: String

  package init(_ name: UnsafeRawBufferPointer) {
    if let text = String(validating: name, as: UTF8.self) {
      self.text = text.lowercased()
    } else {
      // No name has a NUL, so that this text is equal to no other one.
      text = name.reduce(into: "\0") { $0.unicodeScalars.append(Unicode.Scalar(Self.lower($1))) }
    }
  }

  package init(_ name: [UInt8]) {
    self = name.withUnsafeBytes { EquivalentName($0) }
  }

  /// Returns a hash that is equal for equivalent names, within one run of the program.
  static func hash(_ name: UnsafeRawBufferPointer) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var bits: UInt8 = 0
    for byte in name {
      bits |= byte
      hash = (hash ^ UInt64(lower(byte))) &* 0x100_0000_01B3
    }
    return bits < 0x80 ? Int(truncatingIfNeeded: hash) : EquivalentName(name).hashValue
  }

  /// Returns true if two names are equivalent.
  static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    var bits: UInt8 = 0
    if left.count == right.count {
      var isSame = true
      for index in left.indices {
        bits |= left[index] | right[index]
        if lower(left[index]) != lower(right[index]) { isSame = false }
      }
      if isSame || bits < 0x80 { return isSame }
    } else if !left.contains(where: { $0 >= 0x80 }) && !right.contains(where: { $0 >= 0x80 }) {
      return false
    }
    return EquivalentName(left) == EquivalentName(right)
  }

  private static func lower(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}
