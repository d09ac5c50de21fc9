/// The name of a stored snapshot of a fetch, kept by a consumer between runs. It consists of 36
/// hexadecimal digits: the first 16 bytes of the SHA-256 of the snapshot, and a check of two bytes
/// against typing errors. It reveals nothing about the library and is useless without the snapshot.
package struct ChangeToken: Hashable, Sendable, CustomStringConvertible {
  /// The name of the snapshot's file.
  package let name: String

  private static let nameLength = 32
  private static let length = 36

  /// Creates the token of a snapshot from the SHA-256 of its bytes.
  package init(_ digest: ContentDigest) {
    name = String(digest.hexadecimal.prefix(Self.nameLength))
  }

  /// Parses a token; returns nil if the text is not one.
  package init?(_ text: String) {
    guard text.utf8.count == Self.length else { return nil }
    name = String(text.prefix(Self.nameLength))
    guard Self.isName(name), description == text else { return nil }
  }

  package var description: String {
    var fingerprint = Fingerprint()
    fingerprint.add(name)
    let check = String(fingerprint.value & 0xFFFF, radix: 16)
    return name + String(repeating: "0", count: 4 - check.utf8.count) + check
  }

  /// Returns true if a file name has the form of a snapshot's.
  package static func isName(_ name: String) -> Bool {
    name.utf8.count == nameLength
      && name.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }
}
