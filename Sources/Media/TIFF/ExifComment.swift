/// Reads EXIF's UserComment: eight bytes that name the character code, then the text.
enum ExifComment {
  static func text(_ bytes: Bytes, isLittleEndian: Bool) -> ShortText {
    let text = bytes.slice(from: 8)
    guard bytes.has("UNICODE\0", at: 0) else { return ShortText(text.buffer) }
    let mark = text.big16(0)
    let isLittleEndian = mark == 0xFFFE || (mark != 0xFEFF && isLittleEndian)
    let first = mark == 0xFFFE || mark == 0xFEFF ? 1 : 0
    let units = (first..<max(first, text.count / 2)).lazy.map { index in
      isLittleEndian ? text.little16(index * 2) : text.big16(index * 2)
    }
    return ShortText(utf16: units)
  }
}
