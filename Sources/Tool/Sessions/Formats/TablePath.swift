internal import Acting
internal import Pipeline
internal import Platform
internal import Terminal

/// A path as a table shows it: from `~` on where it is in the user's home, and with its whole file
/// name where that fits.
struct TablePath: Equatable, Sendable {
  static let member = MemberPath(Field.path.name)
  static let filename = MemberPath(Field.filename.name)

  /// The whole path; no character of it controls the terminal.
  let text: String

  init(_ path: String) {
    text = TerminalText.escaped(CommonFolder.name(of: Array(path.utf8)))
  }

  /// Creates the path of a record, behind the file name where that is another one, as in a Photos
  /// library; the file name alone without a path.
  init(of record: JSONElement) {
    let name = Self.filename.cell(of: record)?.text()
    guard let path = Self.member.cell(of: record)?.text() else {
      text = TerminalText.escaped(name ?? "")
      return
    }
    let place = TablePath(path).text
    guard let name, !path.hasSuffix("/\(name)") else {
      text = place
      return
    }
    text = "\(TerminalText.escaped(name)) \(place)"
  }

  /// Creates the path to which a stage copied or moved the file of a record, else its path; nil
  /// without one.
  init?(placeOf record: JSONElement) {
    let made = Self.act(on: record)?[first: "path"]?.string
    guard let path = made ?? Self.member.cell(of: record)?.text() else { return nil }
    self.init(path)
  }

  /// Returns the last act by which the file of a record has a place; nil for none.
  static func act(on record: JSONElement) -> JSONElement? {
    let acts = record[last: "acts"].map { Array($0.elements) } ?? []
    return acts.last { $0[first: "path"] != nil }
  }

  private init(shown text: Substring) { self.text = String(text) }

  /// Returns the folder of a record's file; nil if the file has another name than the record there.
  func folder(in record: JSONElement) -> TablePath? {
    guard let name = Self.filename.cell(of: record).map({ TerminalText.escaped($0.text()) }) else {
      return nil
    }
    if text == name { return TablePath(shown: ".") }
    guard let slash = text.lastIndex(of: "/"), text[slash...] == "/\(name)" else { return nil }
    return TablePath(shown: slash == text.startIndex ? "/" : text[..<slash])
  }

  /// Returns the path; one that is too wide lacks its first folders.
  func fitted(toEndIn width: Int) -> String {
    if TerminalText.columns(of: text) <= width { return text }
    var rest = text[...]
    while let slash = rest.dropFirst().firstIndex(of: "/") {
      rest = rest[slash...]
      let shown = "…\(rest)"
      if TerminalText.columns(of: shown) <= width { return shown }
    }
    return TerminalText.shortened(rest.startIndex == text.startIndex ? text : "…\(rest)", to: width)
  }

  /// Returns the path; one that is too wide lacks the middle of its folders.
  func fitted(to width: Int) -> String { Self.shortened(text, to: width) }

  /// Returns the path; one that is too wide begins where it differs from another one.
  func fitted(to width: Int, from other: TablePath) -> String {
    guard TerminalText.columns(of: text) > width, self != other else { return fitted(to: width) }
    let shared = zip(text, other.text).prefix { $0 == $1 }.count
    let start = text.prefix(shared).lastIndex(of: "/") ?? text.startIndex
    return Self.shortened("…" + text[start...], to: width)
  }

  /// Returns the path as it is read beside another one: if both would look alike, it begins where
  /// they differ.
  func fitted(to width: Int, beside other: TablePath?) -> String {
    let short = fitted(to: width)
    guard let other, other.fitted(to: width) == short else { return short }
    return fitted(to: width, from: other)
  }

  private static func shortened(_ text: String, to width: Int) -> String {
    guard TerminalText.columns(of: text) > width, let slash = text.lastIndex(of: "/") else {
      return TerminalText.shortened(text, to: width)
    }
    let (folders, name) = (String(text[..<slash]), String(text[slash...]))
    let room = width - TerminalText.columns(of: name)
    if room > 0 { return TerminalText.shortened(folders, to: room) + name }
    // A name behind a bare slash would look like a file in the root.
    return TerminalText.shortened(folders.isEmpty ? name : "…" + name, to: width)
  }
}
