/// A line of tab-separated fields, with control characters and percent signs escaped as `%09`.
struct TabSeparatedLine: Hashable, Sendable {
  var fields: [[UInt8]]

  init(_ fields: [[UInt8]]) {
    self.fields = fields
  }

  init(_ texts: [String]) {
    fields = texts.map { Array($0.utf8) }
  }

  /// Parses a line without its line feed; nil for a line that this type would not have written.
  init?(_ line: some Sequence<UInt8>) {
    fields = [[]]
    var pending: [UInt8]?
    for byte in line {
      if var digits = pending {
        guard let digit = Self.value(of: byte) else { return nil }
        digits.append(digit)
        if digits.count == 2 {
          let whole = digits[0] << 4 | digits[1]
          guard Self.isEscaped(whole) else { return nil }
          fields[fields.count - 1].append(whole)
          pending = nil
        } else {
          pending = digits
        }
      } else if byte == UInt8(ascii: "%") {
        pending = []
      } else if byte == UInt8(ascii: "\t") {
        fields.append([])
      } else if Self.isEscaped(byte) {
        return nil
      } else {
        fields[fields.count - 1].append(byte)
      }
    }
    if pending != nil { return nil }
  }

  var bytes: [UInt8] {
    var line: [UInt8] = []
    for (place, field) in fields.enumerated() {
      if place > 0 { line.append(UInt8(ascii: "\t")) }
      for byte in field {
        if Self.isEscaped(byte) {
          line += [UInt8(ascii: "%"), Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 15)]]
        } else {
          line.append(byte)
        }
      }
    }
    return line + [UInt8(ascii: "\n")]
  }

  /// The fields as texts; nil when one is not UTF-8.
  var texts: [String]? {
    var texts: [String] = []
    for field in fields {
      guard let text = String(validating: field, as: UTF8.self) else { return nil }
      texts.append(text)
    }
    return texts
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "%")
  }

  private static func value(of digit: UInt8) -> UInt8? {
    digits.firstIndex(of: digit).map { UInt8($0) }
  }
}
