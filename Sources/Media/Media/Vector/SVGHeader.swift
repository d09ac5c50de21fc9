/// A reader of the root element of a scalable vector graphic (SVG 2, sections 8 and 9.9). The root
/// element may follow a byte-order mark, an XML declaration, comments and a document type; no
/// reference in the latter is resolved.
struct SVGHeader {
  /// The number of bytes to search for the root element.
  private static let reach = 64 << 10
  private static let headSize = 64
  private static let inch = 96.0

  private let text: Bytes
  private var place = 0
  private var width: Double?
  private var height: Double?
  private var viewBox: (width: Double, height: Double)?

  /// Reads the file if it is an SVG; returns false if it is not.
  static func recognize(
    _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) -> Bool {
    // The first bytes of most other files rule them out without a further read.
    guard let head = try window.bytes(at: 0, upTo: headSize), isMarkup(head),
      let text = try window.bytes(at: 0, upTo: reach), var header = Self(root: text)
    else { return false }
    draft.facts.format = .svg
    if !header.takeAttributes() { draft.note(.truncated) }
    if let size = header.size, let width = Int32(exactly: size.width.rounded()),
      let height = Int32(exactly: size.height.rounded())
    {
      draft.setSize(width: width, height: height)
    }
    try readXMP(in: text, &window, into: &draft)
    return true
  }

  /// Returns true if the text begins with the root element of an SVG.
  static func begins(_ text: Bytes) -> Bool { Self(root: text) != nil }

  /// Returns true if the first character after a byte-order mark and blanks is a bracket.
  private static func isMarkup(_ head: Bytes) -> Bool {
    var place = head.has("\u{FEFF}", at: 0) ? 3 : 0
    while place < head.count, head.byte(place) <= 0x20 { place += 1 }
    return head.byte(place) == UInt8(ascii: "<")
  }

  /// Finds the root element; nil if none exists, or if it is not `svg`.
  private init?(root text: Bytes) {
    self.text = text
    if text.has("\u{FEFF}", at: 0) { place = 3 }
    while true {
      skipBlanks()
      guard text.byte(place) == UInt8(ascii: "<") else { return nil }
      if text.has("<?", at: place) {
        guard pass("?>") else { return nil }
      } else if text.has("<!--", at: place) {
        guard pass("-->") else { return nil }
      } else if text.has("<!DOCTYPE", at: place) {
        guard passDocumentType() else { return nil }
      } else {
        break
      }
    }
    let start = place + 1
    place = start
    while place < text.count, isName(text.byte(place)) { place += 1 }
    let name = text.slice(from: start, limit: place - start)
    let local = name.firstIndex(of: UInt8(ascii: ":"), from: 0).map { name.slice(from: $0 + 1) }
    guard (local ?? name).buffer.elementsEqual("svg".utf8), place < text.count else { return nil }
  }

  /// The display size in CSS pixels. A missing width or height follows from the other by the ratio
  /// of the `viewBox`, which is the size if both are missing. Nil if there is no `viewBox` then.
  private var size: (width: Double, height: Double)? {
    switch (width, height, viewBox) {
    case (let width?, let height?, _): (width, height)
    case (let width?, nil, let box?): (width, width * box.height / box.width)
    case (nil, let height?, let box?): (height * box.width / box.height, height)
    case (nil, nil, let box?): box
    default: nil
    }
  }

