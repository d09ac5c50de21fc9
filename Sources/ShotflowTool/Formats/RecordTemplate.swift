internal import JSON
internal import Pipeline

/// The text of `--template`: members of a record in braces, among other text.
///
/// `{filename}` is a member, `{localDate:%Y-%m}` a date in another form, `{{` and `}}` are braces.
struct RecordTemplate: Sendable {
  private let parts: [Part]

  private enum Part: Sendable {
    case plain([UInt8])
    case member(MemberPath, DatePattern?)
  }

  /// The members that it names, and whether each is written as a date.
  var members: [(path: MemberPath, isDate: Bool)] {
    parts.compactMap { part in
      guard case .member(let path, let pattern) = part else { return nil }
      return (path, pattern != nil)
    }
  }

  /// - Throws: ``UsageProblem`` for braces that don't match, and for an unknown part of a date.
  init(_ text: String) throws(UsageProblem) {
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
          throw UsageProblem("in --template, a \"{\" is not closed; \"{{\" writes a brace")
        }
        if !plain.isEmpty { parts.append(.plain(Array(plain.utf8))) }
        plain = ""
        parts.append(try Self.member(String(rest[..<end])))
        rest = rest[rest.index(after: end)...]
      case "}" where !take("}"):
        throw UsageProblem("in --template, a \"}\" closes nothing; \"}}\" writes a brace")
      default: plain.append(character)
      }
    }
    if !plain.isEmpty { parts.append(.plain(Array(plain.utf8))) }
    self.parts = parts
  }

  private static func member(_ text: String) throws(UsageProblem) -> Part {
    let words = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(words[0])
    if name.isEmpty {
      throw UsageProblem("in --template, \"{\(text)}\" names no field; \"{{\" writes a brace")
    }
    return .member(
      MemberPath(name), words.count > 1 ? try DatePattern(String(words[1])) : nil)
  }

  /// Writes the text for a record; members that it doesn't have are empty.
  func write(_ record: JSONElement, into buffer: inout ByteBuffer) {
    for part in parts {
      switch part {
      case .plain(let bytes): buffer.append(bytes)
      case .member(let path, let pattern):
        guard let cell = path.cell(of: record) else { continue }
        if let pattern, let date = cell.date {
          buffer.append(text: pattern.text(of: date.moment, by: date.zone))
        } else {
          buffer.append(cell.bytes())
        }
      }
    }
  }
}

extension RecordCell {
  /// A date with the zone that it is written in; nil for anything else.
  var date: (moment: Instant, zone: ClockOffset)? {
    value.bytes.isEmpty
      ? nil
      : Instant(parsing: value.bytes).map {
        ($0, ClockOffset(endOf: value.bytes) ?? ClockOffset(seconds: 0))
      }
  }
}

extension ByteBuffer {
  mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { append($0) }
  }
}
