internal import Media

/// A recogniser of the names that systems and tools give to screenshots.
///
/// The rule: the name opens with a word for a screenshot in some language (a prefix such as `Copy
/// of ` may precede it), and a separator, a digit, a bracket, a dot or the end follows. After words
/// that also have other meanings (`Captura`, `Annotation`, …) a date has to follow. Without an
/// opening word only a few forms count: a date followed by `_scrot`, `_grim` or `_hyprshot`, by a
/// title as in Greenshot's names, or by the word where a language's preposition follows;
/// Flameshot's bare date; and `… Screenshot 2024.01.01 - 12.00.00.01` (NVIDIA). A folder's name or a sentence that mentions a
/// screenshot does not count. The extension is ignored: the caller knows that the file is a
/// picture.
///
/// Sources: the translations in gnome-screenshot 41, GNOME Shell 43, MATE 1.26, xfce4-screenshooter
/// 1.10 and Kazam 1.4; the patterns of Spectacle, Flameshot, scrot, grim and ksnip; names in public
/// repositories.
package enum ScreenshotName {
  /// Returns the system or tool that gives files such a name, without a folder; nil for others.
  package static func match(_ name: UnsafeRawBufferPointer) -> Origin? {
    let name = NameBytes(name)
    let start = CopyPrefix.end(in: name)
    if name.isDigit(start) { return dated(name, start) }
    let found = phrase(in: name, at: start) { rule, end in
      switch rule {
      case .word, .english, .fixed: endsWord(name, end)
      case .dated: hasDate(name, end, .day)
      case .timed: hasDate(name, end, .second)
      }
    }
    guard let found else { return middle(name, start) }
    switch found.value {
    case .word: return origin(name, found.end, isEnglish: false)
    case .english: return origin(name, found.end, isEnglish: true)
    case .fixed(let origin), .dated(let origin), .timed(let origin): return origin
    }
  }

  /// Returns true if the name ends at `index`, or a separator, digit, bracket or dot follows.
  static func endsWord(_ name: NameBytes, _ index: Int) -> Bool {
    switch name[index] {
    case 0, 0x30...0x39: true
    case UInt8(ascii: " "), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: ","), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "+"),
      UInt8(ascii: "~"), UInt8(ascii: "@"), UInt8(ascii: "#"):
      true
    // Dashes U+2013 and U+2014 and the wide bracket U+FF08.
    case 0xE2:
      name.afterSpace(index) != nil
        || name[index + 1] == 0x80 && (name[index + 2] == 0x93 || name[index + 2] == 0x94)
    case 0xEF: name[index + 1] == 0xBC && name[index + 2] == 0x88
    default: name.afterSpace(index) != nil
    }
  }

  /// Returns true if a date of at least `precision` follows, after up to six separators.
  static func hasDate(
    _ name: NameBytes, _ index: Int, _ precision: FilenameDate.Precision
  ) -> Bool {
    let start = FilenameTime.skippingGap(name, index)
    guard let (date, _) = FilenameDate.starting(at: start, in: name) else { return false }
    return date.precision >= precision
  }

  private static func dated(_ name: NameBytes, _ start: Int) -> Origin? {
    guard let (date, end) = FilenameDate.starting(at: start, in: name), date.precision > .day
    else { return nil }
    let stemEnd = name.stemEnd
    let isSeparated = name[start + 4] == UInt8(ascii: "-")
    if name.has("_scrot", at: stemEnd - 6) { return .scrot }
    if name.has("_grim", at: end), end + 5 == stemEnd { return .grim }
    if name.has("_hyprshot", at: end), end + 9 == stemEnd { return .hyprshot }
    if date.precision == .minute {
      let isBare =
        isSeparated && end == stemEnd && end - start == 16
        && name[start + 10] == UInt8(ascii: "_") && name.has(".png", at: end)
      return isBare ? .flameshot : nil
    }
    if isSeparated, name[start + 13] == UInt8(ascii: "_"), name[end] == UInt8(ascii: "-") {
      return .greenshot
    }
    guard end < stemEnd, name[end] >= 0x80 || name.afterSpace(end) != nil,
      let tail = tails.longest(in: name, at: name.skippingSpaces(end)),
      endsWord(name, tail.end)
    else { return nil }
    return tail.value
  }

  /// Returns the origin of a name that begins with other text, such as NVIDIA's; nil for others.
  private static func middle(_ name: NameBytes, _ start: Int) -> Origin? {
    if name.has("screencapture-", at: start) { return pageCapture(name) }
    var index = start + 1
    while index + 32 < name.count {
      if name.buffer[index] | 0x20 == UInt8(ascii: "s"), name.has("screenshot ", at: index) {
        let date = index + 11
        guard name.afterSpace(index - 1) == index, name[date + 4] == UInt8(ascii: "."),
          name.has(" - ", at: date + 10), FilenameDate.starting(at: date, in: name) != nil
        else { return nil }
        return .nvidia
      }
      index += 1
    }
    return nil
  }

  /// Reads `screencapture-example-com-2024-01-01-12_00_00`, or 13 digits at the end; else nil.
  private static func pageCapture(_ name: NameBytes) -> Origin? {
    let stemEnd = name.stemEnd
    if let (date, range) = FilenameDate.first(in: name) {
      return date.precision >= .second && range.upperBound == stemEnd ? .fullPageCapture : nil
    }
    return name[stemEnd - 14] == UInt8(ascii: "-") && name.digitRun(stemEnd - 13) == 13
      ? .fullPageCapture : nil
  }
}
