/// The parser of a ``RecordTemplate``.
struct TemplateParser {
  /// A character in braces.
  private struct Letter {
    let character: Character
    let isQuoted: Bool
    let place: Int
  }

  private let text: String
  private let characters: [Character]
  private let isField: (String) -> Bool
  /// True if braces that begin with no field are text, as those of a program's words.
  private let leavesOthers: Bool
  private var place = 0
  private var parts: [RecordTemplate.Part] = []
  /// The plain text since the last value.
  private var plain = ""
  /// The place where the text that is typed outside of braces began.
  private var typedStart = 0

  private static let number = "n"
  private static let album = "album"
  private static let folder = "folder"
  private static let run = "run"

  init(_ text: String, leavingOthers: Bool, isField: @escaping (String) -> Bool) {
    self.text = text
    leavesOthers = leavingOthers
    self.isField = isField
    characters = Array(text)
  }

  mutating func parse() throws(TemplateProblem) -> [RecordTemplate.Part] {
    while place < characters.count {
      let character = characters[place]
      let isDoubled = place + 1 < characters.count && characters[place + 1] == character
      if leavesOthers, !beginsValue {
        plain.append(character)
        place += 1
      } else if character == "{" || character == "}", isDoubled {
        plain.append(character)
        place += 2
      } else if character == "{" {
        try checkTyped()
        try readValue()
        typedStart = place
      } else if character == "}" {
        throw problem("a \"}\" closes nothing; \"}}\" writes a brace", place..<place + 1)
      } else {
        plain.append(character)
        place += 1
      }
    }
    try checkTyped()
    close()
    return parts
  }

  /// True if braces with a field's name begin here, and no `${title}` of a shell; behind the name
  /// is the end, or a part of the grammar, and no space as in `{title: .filename}`.
  private var beginsValue: Bool {
    guard characters[place] == "{", place == 0 || characters[place - 1] != "$" else { return false }
    let name = characters[(place + 1)...].prefix { !":|?}".contains($0) }
    guard name.endIndex < characters.count, isValue(String(name)) else { return false }
    if characters[name.endIndex] != ":" { return true }
    let next = name.endIndex + 1 < characters.count ? characters[name.endIndex + 1] : " "
    return next.isLetter || next.isNumber || next == "%"
  }

  private func isValue(_ name: String) -> Bool {
    isField(name) || [Self.album, Self.folder].contains(name)
  }

  private mutating func close() {
    if !plain.isEmpty { parts.append(.plain(Array(plain.utf8))) }
    plain = ""
  }

  /// Refuses letters of a date outside of braces, which would be names of files and folders.
  private func checkTyped() throws(TemplateProblem) {
    guard !leavesOthers, let found = DateLetters.first(in: characters[typedStart..<place]) else {
      return
    }
    let typed = String(characters[found.place])
    throw problem(
      "\"\(typed)\" is not in braces, so it is no date; did you mean"
        + " \"{\(Field.localDate.name):\(found.pattern)}\"? {'\(typed)'} writes the letters",
      found.place)
  }

  // MARK: Values

  private mutating func readValue() throws(TemplateProblem) {
    let start = place
    let letters = try readBraces()
    let whole = start..<place
    if let first = letters.first, letters.allSatisfy(\.isQuoted), first.isQuoted {
      plain += String(letters.map(\.character))
      return
    }
    close()
    var rest = letters[...]
    var condition: MemberPath?
    if let mark = rest.firstIndex(where: { !$0.isQuoted && $0.character == "?" }) {
      let name = Self.text(rest[..<mark])
      if name.isEmpty || name.contains(":") || name.contains("|") {
        throw problem(
          "in front of \"?\" is the name of a field, as in {isFavorite?best|rest};"
            + " quotes keep a \"?\": '?'", whole)
      }
      condition = MemberPath(name)
      rest = rest[(mark + 1)...]
    }
    var choices: [TemplateValue.Choice] = []
    for letters in Self.split(rest, at: "|") {
      let isFirst = condition == nil && choices.isEmpty
      choices.append(try choice(letters, isFirst: isFirst, whole))
    }
    if condition != nil, choices.count == 1 { choices.append(.text([])) }
    let numbers = choices.count { if case .number = $0 { true } else { false } }
    if numbers > 0, choices.count > 1 {
      throw problem("a number is always known, so {n} stands alone in its braces", whole)
    }
    parts.append(.value(TemplateValue(condition: condition, choices: choices, place: whole)))
  }

