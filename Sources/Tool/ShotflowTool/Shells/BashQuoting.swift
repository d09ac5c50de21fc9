internal import Platform

/// The kind of quoting in bash before the next character of a word.
package enum BashQuoting: Hashable, Sendable {
  case none
  /// After a backslash outside of quotes.
  case escape
  case single
  case double
  case doubleEscape
  /// Between `$'` and `'`.
  case ansi
  case ansiEscape

  /// The characters that a backslash escapes between double quotes.
  static let specialInDouble = "$`\"\\".unicodeScalars

  /// Returns the text to insert, so that bash reads each character literally; nil if that is
  /// impossible, or if it would contain characters that mislead a terminal.
  package func typed(_ text: String) -> String? {
    let scalars = text.unicodeScalars
    guard let first = scalars.first else { return isEscape ? nil : "" }
    let rest = String(String.UnicodeScalarView(scalars.dropFirst()))
    switch self {
    case .none: return Self.plain(text)
    case .escape:
      guard !first.misleadsTerminals, let others = Self.plain(rest) else { return nil }
      return String(first) + others
    case .single:
      guard Self.isShown(text) else { return nil }
      return Self.closed(text.escaping(["'": "'\\''"]), "'")
    case .double:
      guard Self.isShown(text) else { return nil }
      return Self.closed(scalars.map { Self.inDouble($0) }.joined(), "\"")
    case .doubleEscape:
      guard Self.specialInDouble.contains(first), Self.isShown(text) else { return nil }
      return Self.closed(
        String(first) + rest.unicodeScalars.map { Self.inDouble($0) }.joined(), "\"")
    case .ansi: return Self.closed(scalars.map { Self.inAnsi($0) }.joined(), "'")
    case .ansiEscape: return nil
    }
  }

  /// Returns the text; if its last character is the quote, with another one that closes it, which
  /// readline otherwise adds.
  private static func closed(_ text: String, _ quote: Unicode.Scalar) -> String {
    text.unicodeScalars.last == quote ? text + String(quote) : text
  }

  /// Returns true for a text that needs no `$'…'`. Of several texts the shell inserts the common
  /// start, which within `$'…'` could end inside an escape.
  package static func isShown(_ text: String) -> Bool {
    !text.unicodeScalars.contains(where: \.misleadsTerminals)
  }

  private var isEscape: Bool {
    switch self {
    case .escape, .doubleEscape, .ansiEscape: true
    case .none, .single, .double, .ansi: false
    }
  }

  private static func plain(_ text: String) -> String? {
    var result = ""
    var isAnsi = false
    for scalar in text.unicodeScalars {
      if scalar.misleadsTerminals != isAnsi {
        result += isAnsi ? "'" : "$'"
        isAnsi.toggle()
      }
      if isAnsi {
        result += inAnsi(scalar)
      } else {
        if scalar.isASCII, !isHarmless(scalar) { result += "\\" }
        result.unicodeScalars.append(scalar)
      }
    }
    return isAnsi ? result + "'" : result
  }

  private static func inDouble(_ scalar: Unicode.Scalar) -> String {
    // History expansion applies between double quotes too, and a backslash before it would stay.
    if scalar == "!" { return "\"'!'\"" }
    return specialInDouble.contains(scalar) ? "\\\(scalar)" : String(scalar)
  }

  private static func inAnsi(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\t": return "\\t"
    case "'", "\\": return "\\\(scalar)"
    case _ where !scalar.misleadsTerminals: return String(scalar)
    default:
      return UTF8.encode(scalar).map { bytes in
        bytes.map { byte in (byte < 0x10 ? "\\x0" : "\\x") + String(byte, radix: 16) }.joined()
      } ?? ""
    }
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: "_@+:,./-=%".unicodeScalars.contains(scalar)
    }
  }
}
