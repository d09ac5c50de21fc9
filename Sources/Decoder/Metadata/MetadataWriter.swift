internal import JSON

/// Writes metadata as JSON of at most so many bytes, always whole and always UTF-8.
///
/// A member that has no room any more is left out as a whole; ``isOverfull`` tells.
struct MetadataWriter: ~Copyable {
  private var buffer = ByteBuffer()
  /// Whether something was left out.
  private(set) var isOverfull = false
  private let limit: Int
  /// How many brackets are still to be closed; there is always room for them.
  private var openBrackets = 0

  /// - Parameter limit: the most bytes to write.
  init(limit: Int) {
    self.limit = limit
  }

  var bytes: UnsafeRawBufferPointer { buffer.bytes }

  mutating func beginObject() { open("{") }
  mutating func endObject() { close("}") }

  /// Writes a member with the value that `body` writes; nothing when `body` writes none, or when
  /// there is no room for it.
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

  /// Writes the shortest number that reads back as the same; null for one that JSON can't say.
  mutating func append(_ number: Double) {
    guard number.isFinite else { return appendNull() }
    guard number.magnitude < 0x1p53 else { return buffer.append(text: "\(number)") }
    buffer.append(number)
  }

  /// Writes JSON that was written before.
  mutating func append(whole json: UnsafeRawBufferPointer) {
    buffer.append(json)
  }

  /// Writes what is no text and no number as `{"byteCount":…,"base64":…}`.
  ///
  /// - Parameter content: nil for bytes that are too many to be shown.
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

  /// Takes back what `body` wrote when that is more than there is room for, or no value at all.
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
