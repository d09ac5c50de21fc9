/// A pattern of text with `*` for any characters and `?` for one, as in NSPredicate's LIKE.
///
/// A backslash escapes the next character.
public struct LikePattern: Hashable, Sendable {
  /// The pattern as written in the rule.
  public let text: String
  /// True if capitals and small letters are the same, by Unicode's simple case folding.
  public let ignoresCase: Bool
  private let parts: [Part]

  private enum Part: Hashable, Sendable {
    case character(Character)
    case anyCharacter
    case anyCharacters
  }

  public init(_ text: String, ignoringCase ignoresCase: Bool = false) {
    self.text = text
    self.ignoresCase = ignoresCase
    var parts: [Part] = []
    var isEscaped = false
    for character in ignoresCase ? CaseFolding.fold(text) : text {
      if isEscaped {
        parts.append(.character(character))
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "*" {
        if parts.last != .anyCharacters { parts.append(.anyCharacters) }
      } else if character == "?" {
        parts.append(.anyCharacter)
      } else {
        parts.append(.character(character))
      }
    }
    if isEscaped { parts.append(.character("\\")) }
    self.parts = parts
  }

  /// True if the pattern has a wildcard.
  public var hasWildcard: Bool {
    parts.contains { $0 == .anyCharacter || $0 == .anyCharacters }
  }

  /// Returns true if the whole of `text` matches the pattern, in time proportional to the product
  /// of their lengths.
  public func matches(_ text: String) -> Bool {
    let text = ignoresCase ? CaseFolding.fold(text) : text
    var index = text.startIndex
    var part = 0
    var retry: (part: Int, index: String.Index)?
    while index < text.endIndex {
      if part < parts.count {
        switch parts[part] {
        case .anyCharacters:
          retry = (part, index)
          part += 1
          continue
        case .anyCharacter:
          part += 1
          index = text.index(after: index)
          continue
        case .character(let character) where character == text[index]:
          part += 1
          index = text.index(after: index)
          continue
        case .character:
          break
        }
      }
      guard let last = retry else { return false }
      let next = text.index(after: last.index)
      retry = (last.part, next)
      part = last.part + 1
      index = next
    }
    return parts[part...].allSatisfy { $0 == .anyCharacters }
  }
}

extension LikePattern: CustomStringConvertible {
  /// The pattern as `explain` shows it, such as `"*.png" ignoring case`.
  public var description: String { "\"\(text)\"" + (ignoresCase ? " ignoring case" : "") }
}
