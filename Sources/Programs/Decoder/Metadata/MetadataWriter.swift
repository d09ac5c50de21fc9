internal import Platform

/// Writes metadata as JSON of limited length, always complete and always UTF-8. A member that does
/// not fit is left out entirely; ``isOverfull`` is then true.
struct MetadataWriter: ~Copyable {
  private var buffer = ByteBuffer()
  /// True if a member was left out for lack of space.
  private(set) var isOverfull = false
  private let limit: Int
  /// The number of brackets still to be closed, for which space is reserved.
  private var openBrackets = 0

  init(limit: Int) {
    self.limit = limit
  }

  var bytes: UnsafeRawBufferPointer { buffer.bytes }

  mutating func beginObject() { open("{") }
  mutating func endObject() { close("}") }

  /// Writes a member with the value that `body` writes; nothing without a value or if it does not
  /// fit.
  mutating func member(_ key: String, _ body: (inout MetadataWriter) -> Void) {
    attempt { writer in
      writer.buffer.separate(after: "{")
      writer.append(key)
      writer.buffer.append(UInt8(ascii: ":"))
      body(&writer)
    }
  }

  /// Writes a list, whose elements `body` writes one at a time with ``element(_:)``.
  mutating func list(_ body: (inout MetadataWriter) -> Void) {
    open("[")
    body(&self)
    close("]")
  }

  mutating func element(_ body: (inout MetadataWriter) -> Void) {
    attempt { writer in
      writer.buffer.separate(after: "[")
      body(&writer)
    }
  }

  mutating func object(_ body: (inout MetadataWriter) -> Void) {
    beginObject()
    body(&self)
    endObject()
  }

  mutating func append(_ number: Int64) { buffer.append(number) }
  mutating func append(_ flag: Bool) { buffer.append(flag) }
  mutating func append(_ text: String) { buffer.append(string: text) }
  mutating func appendNull() { buffer.append("null") }

  /// Writes the shortest number that reads back as the same; null for one that JSON can't
  /// represent.
  mutating func append(_ number: Double) {
    guard number.isFinite else { return appendNull() }
    guard number.magnitude < 0x1p53 else { return buffer.append(text: "\(number)") }
    buffer.append(number)
  }

  /// Appends complete JSON.
  mutating func append(whole json: UnsafeRawBufferPointer) {
    buffer.append(json)
  }

  /// Writes binary data as `{"byteCount":…,"base64":…}`; `content` is nil if it is too long to
  /// show.
  mutating func append(byteCount: Int, _ content: [UInt8]?) {
    object { writer in
      writer.member("byteCount") { $0.append(Int64(byteCount)) }
      if let content {
        writer.member("base64") { writer in
          content.withUnsafeBytes { writer.buffer.append(base64: $0) }
        }
      }
    }
  }

  /// Runs `body`; removes its output if that exceeds the limit, or has a key without a value.
  private mutating func attempt(_ body: (inout MetadataWriter) -> Void) {
    let start = buffer.count
    guard start < limit else {
      isOverfull = true
      return
    }
    body(&self)
    if buffer.count + openBrackets > limit {
      isOverfull = true
      buffer.truncate(to: start)
    } else if bytes.last == UInt8(ascii: ":") {
      buffer.truncate(to: start)
    }
  }

  private mutating func open(_ bracket: Unicode.Scalar) {
    buffer.append(UInt8(ascii: bracket))
    openBrackets += 1
  }

  private mutating func close(_ bracket: Unicode.Scalar) {
    buffer.append(UInt8(ascii: bracket))
    openBrackets -= 1
  }
}