  /// Reads to the closing brace.
  private mutating func readBraces() throws(TemplateProblem) -> [Letter] {
    let start = place
    var letters: [Letter] = []
    var quote: Int?
    place += 1
    while true {
      guard place < characters.count else {
        if let quote {
          throw problem("a ' is not closed; inside of quotes '' writes one", quote..<quote + 1)
        }
        throw problem("a \"{\" is not closed; \"{{\" writes a brace", start..<start + 1)
      }
      let character = characters[place]
      if character == "'" {
        let isDoubled = place + 1 < characters.count && characters[place + 1] == "'"
        if quote != nil, isDoubled {
          letters.append(Letter(character: "'", isQuoted: true, place: place))
          place += 1
        } else {
          quote = quote == nil ? place : nil
        }
      } else if quote == nil, character == "}" {
        place += 1
        return letters
      } else if quote == nil, character == "{" {
        throw problem(
          "braces hold no braces: write {cameraModel|cameraMake}, or '{' for the character",
          place..<place + 1)
      } else {
        letters.append(Letter(character: character, isQuoted: quote != nil, place: place))
      }
      place += 1
    }
  }

  /// Reads a field with its functions, or a text.
  ///
  /// - Parameter isFirst: true for the first choice, which is always a field.
  private func choice(
    _ letters: ArraySlice<Letter>, isFirst: Bool, _ whole: Range<Int>
  ) throws(TemplateProblem) -> TemplateValue.Choice {
    let pieces = Self.split(letters, at: ":")
    let name = Self.text(pieces[0])
    let isKnown = isValue(name) || name == Self.number
    let isQuoted = letters.first?.isQuoted == true
    if !isFirst, isQuoted || pieces.count == 1 && !isKnown {
      let text = Self.text(letters)
      if !isQuoted, let found = DateLetters.first(in: text.map(\.self)[...]) {
        throw problem(
          "a text has no date; did you mean \"\(Field.localDate.name):\(found.pattern)\"?", whole)
      }
      return .text(Array(text.utf8))
    }
    if name.isEmpty {
      throw problem(
        "\"\(String(characters[whole]))\" names no field; \"{{\" writes a brace", whole)
    }
    if !isField(name) {
      if name == Self.number { return .number(try counter(pieces.dropFirst(), whole)) }
      let functions = try functions(pieces.dropFirst(), of: name)
      if name == Self.album { return .album(functions) }
      if name == Self.folder { return .folder(functions) }
      return .member(MemberPath(name), functions)
    }
    return .member(MemberPath(name), try functions(pieces.dropFirst(), of: name))
  }

  private func counter(
    _ pieces: ArraySlice<ArraySlice<Letter>>, _ whole: Range<Int>
  ) throws(TemplateProblem) -> TemplateCounter {
    var width = 1
    var isOfRun = false
    for piece in pieces.map(Self.text) {
      if piece == Self.run {
        isOfRun = true
      } else if let digits = TemplateFunction.number(piece) {
        width = digits
      } else {
        throw problem(
          "{n} takes a number of digits, as in {n:03}, and \"run\" to count through the run", whole)
      }
    }
    return TemplateCounter(width: width, isOfRun: isOfRun)
  }

  private func functions(
    _ pieces: ArraySlice<ArraySlice<Letter>>, of name: String
  ) throws(TemplateProblem) -> [TemplateFunction] {
    var functions: [TemplateFunction] = []
    var rest = pieces
    while let first = rest.popFirst() {
      var text = Self.text(first)
      var place = (first.first?.place ?? self.place - 1)..<(first.last?.place ?? self.place - 1) + 1
      guard text.contains("%") else {
        guard let function = TemplateFunction(text) else {
          throw problem(Self.unknown(text, of: name), place)
        }
        functions.append(function)
        continue
      }
      // Of `%H:%M:lower` the first colon is one of the format.
      while let next = rest.first, TemplateFunction(Self.text(next)) == nil {
        text += ":" + Self.text(next)
        place = place.lowerBound..<(next.last?.place ?? place.upperBound) + 1
        rest.removeFirst()
      }
      do {
        functions.append(.date(try DatePattern(text)))
      } catch {
        throw problem(error.message, place)
      }
    }
    return functions
  }

  private static func unknown(_ text: String, of name: String) -> String {
    if let found = DateLetters.first(in: text.map(\.self)[...], withYear: false) {
      return "the letters of a date have a % in front; did you mean"
        + " \"{\(name):\(found.pattern)}\"?"
    }
    let near = NearestName.of(text, among: TemplateFunction.names)
    let known = TemplateFunction.names.joined(separator: ", ")
    return "no function is called \"\(text)\""
      + NearestName.remedy(
        near, or: "there are \(known), a number of letters, and %Y-%m for a date")
  }

  // MARK: Letters

  private static func text(_ letters: ArraySlice<Letter>) -> String {
    String(letters.map(\.character))
  }

  private static func split(
    _ letters: ArraySlice<Letter>, at separator: Character
  ) -> [ArraySlice<Letter>] {
    letters.split(omittingEmptySubsequences: false) {
      !$0.isQuoted && $0.character == separator
    }
  }

  private func problem(_ message: String, _ place: Range<Int>) -> TemplateProblem {
    TemplateProblem(message, in: text, at: place)
  }
}
