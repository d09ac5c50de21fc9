// The standard library has normal forms in this interface alone; Foundation, which has them, too, is
// not linked.
@_spi(_Unicode) internal import Swift

/// Letters of Latin, Greek and Cyrillic script in those of ASCII, for names without others.
///
/// A Latin letter loses its marks, as "é" becomes "e". Greek follows ISO 843 without its marks, and
/// Cyrillic the system of BGN/PCGN for Russian, with those for Ukrainian, Belarusian, Serbian and
/// Macedonian for the letters that Russian lacks. Other scripts stay.
enum PlainLetters {
  private static let latin = "ß ss æ ae œ oe ø o đ d ð d þ th ł l ı i ŋ ng ħ h ŧ t ſ s ə e ĳ ij"
  private static let greek = """
    α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch \
    ψ ps ω o
    """
  private static let cyrillic = """
    а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh \
    ц ts ч ch ш sh щ shch ъ - ы y ь - э e ю yu я ya і i ї yi є ye ґ g ў w ђ dj ј j љ lj њ nj ћ c \
    џ dz ѓ gj ќ kj ѕ dz
    """

  /// The letters in their NFC forms, each with its plain form; "-" for one that is left out.
  private static let table: [Character: String] = {
    let words = [latin, greek, cyrillic].joined(separator: " ").split(separator: " ")
    let pairs = stride(from: 0, to: words.count, by: 2).map { place in
      (words[place].first ?? "-", words[place + 1] == "-" ? "" : String(words[place + 1]))
    }
    return Dictionary(pairs) { first, _ in first }
  }()

  /// Returns a small letter or a digit in ASCII; one of another script as it is, in its NFC form.
  static func plain(_ letter: Character) -> String {
    if letter.isASCII { return String(letter) }
    if let known = table[letter] { return known }
    guard let base = String(letter)._nfd.first(where: { _ in true }) else { return "" }
    if base.isASCII { return String(base) }
    if let known = table[Character(base)] { return known }
    return String(String.UnicodeScalarView(String(letter)._nfc))
  }
}
