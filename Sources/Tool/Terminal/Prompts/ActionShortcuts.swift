package import Pipeline

/// The letters for an offer's actions on a terminal: the first letter of the name that is still
/// free, else the first free one of the alphabet.
package struct ActionShortcuts {
  private(set) var letters: [(letter: UInt8, action: OfferAction)] = []
  private let acceptLabel: String?

  private static let refusing = Array("qn".utf8)

  /// Assigns the letters; `taken` have another meaning for this question.
  package init(_ offer: Offer, taken: [UInt8] = []) {
    acceptLabel = offer.acceptLabel
    var taken = Self.refusing + taken
    for action in offer.actions {
      let wanted = action.name.lowercased().utf8 + Array("abcdefghijklmnopqrstuvwxyz".utf8)
      let letter = wanted.first { letter in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) && !taken.contains(letter)
      }
      guard let letter else { continue }
      taken.append(letter)
      letters.append((letter, action))
    }
  }

  /// Returns the action of a letter; nil if it has none.
  package func action(of letter: UInt8) -> OfferAction? {
    letters.first { $0.letter == letter }?.action
  }

  /// Returns a colon and the label of the answer's action, as in `taken: Send`; empty without one.
  package func summary(_ answer: OfferAnswer) -> String {
    letters.first { $0.action.name == answer.action }.map { ": \($0.action.label)" } ?? ""
  }

  /// The explained keys for a question about one asset.
  package var ofOne: QuestionLine.Keys { words("it", [], []) }

  /// The explained keys for a question about several assets.
  package var ofSeveral: QuestionLine.Keys { words("all", ["c chooses"], ["c"]) }

  private func words(
    _ what: String, _ explained: [String], _ short: [String]
  ) -> QuestionLine.Keys {
    let keys = letters.map { (String(UnicodeScalar($0.letter)), $0.action.label) }
    return QuestionLine.Keys(
      ["Return" + (acceptLabel.map { ": \($0)" } ?? " takes \(what)")]
        + keys.map { "\($0): \($1)" } + explained,
      ["Return"] + keys.map(\.0) + short, what)
  }
}
