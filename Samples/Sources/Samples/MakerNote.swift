/// The block that a camera's maker keeps inside EXIF (tag 0x927C).
package enum MakerNote: Sendable {
  /// Apple's: the identifiers that join a Live Photo's two files, and the frames of a burst.
  case apple(contentIdentifier: String?, burstIdentifier: String?)
  /// Bytes without a meaning.
  case raw([UInt8])

  /// An Apple note is a big-endian directory behind 14 bytes; its offsets count from the note.
  var bytes: [UInt8] {
    switch self {
    case .raw(let bytes):
      return bytes
    case .apple(let contentIdentifier, let burstIdentifier):
      let entries = [(UInt16(0x000B), burstIdentifier), (0x0011, contentIdentifier)]
        .compactMap { tag, text in text.map { (tag, Array($0.utf8) + [0]) } }
      var bytes: [UInt8] = []
      bytes.append("Apple iOS\0")
      bytes.append(UInt16(1), .big)
      bytes.append("MM")
      bytes.append(UInt16(entries.count), .big)
      var offset = bytes.count + entries.count * 12 + 4
      for (tag, text) in entries {
        bytes.append(tag, .big)
        bytes.append(UInt16(2), .big)
        bytes.append(UInt32(text.count), .big)
        bytes.append(UInt32(offset), .big)
        offset += text.count
      }
      bytes.append(UInt32(0), .big)
      return entries.reduce(into: bytes) { $0.append(contentsOf: $1.1) }
    }
  }
}
