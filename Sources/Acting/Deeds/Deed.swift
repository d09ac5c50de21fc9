/// One asset's files on their way: what is done to each, from where, to where.
///
/// The main file is the first part; it is worked on last, so that where it is the others are.
package struct Deed: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case copy, move, hardLink, symbolicLink
  }

  package struct Part: Hashable, Sendable {
    package let kind: Kind
    /// Absolute paths, without links in front of the names.
    package let from: [UInt8]
    package let to: [UInt8]
    package let byteCount: Int64
    /// When the file was last written to before the deed, in nanoseconds since 1970.
    let modified: Int64
    let digest: ContentDigest
  }

  /// Its place among the deeds of its run, from 1.
  package let number: Int
  package let parts: [Part]
  /// Folders that are made for it, the outermost first.
  let folders: [[UInt8]]
}

extension Deed.Part {
  /// Whether a file has the content that was noted.
  func matches(_ file: OpenFile) -> Bool {
    guard file.status.size == byteCount else { return false }
    return (try? ContentHasher.digest(digest.algorithm, of: file, ItemProgress())) == digest
  }
}
