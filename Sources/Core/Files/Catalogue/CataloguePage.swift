/// The stored facts of files with inodes in one range, checked as a whole when it is made from
/// bytes; the facts of a file are checked when they are unpacked.
///
/// The format is little-endian: version, three bytes of zero, the number of entries (32 bits), a
/// checksum of the rest and of the page's place (64 bits). Each entry has its length (16 bits), the
/// reader's version and the set of digests that it has (8 bits each), a hash of the file's name (32),
/// inode, size and the times of changed content and of changed status (64 each), those digests, the
/// packed facts and the packed description.
package final class CataloguePage: Sendable {
  /// The version of the format of pages that are written.
  package static let version: UInt8 = 5
  /// The first version that is still read: later ones only have more values.
  private static let earliestVersion: UInt8 = 3
  /// The number of low bits of an inode that distinguish files of one page.
  static let rangeBits: UInt64 = 6
  /// The maximum number of entries in a page, which hard links could exceed otherwise.
  package static let entryLimit = 256

  package static let headerSize = 16
  static let entryHeaderSize = 40

  package let place: Place
  private let bytes: [UInt8]
  private let starts: [UInt32]

  /// The range of inodes on a device that a page covers.
  package struct Place: Hashable, Sendable {
    package let device: UInt64
    /// The files' inodes without their low 6 bits.
    package let range: UInt64

    package init(device: UInt64, inode: UInt64) {
      self.device = device
      range = inode >> CataloguePage.rangeBits
    }

    package init(_ key: CatalogueKey) {
      self.init(device: key.device, inode: key.inode)
    }
  }

  /// Creates a page without entries.
  package init(empty place: Place) {
    self.place = place
    bytes = []
    starts = []
  }

  /// Reads a page; nil unless shotflow wrote these bytes, completely and for that range. A page of
  /// an unknown version reads as empty.
  package init?(_ bytes: UnsafeRawBufferPointer, at place: Place) {
    guard bytes.count >= Self.headerSize else { return nil }
    // Another version's page is not damaged: it is read as empty and replaced.
    guard (Self.earliestVersion...Self.version).contains(bytes[0]) else {
      guard bytes[0] != 0 else { return nil }
      (self.place, self.bytes, starts) = (place, [], [])
      return
    }
    guard Self.checksum(bytes, at: place) == bytes.little64(8) else { return nil }
    let count = Int(bytes.little32(4))
    guard count <= Self.entryLimit else { return nil }
    var starts: [UInt32] = []
    starts.reserveCapacity(count)
    var position = Self.headerSize
    for _ in 0..<count {
      guard bytes.count - position >= Self.entryHeaderSize else { return nil }
      let length = Int(bytes.little16(position))
      let digests = CatalogueEntry.FixedValues(rawValue: bytes[position + 3])
      guard length >= Self.entryHeaderSize + digests.byteCount, length <= bytes.count - position
      else { return nil }
      starts.append(UInt32(position))
      position += length
    }
    guard position == bytes.count else { return nil }
    self.place = place
    self.bytes = Array(bytes)
    self.starts = starts
  }

  /// The number of entries.
  package var count: Int { starts.count }

  /// Returns true if the page has an entry for an inode, even an outdated one.
  package func holds(inode: UInt64) -> Bool {
    bytes.withUnsafeBytes { bytes in
      starts.contains { bytes.little64(Int($0) + 8) == inode }
    }
  }

  /// Calls `body` with the entry of the file; nil if none exists for its present state.
  func withEntry<Result>(_ key: CatalogueKey, _ body: (CatalogueEntry) -> Result?) -> Result? {
    bytes.withUnsafeBytes { bytes in
      for start in starts {
        let start = Int(start)
        guard bytes.little64(start + 8) == key.inode else { continue }
        let entry = entry(bytes, at: start)
        if entry.key == key { return body(entry) }
      }
      return nil
    }
  }

  func withEntries(_ body: ([CatalogueEntry]) -> Void) {
    bytes.withUnsafeBytes { bytes in
      body(starts.map { entry(bytes, at: Int($0)) })
    }
  }

  private func entry(_ bytes: UnsafeRawBufferPointer, at start: Int) -> CatalogueEntry {
    let end = start + Int(bytes.little16(start))
    let key = CatalogueKey(
      device: place.device, inode: bytes.little64(start + 8),
      size: Int64(bitPattern: bytes.little64(start + 16)),
      modified: Int64(bitPattern: bytes.little64(start + 24)),
      changed: Int64(bitPattern: bytes.little64(start + 32)), name: bytes.little32(start + 4))
    return CatalogueEntry(
      key: key, readerVersion: bytes[start + 2],
      digests: CatalogueEntry.FixedValues(rawValue: bytes[start + 3]),
      payload: UnsafeRawBufferPointer(rebasing: bytes[(start + Self.entryHeaderSize)..<end]))
  }

  /// Returns a checksum that mixes eight bytes at a time; it detects damage, not forgery.
  package static func checksum(_ bytes: UnsafeRawBufferPointer, at place: Place) -> UInt64 {
    var sum = place.device ^ 0x9E37_79B9_7F4A_7C15
    func mix(_ word: UInt64) {
      sum = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
      sum ^= sum >> 29
    }
    mix(place.range)
    mix(bytes.little64(0))
    var index = headerSize
    while index + 8 <= bytes.count {
      mix(bytes.little64(index))
      index += 8
    }
    while index < bytes.count {
      mix(UInt64(bytes[index]))
      index += 1
    }
    return sum
  }
}

extension UnsafeRawBufferPointer {
  /// Reads a little-endian number of 16 bits at an offset in bytes.
  package func little16(_ offset: Int) -> UInt16 {
    UInt16(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }

  /// Reads a little-endian number of 32 bits at an offset in bytes.
  package func little32(_ offset: Int) -> UInt32 {
    UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Reads a little-endian number of 64 bits at an offset in bytes.
  package func little64(_ offset: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
