/// One operation on an asset's files: copies, moves or links each of them, moves it into the trash,
/// or writes a sidecar. The main file is the first part, but processed last: when it is in place,
/// the others are, too.
package struct FileOperation: Hashable, Sendable {
  /// The kinds of operations.
  package enum Kind: String, CaseIterable, Sendable {
    case copy, move, hardLink, symbolicLink, trash
    /// A new file is written: a sidecar with the asset's values, or a picture from the original.
    case write
    /// The file is removed, as its new path has the same content already.
    case moveOnto

    /// True if the file is at its new place alone afterwards.
    package var removesOriginal: Bool { [.move, .moveOnto, .trash].contains(self) }
  }

  /// The operation on one file: its old and its new path.
  package struct Part: Hashable, Sendable {
    package let kind: Kind
    /// The absolute path, without links among its folders; the original's if a file is written.
    package let from: [UInt8]
    /// The absolute new path, without links among its folders.
    package let to: [UInt8]
    /// The file's size in bytes.
    package let byteCount: Int64
    /// The original's modification time before the operation, in nanoseconds since 1970; for a
    /// sidecar that is replaced, the time of the replaced file.
    let modified: Int64
    package let digest: ContentDigest
    /// The content of the file that a written one replaced; nil if there was none.
    package var previous: [UInt8]?
  }

  /// The operation's number in its run, from 1.
  package let number: Int
  /// The operations on the files, the main file's first.
  package let parts: [Part]
  /// The folders that are created for the operation, the outermost first.
  let folders: [[UInt8]]
  /// The path of the library that files are taken from; nil if they stay, and in journals of earlier
  /// versions.
  var library: [UInt8]?
}

extension FileOperation.Part {
  /// True if a file has the size, and the hash, that were recorded before the operation; false also
  /// after a cancellation.
  func matches(_ file: OpenFile, until cancellation: Cancellation? = nil) -> Bool {
    guard file.status.size == byteCount else { return false }
    let progress = ItemProgress(cancellation: cancellation)
    return (try? ContentHasher.digest(digest.algorithm, of: file, progress)) == digest
  }
}
