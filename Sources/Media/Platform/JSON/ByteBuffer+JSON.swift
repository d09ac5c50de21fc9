internal import CSystem

/// JSON (RFC 8259) in UTF-8, written piece by piece. The pieces are appended as they are; only the
/// commas between members and elements are added.
extension ByteBuffer {
  /// Begins a member with its name, which needs no escapes, and the colon.
  @inlinable @inline(__always)
  package mutating func append(key: StaticString) {
    reserve(key.utf8CodeUnitCount + 4)
    separate(after: "{")
    append(UInt8(ascii: "\""))
    append(key)
    append(UInt8(ascii: "\""))
    append(UInt8(ascii: ":"))
  }

  /// Appends a comma, unless the last byte opens an object or list.
  @inlinable @inline(__always)
  package mutating func separate(after bracket: Unicode.Scalar) {
    let last = count > 0 ? bytes[count - 1] : 0
    if last != UInt8(ascii: bracket) { append(UInt8(ascii: ",")) }
  }

  package mutating func append(_ flag: Bool) {
    append(flag ? "true" : "false")
  }

  package mutating func append(_ number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    appendDigits(number.magnitude)
  }

  /// Appends the shortest number that reads back as the same; it has to be finite, as JSON demands.
  package mutating func append(_ number: Double) {
    if let whole = Int64(exactly: number) {
      append(whole)
    } else if !append(decimal: number) {
      append(text: "\(number)")
    }
  }

  /// Appends a number with at most eight decimal places, such as coordinates. With at most 15
  /// digits in all, this equals the number's description, the shortest text that reads back as the
  /// same value, at a fraction of the cost. Writes nothing and returns false for any other number.
  private mutating func append(decimal value: Double) -> Bool {
    let scale = 1e8
    let scaled = (value.magnitude * scale).rounded()
    // Below a ten-thousandth descriptions have an exponent.
    guard scaled < 1e15, scaled >= 1e4, scaled / scale == value.magnitude else { return false }
    let (whole, fraction) = UInt64(scaled).quotientAndRemainder(dividingBy: 100_000_000)
    if value < 0 { append(UInt8(ascii: "-")) }
    appendDigits(whole)
    append(UInt8(ascii: "."))
    var (digits, count) = (fraction, 8)
    while count > 1, digits % 10 == 0 {
      digits /= 10
      count -= 1
    }
    appendDigits(digits, atLeast: count)
    return true
  }

  /// Appends a text as a string, with `"`, `\` and control characters escaped.
  package mutating func append(string text: String) {
    var text = text
    text.withUTF8 { append(string: UnsafeRawBufferPointer($0)) }
  }

  /// Appends UTF-8 as a string, with `"`, `\` and control characters escaped.
  package mutating func append(string utf8: UnsafeRawBufferPointer) {
    append(UInt8(ascii: "\""))
    append(inString: utf8)
    append(UInt8(ascii: "\""))
  }

  /// Appends the content of a string with escapes, but without its quotes.
  package mutating func append(inString utf8: UnsafeRawBufferPointer) {
    guard var start = utf8.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    if csystem_is_plain(start, utf8.count) {
      append(utf8)
      return
    }
    let end = start + utf8.count
    while let stop = csystem_text_end(start, end) {
      append(UnsafeRawBufferPointer(start: start, count: stop - start))
      guard stop < end else { return }
      append(escaped: stop.pointee)
      start = stop + 1
    }
  }

  private mutating func append(escaped byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case UInt8(ascii: "\n"): append("\\n")
    case UInt8(ascii: "\r"): append("\\r")
    case UInt8(ascii: "\t"): append("\\t")
    default:
      let digits: StaticString = "0123456789abcdef"
      append("\\u00")
      append(digits.utf8Start[Int(byte >> 4)])
      append(digits.utf8Start[Int(byte & 15)])
    }
  }
}

extension UnsafeRawBufferPointer {
  /// True if all bytes are ASCII that a JSON string may hold as they are.
  package var isPlain: Bool {
    guard let start = baseAddress?.assumingMemoryBound(to: UInt8.self) else { return true }
    return csystem_is_plain(start, count)
  }

  /// True if the bytes are UTF-8; pure ASCII is recognised faster.
  package var isValidUTF8: Bool {
    guard let start = baseAddress?.assumingMemoryBound(to: UInt8.self) else { return true }
    return csystem_is_ascii(start, count) || String(validating: self, as: UTF8.self) != nil
  }
}
