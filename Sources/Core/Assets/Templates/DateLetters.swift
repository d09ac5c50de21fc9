/// Letters of a date format as people type them: `%Y-%m`, `YYYY-MM`.
enum DateLetters {
  /// The words of other programs' formats, each with its letter; `MM` and `mm` depend on the hour.
  private static let words: KeyValuePairs<String, String> = [
    "YYYY": "%Y", "yyyy": "%Y", "MM": "%m", "mm": "%m", "DD": "%d", "dd": "%d", "HH": "%H",
    "hh": "%H", "SS": "%S", "ss": "%S", "YY": "%y", "yy": "%y",
  ]

  /// Returns the first date format in a text, and the format as a template takes it; nil for none.
  ///
  /// - Parameter withYear: true if words such as `MM` mean a date only beside a year.
  static func first(
    in characters: ArraySlice<Character>, withYear: Bool = true
  ) -> (place: Range<Int>, pattern: String)? {
    percent(in: characters) ?? worded(in: characters, withYear: withYear)
  }

  /// Finds `%Y-%m`: all from the first letter with a `%` to the last. Letters in a word, such as
  /// `100%match` or the `%F0` of an address, mean no date by themselves.
  private static func percent(
    in characters: ArraySlice<Character>
  ) -> (place: Range<Int>, pattern: String)? {
    let places = characters.indices.dropLast().filter {
      characters[$0] == "%" && DatePattern.known.contains(String(characters[$0 + 1]))
        && characters[$0 + 1] != "%"
    }
    let isMeant = places.contains { place in
      let next = place + 2 < characters.endIndex ? characters[place + 2] : " "
      return !next.isLetter && !next.isNumber
    }
    guard isMeant, let first = places.first, let last = places.last else { return nil }
    return (first..<last + 2, String(characters[first..<last + 2]))
  }

  /// Finds `YYYY`, `YYYY/MM` and `DD.MM.YYYY`, which begin and end at no other letter.
  private static func worded(
    in characters: ArraySlice<Character>, withYear: Bool
  ) -> (place: Range<Int>, pattern: String)? {
    func isInWord(_ place: Int) -> Bool {
      characters.indices.contains(place)
        && (characters[place].isLetter || characters[place].isNumber)
    }
    for start in characters.indices where !isInWord(start - 1) {
      var (pattern, place, end) = ("", start, start)
      while let word = word(at: place, of: characters) {
        let isMinute = word.value == "%m" && pattern.contains("%H")
        pattern += isMinute ? "%M" : word.value
        place += word.key.count
        end = place
        if place < characters.endIndex, "-_./: T".contains(characters[place]),
          self.word(at: place + 1, of: characters) != nil
        {
          pattern.append(characters[place])
          place += 1
        }
      }
      if pattern.contains(withYear ? "%Y" : "%"), !isInWord(end) { return (start..<end, pattern) }
    }
    return nil
  }

  private static func word(
    at place: Int, of characters: ArraySlice<Character>
  ) -> (key: String, value: String)? {
    guard characters.indices.contains(place) else { return nil }
    return words.first { characters[place...].starts(with: $0.key) }
  }
}
