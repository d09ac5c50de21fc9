/// A hash of a value's state, by which a changed state is noticed; the same in every process.
///
/// Each word is mixed in by a multiplication to 128 bits whose halves are folded, as wyhash and its
/// relatives do. It does not resist an attacker who wants two states to look alike.
public struct Fingerprint: Hashable, Sendable {
  /// The hash of everything added so far.
  package private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  package init() {}

  private static let increment: UInt64 = 0xA076_1D64_78BD_642F
  private static let factor: UInt64 = 0xE703_7ED1_A0B4_28DB

  /// Adds 64 bits to the hash.
  @inline(__always)
  package mutating func add(_ word: UInt64) {
    let product = (value ^ word &+ Self.increment).multipliedFullWidth(by: Self.factor)
    value = product.high ^ product.low ^ value.rotatedLeft(by: 29)
  }

  package mutating func add(_ number: Int64) { add(UInt64(bitPattern: number)) }

  package mutating func add(_ flag: Bool) { add(flag ? 1 : 0 as UInt64) }

  /// Adds bytes and their count, so that two texts in a row differ from one.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    add(UInt64(bytes.count))
    var place = 0
    while place + 8 <= bytes.count {
      add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
      place += 8
    }
    guard place < bytes.count else { return }
    var last: UInt64 = 0
    for byte in bytes[place...] { last = last << 8 | UInt64(byte) }
    add(last)
  }

  /// Adds a text and its length.
  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }
}

extension UInt64 {
  @inline(__always)
  fileprivate func rotatedLeft(by count: UInt64) -> UInt64 {
    self << count | self >> (64 - count)
  }
}

extension Fingerprint {
  /// Adds size, times and inode of a file; not its device, whose number may change with a mount.
  package mutating func add(_ status: FileStatus) {
    for number in [status.size, status.modified, status.changed] { add(number) }
    add(status.inode)
  }
}
