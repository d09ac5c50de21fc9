internal import Platform

/// The assets of a library that a rule knows: those that existed when it was watched first, and
/// those that arrived since. The keys are appended to a file, so a crash loses the last one at
/// most. A removed asset stays known, because a disk that is not mounted looks like an empty
/// folder. Not safe for concurrent use.
package final class KnownAssets {
  private let folder: PrivateFolder
  private let name: String
  private var keys: Set<UInt64> = []
  private var pending: [UInt64] = []
  /// True if the file had no assets before, so that no asset counts as new.
  package private(set) var isNew = true
  /// True if nothing was known at the start of the watch.
  package let isFirst: Bool

  /// The fingerprints of an asset; one of them is enough to recognise it.
  package typealias Keys = [UInt64]

  /// The first bytes of the file, with its format's version.
  private static let head = Array("shotflow known 1".utf8)
  private static let keySize = MemoryLayout<UInt64>.size
  /// The maximal number of keys. A file with more is rewritten with the existing assets only.
  private static let most = 1 << 23

  package init(_ name: String, in folder: PrivateFolder) {
    self.folder = folder
    self.name = name
    if let stored = Self.keys(in: name, of: folder) {
      (isNew, isFirst) = (false, false)
      keys = stored
    } else {
      isFirst = true
    }
  }

  /// Reads the stored keys; returns nil if there is no such file, or a damaged one.
  private static func keys(in name: String, of folder: PrivateFolder) -> Set<UInt64>? {
    guard let file = try? folder.open(name),
      let bytes = try? file.bytes(atMost: head.count + most * keySize), bytes.starts(with: head)
    else { return nil }
    return bytes.withUnsafeBytes { bytes in
      var keys: Set<UInt64> = []
      var place = head.count
      while place + keySize <= bytes.count {
        keys.insert(
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
        place += keySize
      }
      return keys
    }
  }

  /// Reads the keys again, for comparison with the assets of a library that is back.
  package func recall() {
    save()
    keys = Self.keys(in: name, of: folder) ?? []
  }

  /// Returns the key of an asset's `localIdentifier`.
  package static func key(_ identifier: UnsafeRawBufferPointer) -> UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.add(identifier)
    return fingerprint.value
  }

  /// Returns the key of a file, whatever its name. It omits the device, which a mount may change.
  package static func key(_ status: FileStatus) -> UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.add(status.inode)
    fingerprint.add(status.size)
    fingerprint.add(status.modified)
    return fingerprint.value
  }

  /// Returns the key of a file with a certain path, whatever its inode, as of a library that was
  /// copied to another disk.
  package static func key(_ path: UnsafeRawBufferPointer, _ status: FileStatus) -> UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.add(path)
    fingerprint.add(status.size)
    fingerprint.add(status.modified)
    return fingerprint.value
  }

  /// Returns true if one of the keys is known.
  package func knows(_ keys: Keys) -> Bool { keys.contains(where: self.keys.contains) }

  package func knows(_ key: UInt64) -> Bool { keys.contains(key) }

  /// Adds the keys of an asset, which ``save()`` stores.
  package func note(_ keys: Keys) {
    for key in keys where !self.keys.contains(key) { pending.append(key) }
  }

  /// Stores the keys of the existing assets, and frees those that were only needed for comparison.
  package func begin() {
    if isNew {
      var bytes = Self.head
      bytes.reserveCapacity(bytes.count + pending.count * Self.keySize)
      for key in pending { withUnsafeBytes(of: key.littleEndian) { bytes += $0 } }
      // Written atomically: a list that lacks assets would report them as new.
      if (try? folder.write(bytes, to: name)) != nil { isNew = false }
      pending = []
    } else {
      save()
    }
    keys = []
  }

  /// Stores the added keys. If that fails, the next call tries again.
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
    // An incomplete key would shift all that follow.
    if whole != size, ftruncate(file, off_t(whole)) != 0 { return }
    let bytes = pending.flatMap { key in withUnsafeBytes(of: key.littleEndian) { Array($0) } }
    guard write(file, bytes, bytes.count) == bytes.count else {
      _ = ftruncate(file, off_t(whole))
      return
    }
    pending = []
  }
}
