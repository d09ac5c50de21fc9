/// Writes JSON (RFC 8259) of at most so many bytes, always whole and always UTF-8.
///
/// A member that has no room any more is left out as a whole; ``isOverfull`` tells.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  /// Whether something was left out.
  private(set) var isOverfull = false
  private let limit: Int
  /// How many brackets are still to be closed; there is always room for them.
  private var openBrackets = 0

  /// - Parameter limit: the most bytes to write.
  init(limit: Int) {
    self.limit = limit
  }

  mutating func beginObject() { open("{") }
  mutating func endObject() { close("}") }

  /// Writes a member with the value that `body` writes; nothing when `body` writes none, or when
  /// there is no room for it.
  mutating func member(_ key: String, _ body: (inout JSONWriter) -> Void) {
    attempt { writer in
      writer.separate(after: "{")
      writer.append(key)
      writer.put(":")
      body(&writer)
    }
  }

  /// Writes a list, whose elements `body` writes one at a time with ``element(_:)``.
  mutating func list(_ body: (inout JSONWriter) -> Void) {
    open("[")
    body(&self)
    close("]")
  }

  mutating func element(_ body: (inout JSONWriter) -> Void) {
    attempt { writer in
      writer.separate(after: "[")
      body(&writer)
    }
  }

  mutating func object(_ body: (inout JSONWriter) -> Void) {
    beginObject()
    body(&self)
    endObject()
  }

  mutating func append(_ number: Int64) { put("\(number)") }
  mutating func append(_ flag: Bool) { put(flag ? "true" : "false") }
  mutating func appendNull() { put("null") }

  /// Writes the shortest number that reads back as the same; null for one that JSON can't say.
  mutating func append(_ number: Double) {
    guard number.isFinite else { return appendNull() }
    if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 { return append(whole) }
    put("\(number)")
  }

  mutating func append(_ text: String) {
    put("\"")
    var text = text
    text.withUTF8 { utf8 in
      for byte in utf8 {
        switch byte {
        case UInt8(ascii: "\""): put("\\\"")
        case UInt8(ascii: "\\"): put("\\\\")
        case 0x0A: put("\\n")
        case 0x0D: put("\\r")
        case 0x09: put("\\t")
        case 0..<0x20:
          put("\\u00")
          bytes.append(Self.hexadecimal(byte >> 4))
          bytes.append(Self.hexadecimal(byte & 15))
        default: bytes.append(byte)
        }
      }
    }
    put("\"")
  }

  /// Writes JSON that was written before.
  mutating func append(whole json: [UInt8]) {
    bytes += json
  }

  /// Writes what is no text and no number as `{"byteCount":…,"base64":…}`.
  ///
  /// - Parameter content: nil for bytes that are too many to be shown.
  mutating func append(byteCount: Int, _ content: [UInt8]?) {
    object { writer in
      writer.member("byteCount") { $0.append(Int64(byteCount)) }
      if let content { writer.member("base64") { $0.append(base64: content) } }
    }
  }

  private mutating func append(base64 content: [UInt8]) {
    let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    put("\"")
    for start in stride(from: 0, to: content.count, by: 3) {
      let left = min(3, content.count - start)
      var group: UInt32 = 0
      for place in 0..<3 {
        group = group << 8 | (place < left ? UInt32(content[start + place]) : 0)
      }
      for place in 0..<4 {
        let letter = alphabet.utf8Start[Int(group >> UInt32(18 - 6 * place)) & 63]
        bytes.append(place <= left ? letter : UInt8(ascii: "="))
      }
    }
    put("\"")
  }

  /// Takes back what `body` wrote when that is more than there is room for, or no value at all.
  private mutating func attempt(_ body: (inout JSONWriter) -> Void) {
    let start = bytes.count
    guard start < limit else {
      isOverfull = true
      return
    }
    body(&self)
    if bytes.count + openBrackets > limit {
      isOverfull = true
      bytes.removeSubrange(start...)
    } else if bytes.last == UInt8(ascii: ":") {
      bytes.removeSubrange(start...)
    }
  }

  private mutating func open(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    openBrackets += 1
  }

  private mutating func close(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    openBrackets -= 1
  }

  private mutating func separate(after opening: Unicode.Scalar) {
    if bytes.last != UInt8(ascii: opening) { put(",") }
  }

  private mutating func put(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
  }
}
