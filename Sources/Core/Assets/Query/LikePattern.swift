/// A pattern of text with `*` for any characters and `?` for one, as in NSPredicate's LIKE, and with
/// `[a-z_]` for one of these and `[!a-z_]` for any other one, as in a shell.
///
/// A backslash escapes the next character. A bracket that is not closed is itself.
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
    case oneOf(CharacterClass)
  }

  public init(_ text: String, ignoringCase ignoresCase: Bool = false) {
    self.text = text
    self.ignoresCase = ignoresCase
    let characters = Array(ignoresCase ? CaseFolding.fold(text) : text)
    var parts: [Part] = []
    var place = 0
    while place < characters.count {
      let character = characters[place]
      place += 1
      switch character {
      case "\\" where place < characters.count:
        parts.append(.character(characters[place]))
        place += 1
      case "*":
        if parts.last != .anyCharacters { parts.append(.anyCharacters) }
      case "?":
        parts.append(.anyCharacter)
      case "[":
        if let (found, end) = CharacterClass.read(characters, at: place) {
          parts.append(.oneOf(found))
          place = end
        } else {
          parts.append(.character(character))
        }
      default:
        parts.append(.character(character))
      }
    }
    self.parts = parts
  }

  /// True if the pattern has a wildcard.
  public var hasWildcard: Bool {
    parts.contains { if case .character = $0 { false } else { true } }
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
        case .oneOf(let characters) where characters.contains(text[index]):
          part += 1
          index = text.index(after: index)
          continue
        case .character, .oneOf:
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

/// The characters that `[a-z_]` means, or those that `[!a-z_]` does not.
private struct CharacterClass: Hashable, Sendable {
  private let isExcluding: Bool
  private var characters: [Character] = []
  private var ranges: [ClosedRange<Unicode.Scalar>] = []

  private init(isExcluding: Bool) {
    self.isExcluding = isExcluding
  }

  /// Reads the characters behind a bracket, of which the first may be a closing one; returns the
  /// place behind the bracket that closes the class, or nil without one.
  static func read(_ text: [Character], at start: Int) -> (found: CharacterClass, end: Int)? {
    var place = start
    let isExcluding = place < text.count && (text[place] == "!" || text[place] == "^")
    if isExcluding { place += 1 }
    var found = CharacterClass(isExcluding: isExcluding)
    let first = place
    /// Returns the next character, of which a backslash in front is no part.
    func next() -> Character? {
      if place + 1 < text.count, text[place] == "\\" { place += 1 }
      guard place < text.count else { return nil }
      place += 1
      return text[place - 1]
    }
    while place < text.count, text[place] != "]" || place == first {
      guard let low = next() else { return nil }
      if place + 1 < text.count, text[place] == "-", text[place + 1] != "]" {
        place += 1
        guard let high = next() else { return nil }
        found.add(low, high)
      } else {
        found.characters.append(low)
      }
    }
    return place < text.count ? (found, place + 1) : nil
  }

  private mutating func add(_ low: Character, _ high: Character) {
    if let first = Self.scalar(low), let last = Self.scalar(high) {
      if first <= last { ranges.append(first...last) }
    } else {
      characters += [low, high]
    }
  }

  /// Returns the code point of a character; nil if it has several, such as a letter and its mark.
  private static func scalar(_ character: Character) -> Unicode.Scalar? {
    character.unicodeScalars.count == 1 ? character.unicodeScalars.first : nil
  }

  func contains(_ character: Character) -> Bool {
    let isListed =
      characters.contains(character)
      || Self.scalar(character).map { scalar in ranges.contains { $0.contains(scalar) } } ?? false
    return isListed != isExcluding
  }
}

extension LikePattern: CustomStringConvertible {
  /// The pattern as `explain` shows it, such as `"*.png" ignoring case`.
  public var description: String { "\"\(text)\"" + (ignoresCase ? " ignoring case" : "") }
}
