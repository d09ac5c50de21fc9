internal import Media

/// The names of copies: `IMG (copy).jpg`, `IMG(1).jpg`, `IMG copy 2.jpg`, `Copy of IMG.jpg`, as
/// file managers, browsers and phones write them. A copy of a copy has several such suffixes. A
/// plain number after a space, as in `IMG 2.jpg`, is weak evidence, as users write it, too.
package enum CopyName {
  private static let copyMark = 2
  private static let weakMark = 1
  private static let mostMarks = 8

  /// Returns a score for how likely the name is that of a copy: 2 for each suffix and a prefix, 1
  /// for a number alone, 0 without any sign.
  package static func certainty(of name: UnsafeRawBufferPointer) -> Int {
    let bytes = NameBytes(name)
    let prefix = CopyPrefix.end(in: bytes)
    var certainty = prefix > 0 ? copyMark : 0
    var stem = Substring(
      String(decoding: name[min(prefix, bytes.stemEnd)..<bytes.stemEnd], as: UTF8.self))
    for _ in 0..<mostMarks {
      guard let shorter = withoutMark(stem) else { break }
      certainty += copyMark
      stem = shorter
    }
    return certainty == 0 && endsInNumber(stem) ? weakMark : certainty
  }

  /// Returns the stem without one copy suffix; nil if it has none.
  private static func withoutMark(_ stem: Substring) -> Substring? {
    let shorter = stem.last == ")" ? withoutBrackets(stem) : withoutWords(stem)
    guard let shorter = shorter.map(trimmed), !shorter.isEmpty else { return nil }
    return shorter
  }

  /// Removes a suffix in brackets: `IMG (2)`, `IMG(1)`, `IMG (copy)`, `IMG (3rd copy)`; else nil.
  private static func withoutBrackets(_ stem: Substring) -> Substring? {
    guard let open = stem.lastIndex(of: "(") else { return nil }
    let words = stem[stem.index(after: open)...].dropLast().split(separator: " ")
    let isMark =
      words.count == 1 && isSmallNumber(words[0])
      || (1...3).contains(words.count) && words.contains(where: isCopyWord)
    return isMark ? stem[..<open] : nil
  }

  /// Removes a suffix of words: `IMG copy`, `IMG copy 2`, `IMG - Copy`, `IMG_copy`; nil for others.
  private static func withoutWords(_ stem: Substring) -> Substring? {
    var rest = stem
    var last = lastWord(of: rest)
    if isSmallNumber(last) {
      rest = trimmed(rest.dropLast(last.count))
      last = lastWord(of: rest)
    }
    return isCopyWord(last) ? rest.dropLast(last.count) : nil
  }

  private static func endsInNumber(_ stem: Substring) -> Bool {
    let number = stem.reversed().prefix { $0.isASCII && $0.isNumber }.count
    guard number == 1 || number == 2 else { return false }
    let before = stem.dropLast(number)
    return before.last == " " && !trimmed(before).isEmpty
  }

  private static func lastWord(of stem: Substring) -> Substring {
    let start = stem.lastIndex(where: isSeparator).map(stem.index(after:)) ?? stem.startIndex
    return stem[start...]
  }

  private static func trimmed(_ stem: Substring) -> Substring {
    var stem = stem
    while let last = stem.last, isSeparator(last) { stem.removeLast() }
    return stem
  }

  private static func isSeparator(_ character: Character) -> Bool {
    character == " " || character == "-" || character == "_"
  }

  /// Returns true for a number of up to three digits; four are a year.
  private static func isSmallNumber(_ word: Substring) -> Bool {
    (1...3).contains(word.count) && word.allSatisfy { $0.isASCII && $0.isNumber }
  }

  private static func isCopyWord(_ word: Substring) -> Bool {
    copyWords.contains(word.lowercased())
  }

  private static let copyWords: Set<String> = [
    "copy", "kopie", "kopia", "kopi", "kopya", "kopio", "copie", "copia", "cópia", "másolat",
    "копия", "копія", "αντίγραφο", "コピー", "副本", "拷贝", "複製", "복사본",
  ]
}

/// The words that systems put before the name of a copied or resized file.
enum CopyPrefix {
  /// Returns the index after all such prefixes that a name begins with; zero if there are none.
  static func end(in name: NameBytes) -> Int {
    // The first letters of the prefixes below; most names have others.
    switch name.lower(0) {
    case UInt8(ascii: "c"), UInt8(ascii: "e"), UInt8(ascii: "k"), UInt8(ascii: "r"), 0x80...: break
    default: return 0
    }
    var index = 0
    // Copies of copies exist, but hardly more than four levels.
    for _ in 0..<4 {
      guard let prefix = prefixes.longest(in: name, at: index) else { return index }
      index = prefix.end
    }
    return index
  }

  /// The prefixes of Windows, Google Drive and macOS for copies, and of Samsung for small pictures.
  private static let prefixes = PhraseTrie<Void>([
    (
      [
        "Copy of ", "Copy (2) of ", "Copy (3) of ", "Kopie von ", "Copie de ", "Copia di ",
        "Copia de ", "Cópia de ", "Kopie van ", "Kopia ", "Kopi af ", "Kopi av ", "Kopi ",
        "Kopie ", "Копия ", "Копія ", "副本 ", "コピー ", "Kopya ", "Resized_", "Edited_",
      ], ()
    )
  ])
}
