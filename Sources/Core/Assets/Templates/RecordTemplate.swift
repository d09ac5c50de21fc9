package import Platform

/// A text with names of record members in braces, to be replaced by their values. `{filename}` is a
/// member, `{localDate:%Y-%m}` a date with a format, `{{` and `}}` are braces.
package struct RecordTemplate: Hashable, Sendable {
  /// The text of the template.
  package let text: String
  /// The parts of the template, in order.
  package let parts: [Part]

  /// A part of a template: plain text, or a member with an optional date format.
  package enum Part: Hashable, Sendable {
    case plain([UInt8])
    case member(MemberPath, DatePattern?)
  }

  /// The members that the template names, each with true if a date format applies to it.
  package var members: [(path: MemberPath, isDate: Bool)] {
    parts.compactMap { part in
      guard case .member(let path, let pattern) = part else { return nil }
      return (path, pattern != nil)
    }
  }

  /// Reads a template; throws a ``TemplateProblem`` for braces that don't match, and for an unknown
  /// letter in a date format.
  package init(_ text: String) throws(TemplateProblem) {
    var parts: [Part] = []
    var plain = ""
    var rest = text[...]
    func take(_ character: Character) -> Bool {
      guard rest.first == character else { return false }
      rest.removeFirst()
      return true
    }
    while let character = rest.popFirst() {
      switch character {
      case "{" where !take("{"):
        guard let end = rest.firstIndex(of: "}") else {
          throw TemplateProblem("a \"{\" is not closed; \"{{\" writes a brace")
        }
        if !plain.isEmpty { parts.append(.plain(Array(plain.utf8))) }
        plain = ""
        parts.append(try Self.member(String(rest[..<end])))
        rest = rest[rest.index(after: end)...]
      case "}" where !take("}"):
        throw TemplateProblem("a \"}\" closes nothing; \"}}\" writes a brace")
      default: plain.append(character)
      }
    }
    if !plain.isEmpty { parts.append(.plain(Array(plain.utf8))) }
    self.parts = parts
    self.text = text
  }

  private static func member(_ text: String) throws(TemplateProblem) -> Part {
    let words = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(words[0])
    if name.isEmpty {
      throw TemplateProblem("\"{\(text)}\" names no field; \"{{\" writes a brace")
    }
    return .member(
      MemberPath(name), words.count > 1 ? try DatePattern(String(words[1])) : nil)
  }

  /// The text with braces unescaped, if the template names no members; else the template's source.
  package var plainText: String {
    guard members.isEmpty else { return text }
    let bytes = parts.flatMap { part in
      if case .plain(let bytes) = part { bytes } else { [UInt8]() }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes the text for a record; a missing member counts as empty.
  package func write(_ record: JSONElement, into buffer: inout ByteBuffer) {
    for part in parts {
      switch part {
      case .plain(let bytes): bytes.withUnsafeBytes { buffer.append($0) }
      case .member(let path, let pattern):
        guard let bytes = Self.bytes(of: path, pattern, in: record) else { continue }
        bytes.withUnsafeBytes { buffer.append($0) }
      }
    }
  }

  /// Returns the text of one member; nil if the record has none of that name.
  package static func bytes(
    of path: MemberPath, _ pattern: DatePattern?, in record: JSONElement
  ) -> [UInt8]? {
    guard let cell = path.cell(of: record) else { return nil }
    if let pattern, let date = cell.date {
      return Array(pattern.text(of: date.moment, by: date.zone).utf8)
    }
    return cell.bytes()
  }
}

/// The reason why a text is not a valid template, to follow the text's name in a sentence.
package struct TemplateProblem: Error, Hashable, Sendable {
  /// The reason, worded for a message to the user.
  package let message: String

  init(_ message: String) {
    self.message = message
  }
}

extension RecordCell {
  /// The value as a date with its zone, UTC if it names none; nil for anything else.
  package var date: (moment: Instant, zone: ClockOffset)? {
    value.bytes.isEmpty
      ? nil
      : Instant(parsing: value.bytes).map {
        ($0, ClockOffset(endOf: value.bytes) ?? ClockOffset(seconds: 0))
      }
  }
}