  /// Reads the root element's attributes; returns false if the text ends before the element.
  private mutating func takeAttributes() -> Bool {
    while true {
      skipBlanks()
      let start = place
      while place < text.count, isName(text.byte(place)) { place += 1 }
      let name = text.slice(from: start, limit: place - start)
      guard name.count > 0 else { return place < text.count }
      skipBlanks()
      guard text.byte(place) == UInt8(ascii: "=") else { return place < text.count }
      place += 1
      skipBlanks()
      let quote = text.byte(place)
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
        return place < text.count
      }
      guard let end = text.firstIndex(of: quote, from: place + 1) else { return false }
      take(name, text.slice(from: place + 1, limit: end - place - 1))
      place = end + 1
    }
  }

  private mutating func take(_ name: Bytes, _ value: Bytes) {
    if name.buffer.elementsEqual("width".utf8) {
      width = Self.length(value)
    } else if name.buffer.elementsEqual("height".utf8) {
      height = Self.length(value)
    } else if name.buffer.elementsEqual("viewBox".utf8) {
      var place = 0
      let numbers = (0..<4).compactMap { _ in Self.number(value, from: &place) }
      if numbers.count == 4, Self.isSide(numbers[2]), Self.isSide(numbers[3]) {
        viewBox = (numbers[2], numbers[3])
      }
    }
  }

  /// Returns a length in CSS pixels; nil for one that depends on the place of display.
  private static func length(_ value: Bytes) -> Double? {
    var place = 0
    guard let number = number(value, from: &place), isSide(number) else { return nil }
    let unit = value.slice(from: place)
    if unit.count == 0 || unit.has("px", at: 0) { return number }
    if unit.has("in", at: 0) { return number * inch }
    if unit.has("cm", at: 0) { return number * inch / 2.54 }
    if unit.has("mm", at: 0) { return number * inch / 25.4 }
    if unit.has("pt", at: 0) { return number * inch / 72 }
    if unit.has("pc", at: 0) { return number * inch / 6 }
    return nil
  }

  private static func isSide(_ number: Double) -> Bool { number > 0 && number < 1e9 }

  /// Reads a number without an exponent, after blanks and commas; nil if none exists.
  private static func number(_ text: Bytes, from place: inout Int) -> Double? {
    while [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ",")].contains(text.byte(place)),
      place < text.count
    { place += 1 }
    let isNegative = text.byte(place) == UInt8(ascii: "-")
    if isNegative || text.byte(place) == UInt8(ascii: "+") { place += 1 }
    let start = place
    var value = 0.0
    var scale = 1.0
    var isFraction = false
    while place - start < 32 {
      let byte = text.byte(place)
      if byte == UInt8(ascii: "."), !isFraction {
        isFraction = true
      } else if byte &- UInt8(ascii: "0") < 10 {
        value = value * 10 + Double(byte - UInt8(ascii: "0"))
        if isFraction { scale *= 10 }
      } else {
        break
      }
      place += 1
    }
    guard place > start else { return nil }
    return (isNegative ? -value : value) / scale
  }

  private func isName(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != UInt8(ascii: "=") && byte != UInt8(ascii: ">")
      && byte != UInt8(ascii: "/") && byte != UInt8(ascii: "<")
  }

  private mutating func skipBlanks() {
    while place < text.count, text.byte(place) <= 0x20 { place += 1 }
  }

  /// Moves to the position after the next `end`; returns false without one.
  private mutating func pass(_ end: StaticString) -> Bool {
    while let found = text.firstIndex(of: end.utf8Start[0], from: place) {
      place = found + 1
      if text.has(end, at: found) {
        place = found + end.utf8CodeUnitCount
        return true
      }
    }
    return false
  }

  /// Skips a document type with any declarations in brackets; returns false if it does not end.
  private mutating func passDocumentType() -> Bool {
    var depth = 0
    while place < text.count {
      switch text.byte(place) {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">") where depth <= 0:
        place += 1
        return true
      default: break
      }
      place += 1
    }
    return false
  }

  private static func readXMP(
    in text: Bytes, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var place = 0
    var start: Int?
    while let found = text.firstIndex(of: UInt8(ascii: "x"), from: place) {
      place = found + 1
      if start == nil, text.has("<x:xmpmeta", at: found - 1) { start = found - 1 }
      if let start, text.has("</x:xmpmeta>", at: found - 2) {
        return try MetadataBlock.readXMP(
          at: Int64(start), count: Int64(found + 10 - start), &window, into: &draft)
      }
    }
  }
}
