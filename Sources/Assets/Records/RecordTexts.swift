/// The texts of a JSON list; members that are no texts are left out.
enum RecordTexts {
  /// - Parameter list: the bytes from `[` to `]`, whose brackets and quotes were checked.
  static func read(_ list: UnsafeRawBufferPointer) -> [String] {
    var texts: [String] = []
    var depth = 0
    var index = 0
    while index < list.count {
      let byte = list[index]
      index += 1
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "\""):
        let start = index
        while index < list.count, list[index] != UInt8(ascii: "\"") {
          index += list[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        let end = min(index, list.count)
        index += 1
        if depth == 1 {
          texts.append(text(UnsafeRawBufferPointer(rebasing: list[start..<end])))
        }
      default: break
      }
    }
    return texts
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    return withUnsafeTemporaryAllocation(byteCount: bytes.count, alignment: 1) { target in
      let count = JSONText.unescape(bytes, into: target)
      return String(decoding: target[..<count], as: UTF8.self)
    }
  }
}
