/// One entry of EXIF, and its representation in JSON. Numbers are numbers, fractions the number
/// nearest to them, several of them a list. A fraction whose denominator is 0 means "unknown": it
/// is left out, and null in a list, so that the others keep their positions. Texts end at their NUL
/// and lose trailing spaces. Other bytes are `{"byteCount":…,"base64":…}`.
struct ExifValue {
  let tag: UInt16
  private let type: UInt16
  private let directory: ExifDirectory
  private let bytes: [UInt8]
  private let count: Int

  /// The maximum length of a list; of a longer one, and of more bytes, only the size is shown.
  private static let longestList = 1024
  private static let mostBytes = 1024
  /// The maximum length of a BYTE list that is shown as numbers; longer ones are binary data.
  private static let longestByteList = 16

  init(_ tag: UInt16, in directory: ExifDirectory, type: UInt16, count: Int, bytes: [UInt8]) {
    (self.tag, self.directory, self.type) = (tag, directory, type)
    (self.count, self.bytes) = (count, bytes)
  }

  func write(isLittleEndian: Bool, into writer: inout MetadataWriter) {
    switch type {
    case 2: writeText(into: &writer)
    case 7: writeUndefined(isLittleEndian: isLittleEndian, into: &writer)
    case 1 where Self.wideTexts.contains(tag) && directory == .main:
      writer.append(ExifText.utf16(bytes[...], isLittleEndian: true))
    case 1 where count > Self.longestByteList: writeBytes(into: &writer)
    default: writeNumbers(isLittleEndian: isLittleEndian, into: &writer)
    }
  }

  private func writeText(into writer: inout MetadataWriter) {
    guard tag == 0x8298, directory != .gps else { return writer.append(ExifText.text(bytes[...])) }
    // Copyright has the photographer's, a NUL, and the editor's.
    let holders = bytes.split(separator: 0).map { ExifText.text($0) }.filter { !$0.isEmpty }
    writer.append(holders.joined(separator: "\n"))
  }

  private func writeUndefined(isLittleEndian: Bool, into writer: inout MetadataWriter) {
    switch (directory, tag) {
    case (.exif, 0x9286), (.gps, 0x1B), (.gps, 0x1C):
      guard let text = ExifText.coded(bytes, isLittleEndian: isLittleEndian) else {
        return writeBytes(into: &writer)
      }
      writer.append(text)
    // Versions have four digits.
    case (.exif, 0x9000), (.exif, 0xA000), (.interoperability, 0x02):
      writer.append(ExifText.text(bytes[...]))
    // ComponentsConfiguration, FileSource, SceneType.
    case (.exif, 0x9101), (.exif, 0xA300), (.exif, 0xA301):
      guard bytes.count <= Self.longestByteList else { return writeBytes(into: &writer) }
      writeList(bytes.count, into: &writer) { $1.append(Int64(bytes[$0])) }
    default: writeBytes(into: &writer)
    }
  }

  private func writeBytes(into writer: inout MetadataWriter) {
    writer.append(byteCount: bytes.count, bytes.count <= Self.mostBytes ? bytes : nil)
  }

  private func writeNumbers(isLittleEndian: Bool, into writer: inout MetadataWriter) {
    let size = bytes.count / max(1, count)
    guard count > 0, count <= Self.longestList, [1, 2, 4, 8].contains(size) else {
      return writer.append(byteCount: bytes.count, nil)
    }
    writeList(count, into: &writer) { index, writer in
      let start = index * size
      func unsigned(_ offset: Int, _ count: Int) -> UInt64 {
        let part = bytes[start + offset..<start + offset + count]
        return isLittleEndian
          ? part.reversed().reduce(0) { $0 << 8 | UInt64($1) }
          : part.reduce(0) { $0 << 8 | UInt64($1) }
      }
      func signed(_ offset: Int) -> Int64 {
        Int64(Int32(truncatingIfNeeded: unsigned(offset, 4)))
      }
      switch (type, size) {
      case (6, 1): writer.append(Int64(Int8(truncatingIfNeeded: unsigned(0, 1))))
      case (8, 2): writer.append(Int64(Int16(truncatingIfNeeded: unsigned(0, 2))))
      case (9, 4): writer.append(signed(0))
      case (5, 8): append(Double(unsigned(0, 4)), over: Double(unsigned(4, 4)), to: &writer)
      case (10, 8): append(Double(signed(0)), over: Double(signed(4)), to: &writer)
      case (11, 4):
        append(Double(Float(bitPattern: UInt32(unsigned(0, 4)))), over: 1, to: &writer)
      case (12, 8): append(Double(bitPattern: unsigned(0, 8)), over: 1, to: &writer)
      default: writer.append(Int64(clamping: unsigned(0, size)))
      }
    }
  }

  /// Writes a single value as such, and several as a list.
  private func writeList(
    _ count: Int, into writer: inout MetadataWriter, _ append: (Int, inout MetadataWriter) -> Void
  ) {
    if count == 1 { return append(0, &writer) }
    writer.list { writer in
      for index in 0..<count { writer.element { append(index, &$0) } }
    }
  }

  private func append(
    _ numerator: Double, over denominator: Double, to writer: inout MetadataWriter
  ) {
    let quotient = numerator / denominator
    if quotient.isFinite || count > 1 { writer.append(quotient) }
  }

  /// XPTitle, XPComment, XPAuthor, XPKeywords and XPSubject, which Windows writes as UTF-16.
  private static let wideTexts: ClosedRange<UInt16> = 0x9C9B...0x9C9F
}
