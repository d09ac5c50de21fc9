package import Platform

/// A text with values of a record in braces, such as `{localDate:%Y}/{title|filename:stem}`.
///
/// | written | text |
/// | --- | --- |
/// | `{title}` | the value of a member |
/// | `{localDate:%Y-%m}` | a date in a format |
/// | `{filename:stem:lower}` | the value after functions, from left to right |
/// | `{title\|filename:stem\|none}` | the first of these that has a value; other words are texts |
/// | `{isFavorite?best\|rest}` | the first text if the member is known, and not false, 0 or empty |
/// | `{n:03}` | the number of a file among those of one name |
/// | `'…'` inside of braces | text in which no character has a meaning |
/// | `{{`, `}}` | a brace |
package struct RecordTemplate: Hashable, Sendable {
  /// The text of the template.
  package let text: String
  /// The parts of the template, in order.
  package let parts: [Part]

  /// A part of a template: plain text, or a value in braces.
  package enum Part: Hashable, Sendable {
    case plain([UInt8])
    case value(TemplateValue)
  }

  /// The members that the template reads, each with true if a date format applies to it.
  package var members: [TemplateMember] { values.flatMap(\.members) }

  /// The place of `{n}`, which numbers the names of files; nil without one.
  package var counterPlace: Range<Int>? { values.first { $0.counter != nil }?.place }

  /// The member and its format if the template is nothing but a formatted date; nil for any other.
  package var soleDate: (path: MemberPath, pattern: DatePattern)? {
    parts.count == 1 ? values.first?.soleDate : nil
  }

  /// True if the text differs among records.
  package var hasValues: Bool { parts.contains { if case .value = $0 { true } else { false } } }

  private var values: [TemplateValue] {
    parts.compactMap { if case .value(let value) = $0 { value } else { nil } }
  }

  /// Reads a template.
  ///
  /// - Parameters:
  ///   - leavingOthers: true if braces that begin with no field are text, as those of a program's
  ///     words, and so are doubled braces and letters of a date.
  ///   - isField: returns true for the name of a field; other words behind `|` are texts.
  /// - Throws: ``TemplateProblem`` for a text that breaks the grammar, and for letters of a date
  ///   outside of braces.
  package init(
    _ text: String, leavingOthers: Bool = false,
    isField: @escaping (String) -> Bool = { Field(name: $0) != nil }
  ) throws(TemplateProblem) {
    self.text = text
    var parser = TemplateParser(text, leavingOthers: leavingOthers, isField: isField)
    parts = try parser.parse()
  }

  /// The text with braces unescaped, if the template names no members; else the template's source.
  package var plainText: String {
    guard !hasValues else { return text }
    let bytes = parts.flatMap { part in
      if case .plain(let bytes) = part { bytes } else { [UInt8]() }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes the text for a record, where a missing value counts as empty; returns true if the record
  /// has one of the values, or the template none.
  @discardableResult
  package func write(_ record: JSONElement, into buffer: inout ByteBuffer) -> Bool {
    var isKnown = !hasValues
    for part in parts {
      switch part {
      case .plain(let bytes): bytes.withUnsafeBytes { buffer.append($0) }
      case .value(let value):
        guard let found = value.text(of: record) else { continue }
        found.bytes.withUnsafeBytes { buffer.append($0) }
        isKnown = true
      }
    }
    return isKnown
  }

  /// Returns the text for a record that has all values of the template.
  ///
  /// - Throws: ``FileProblem`` for a value that it does not have.
  package func completeText(of record: JSONElement) throws(FileProblem) -> [UInt8] {
    var text: [UInt8] = []
    for part in parts {
      switch part {
      case .plain(let bytes): text += bytes
      case .value(let value):
        guard let found = value.text(of: record) else { throw value.absence(in: self.text) }
        text += found.bytes
      }
    }
    return text
  }

  /// Returns the text for a record; nil if the template has values, and the record none of them.
  package func bytes(of record: JSONElement) -> [UInt8]? {
    var buffer = ByteBuffer(capacity: 64)
    return write(record, into: &buffer) ? Array(buffer.bytes) : nil
  }
}

/// A member that a template reads.
package struct TemplateMember: Hashable, Sendable {
  package let path: MemberPath
  /// True if a date format applies to it.
  package let isDate: Bool
  /// The place of its braces in the template's text, in characters.
  package let place: Range<Int>
}

/// The reason why a text is not a valid template, to follow the text's name in a sentence.
package struct TemplateProblem: Error, Hashable, Sendable {
  /// The reason, worded for a message to the user.
  package let message: String
  /// The template, and the place in it.
  package let excerpt: Excerpt

  init(_ message: String, in text: String, at place: Range<Int>) {
    self.message = message
    excerpt = Excerpt(text, place)
  }
}
