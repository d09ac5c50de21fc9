/// Splits the words of a command line into options with their values, and arguments.
package struct WordReader: Sendable {
  private let inputs: [CommandInput]
  private var places: [String: Int] = [:]

  /// A part of a command line; numbers are places in the list of inputs.
  package enum Part {
    /// A flag, or an option with its value.
    case option(Int, value: String?)
    /// An option that needs a value, and has none.
    case valueless(Int)
    /// The opposite of a flag: `--no-…`.
    case denial(Int)
    /// An option in none of the inputs.
    case unknown(String)
    /// A word that is no option.
    case argument(String)
    /// `--`, behind which no word is an option.
    case end
  }

  /// Creates a reader of options; where two have the same name, the first one is meant.
  package init(_ inputs: [CommandInput]) {
    self.inputs = inputs
    places.reserveCapacity(inputs.count * 2)
    for (place, input) in inputs.enumerated() { note(input.names, place) }
    for (place, input) in inputs.enumerated() { note(input.aliases, place) }
  }

  private mutating func note(_ names: [String], _ place: Int) {
    for name in names where places[name] == nil { places[name] = place }
  }

  /// Removes the next part from the words; nil if none is left.
  package func next(in words: inout ArraySlice<String>) -> Part? {
    guard let word = words.popFirst() else { return nil }
    if word == "--" { return .end }
    guard word.hasPrefix("-"), word != "-" || places[word] != nil else { return .argument(word) }
    let equals = word.hasPrefix("--") ? word.firstIndex(of: "=") : nil
    let name = String(word[..<(equals ?? word.endIndex)])
    let value = equals.map { String(word[word.index(after: $0)...]) }
    guard let place = places[name] else {
      if value == nil, name.hasPrefix("--no-"), let place = places["--" + name.dropFirst(5)],
        inputs[place].isDeniable
      {
        return .denial(place)
      }
      return .unknown(word)
    }
    let input = inputs[place]
    if value != nil { return .option(place, value: value) }
    if input.valueName == nil {
      let isFollowed = input.followingWord != nil && words.first == input.followingWord
      return .option(place, value: isFollowed ? words.removeFirst() : nil)
    }
    guard let next = words.first, input.takesDashes || !next.hasPrefix("--") else {
      return .valueless(place)
    }
    return .option(place, value: words.removeFirst())
  }
}
