internal import Platform

/// Which assets of a library a rule knows: those that were there when it was watched first, and those
/// that arrived since.
///
/// A file of fingerprints, to which more are appended, so a kill leaves one that lacks the last at most.
/// What is gone from the library stays known: a disk that is not mounted looks like an empty folder.
///
/// Confined to whoever holds it.
package final class KnownAssets {
  private let folder: PrivateFolder
  private let name: String
  private var keys: Set<UInt64> = []
  private var pending: [UInt64] = []
  /// Whether nothing was known before, so that nothing can be news.
  package private(set) var isNew = true

  /// What an asset is known by: one of these is enough.
  package typealias Keys = [UInt64]

  /// Other versions have other keys.
  private static let head = Array("shotflow known 1".utf8)
  private static let keySize = MemoryLayout<UInt64>.size
  /// A file with more is begun again with what is there.
  private static let most = 1 << 23

  package init(_ name: String, in folder: PrivateFolder) {
    self.folder = folder
    self.name = name
    guard let file = try? folder.open(name),
      let bytes = try? file.bytes(atMost: Self.head.count + Self.most * Self.keySize),
      bytes.starts(with: Self.head)
    else { return }
    isNew = false
    bytes.withUnsafeBytes { bytes in
      var place = Self.head.count
      while place + Self.keySize <= bytes.count {
        keys.insert(
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
        place += Self.keySize
      }
    }
  }

  /// The key of an asset's `localIdentifier`.
  package static func key(_ identifier: UnsafeRawBufferPointer) -> UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.add(identifier)
    return fingerprint.value
  }

  /// The key of a file whatever it is called; its device may have another number tomorrow.
  package static func key(_ status: FileStatus) -> UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.add(status.inode)
    fingerprint.add(status.size)
    fingerprint.add(status.modified)
    return fingerprint.value
  }

  package func knows(_ keys: Keys) -> Bool { keys.contains(where: self.keys.contains) }

  /// Whether an asset is known as it is now.
  package func knowsAll(_ keys: Keys) -> Bool { keys.allSatisfy(self.keys.contains) }

  /// Notes an asset, to be kept by ``save()``.
  package func note(_ keys: Keys) {
    for key in keys where !self.keys.contains(key) { pending.append(key) }
  }

  /// Notes what is there, keeps it, and lets go of what was only needed to compare.
  package func begin() {
    if isNew {
      var bytes = Self.head
      bytes.reserveCapacity(bytes.count + pending.count * Self.keySize)
      for key in pending { withUnsafeBytes(of: key.littleEndian) { bytes += $0 } }
      // Whole or not at all: a list that lacks assets would make news of them.
      if (try? folder.write(bytes, to: name)) != nil { isNew = false }
      pending = []
    } else {
      save()
    }
    keys = []
  }

  /// Keeps what was noted; what can't be written is tried again the next time.
  package func save() {
    guard !isNew else {
      pending = []
      return
    }
    guard !pending.isEmpty else { return }
    let file = openat(folder.descriptor, name, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    guard let size = FileStatus(descriptor: file)?.size else { return }
    let whole = size - (size - Int64(Self.head.count)) % Int64(Self.keySize)
    // The rest of a key that was broken off would shift all that follow.
    if whole != size, ftruncate(file, off_t(whole)) != 0 { return }
    let bytes = pending.flatMap { key in withUnsafeBytes(of: key.littleEndian) { Array($0) } }
    guard write(file, bytes, bytes.count) == bytes.count else {
      _ = ftruncate(file, off_t(whole))
      return
    }
    pending = []
  }
}
