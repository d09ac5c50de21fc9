/// The key of an asset in a fetch: the index of its library in a list, and its identifier. The
/// index comes as groups of seven bits, each with a bit that is set if more follow; then a byte for
/// the form of the identifier, and the identifier itself. The UUID at the start of PhotoKit's
/// identifiers takes 16 bytes.
package struct AssetKey: Hashable, Sendable {
  /// The encoded key: the library's index, the form of the identifier, and the identifier.
  package private(set) var bytes: [UInt8] = []

  private static let plain: UInt8 = 0
  private static let photos: UInt8 = 1
  /// The text after the UUID in PhotoKit's identifiers.
  private static let uuidSuffix: StaticString = "/L0/001"

  package init(library place: Int, identifier: UnsafeRawBufferPointer) {
    var rest = place
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
    bytes.append(Self.photos)
    if appendUUID(of: identifier) { return }
    bytes[bytes.count - 1] = Self.plain
    bytes.append(contentsOf: identifier)
  }

  /// Appends the UUID at the start of an identifier in PhotoKit's form; false for another form.
  private mutating func appendUUID(of identifier: UnsafeRawBufferPointer) -> Bool {
    let suffix = Self.uuidSuffix
    guard identifier.count == 36 + suffix.utf8CodeUnitCount,
      TextSpan(UnsafeRawBufferPointer(rebasing: identifier[36...])).hasSameBytes(
        as: UnsafeRawBufferPointer(start: suffix.utf8Start, count: suffix.utf8CodeUnitCount))
    else { return false }
    let start = bytes.count
    var place = 0
    while place < 36 {
      if Self.isDash(place) {
        guard identifier[place] == UInt8(ascii: "-") else { break }
        place += 1
        continue
      }
      guard let high = Self.value(identifier[place]), let low = Self.value(identifier[place + 1])
      else { break }
      bytes.append(high << 4 | low)
      place += 2
    }
    if place == 36 { return true }
    bytes.removeSubrange(start...)
    return false
  }

  private static func isDash(_ place: Int) -> Bool {
    place == 8 || place == 13 || place == 18 || place == 23
  }

  /// Returns the value of a digit `0` to `9` or `A` to `F`; nil for others, also for `a` to `f`.
  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Decodes the index of the library and the identifier; 0 and no bytes if the key is invalid.
  package static func read(_ name: ArraySlice<UInt8>) -> (library: Int, identifier: [UInt8]) {
    guard let (library, rest) = parted(name), let form = rest.first else { return (0, []) }
    let body = rest.dropFirst()
    guard form == photos else { return (library, Array(body)) }
    var identifier: [UInt8] = []
    for byte in body {
      if isDash(identifier.count) { identifier.append(UInt8(ascii: "-")) }
      for digit in [byte >> 4, byte & 15] {
        identifier.append(
          digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
      }
    }
    return (library, identifier + uuidSuffix.withUTF8Buffer { Array($0) })
  }

  /// Returns true if the bytes are a valid key whose library is one of the first `libraries`.
  package static func isWhole(_ name: ArraySlice<UInt8>, libraries: Int) -> Bool {
    guard let (library, rest) = parted(name), let form = rest.first else { return false }
    return library < libraries && (form == plain || form == photos && rest.count == 17)
  }

  private static func parted(_ name: ArraySlice<UInt8>) -> (Int, ArraySlice<UInt8>)? {
    var library = 0
    var rest = name
    for shift in stride(from: 0, to: 28, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      library |= Int(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return (library, rest) }
    }
    return nil
  }
}
