internal import Platform

/// A function behind the colon of a template's value, such as `lower` in `{title:lower}`.
package enum TemplateFunction: Hashable, Sendable {
  case date(DatePattern)
  /// A name without its extension, and the extension without its dot.
  case stem, ending
  case lower, upper
  /// Small plain letters and digits with hyphens between; letters of other scripts than Latin, Greek
  /// and Cyrillic stay.
  case slug
  /// The first text of a list.
  case first
  /// A list as one text.
  case join(String)
  /// The first characters.
  case prefix(Int)
  /// A number with zeros in front.
  case padded(Int)

  private static let words: KeyValuePairs<String, TemplateFunction> = [
    "stem": .stem, "ext": .ending, "lower": .lower, "upper": .upper, "slug": .slug,
    "first": .first,
  ]
  private static let join = "join"
  /// The greatest width, and number of characters.
  private static let longest = 1000

  /// The names of the functions, for messages.
  static var names: [String] { words.map(\.key) + [join] }

  /// Reads a function that is no date; nil for an unknown one.
  init?(_ text: String) {
    if let word = Self.words.first(where: { $0.key == text }) {
      self = word.value
    } else if text == Self.join || text.hasPrefix(Self.join + " ") {
      self = .join(String(text.dropFirst(Self.join.count + 1)))
    } else if let number = Self.number(text) {
      self = text.hasPrefix("0") ? .padded(number) : .prefix(number)
    } else {
      return nil
    }
  }

  /// Returns a count of characters from 1 to 1000; nil for any other text.
  static func number(_ text: String) -> Int? {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int(text).flatMap { (1...longest).contains($0) ? $0 : nil }
  }

  package var isDate: Bool { if case .date = self { true } else { false } }

  /// Returns the text of a record's value after functions.
  static func text(of cell: RecordCell, _ functions: [TemplateFunction]) -> [UInt8] {
    if functions.isEmpty { return cell.bytes() }
    var texts = cell.texts
    var separator = ","
    for function in functions {
      switch function {
      case .first: texts = Array(texts.prefix(1))
      case .join(let text): separator = text
      case .date(let pattern):
        guard let date = cell.date else { continue }
        texts = [Array(pattern.text(of: date.moment, by: date.zone).utf8)]
      default: break
      }
    }
    return text(of: Array(texts.joined(separator: Array(separator.utf8))), functions)
  }

  /// Returns a text after functions; those of dates and lists leave it as it is.
  static func text(of bytes: [UInt8], _ functions: [TemplateFunction]) -> [UInt8] {
    functions.reduce(bytes) { $1.applied(to: $0) }
  }

  private func applied(to bytes: [UInt8]) -> [UInt8] {
    let dot = bytes.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil }
    switch self {
    case .stem: return dot.map { Array(bytes[..<$0]) } ?? bytes
    case .ending: return dot.map { Array(bytes[($0 + 1)...]) } ?? []
    case .date, .first, .join: return bytes
    case .lower, .upper, .slug, .prefix, .padded: break
    }
    // A name that is not UTF-8 keeps its bytes, but for slug, in which they are no letters.
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return self == .slug ? Array(changed(String(decoding: bytes, as: UTF8.self)).utf8) : bytes
    }
    return Array(changed(text).utf8)
  }

  private func changed(_ text: String) -> String {
    switch self {
    case .lower: text.lowercased()
    case .upper: text.uppercased()
    case .slug:
      text.lowercased().split { !$0.isLetter && !$0.isNumber }
        .map { $0.map(PlainLetters.plain).joined() }.joined(separator: "-")
    case .prefix(let count): String(text.prefix(count))
    case .padded(let width): text.padded(to: width)
    case .date, .stem, .ending, .first, .join: text
    }
  }
}
