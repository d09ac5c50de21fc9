/// A part of a statement that a declaration has: an expression, or what is behind `FROM`, `WHERE` or
/// `ORDER BY`.
///
/// It is put between parts of the engine's own, so it must not end the statement, a parenthesis that
/// it does not open, or a comment, and has no parameters.
struct CatalogueFragment {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  private static let longest = 20_000

  /// The reason to refuse the part, such as `is empty`; nil if it can be in a statement.
  var problem: String? {
    if text.utf8.count > Self.longest { return "is longer than \(Self.longest) bytes" }
    if text.allSatisfy(\.isWhitespace) { return "is empty" }
    var depth = 0
    var previous: UInt8 = 0
    var quote: UInt8?
    for byte in text.utf8 {
      defer { previous = byte }
      if byte == 0 { return "has a NUL" }
      if let open = quote {
        // A doubled quote closes and opens again.
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): quote = byte
      case UInt8(ascii: "["): quote = UInt8(ascii: "]")
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth < 0 { return "closes a parenthesis that it does not open" }
      case UInt8(ascii: ";"): return "has a \";\"; it is a part of one statement"
      case UInt8(ascii: "-") where previous == byte: return "has a comment; write it in Lua"
      case UInt8(ascii: "*") where previous == UInt8(ascii: "/"):
        return "has a comment; write it in Lua"
      case UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"):
        return "has a parameter, \"\(Character(UnicodeScalar(byte)))\""
      default: break
      }
    }
    if quote != nil { return "has a quote that is not closed" }
    return depth > 0 ? "has a parenthesis that is not closed" : nil
  }
}

extension CatalogueDeclaration {
  /// The first invalid part of the declaration, such as `assets.row`, and why; nil if all are
  /// valid.
  var problem: (subject: String, reason: String)? {
    for (subject, text) in fragments {
      if let text, let problem = CatalogueFragment(text).problem { return (subject, problem) }
    }
    for name in optional.keys.sorted() + optional.values.flatMap(\.self).sorted()
    where !Self.isPlainName(name) {
      return ("optional", "has the name \"\(name)\", which is not made of letters and digits")
    }
    for form in assets.sources.map(\.identifier) + albums.map(\.identifier) {
      guard let form, IdentifierForm(form) == nil else { continue }
      return (
        "identifier", "is a text and the form of a number, as in \"photo%08d\", not \"\(form)\""
      )
    }
    if assets.others.isEmpty == false, assets.sources.contains(where: { $0.identifier == nil }) {
      return ("assets", "of several tables need an identifier each, such as \"photo%08d\"")
    }
    for name in attached.map(\.name) where !Self.isName(name) {
      return ("attach", "has the name \"\(name)\", which is not made of letters")
    }
    return nil
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 40 && !["main", "temp"].contains(name.lowercased())
      && name.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
  }

  private var fragments: [(String, String?)] {
    var found: [(String, String?)] = [("version", version)]
    for assets in assets.sources {
      let versions = assets.versions
      found += assets.rows.fragments("assets")
      found += [
        ("assets.row", assets.row), ("assets.path", assets.path), ("assets.root", assets.root),
        ("assets.versions.unsaved", versions?.unsaved),
        ("assets.versions.edited", versions?.edited), ("assets.versions.shown", versions?.shown),
        ("assets.versions.pair", versions?.pair),
      ]
      for (name, column) in assets.allColumns {
        found += column.expressions.map { ("assets.fields.\(name)", $0) }
      }
    }
    for (name, list) in assets.allLists {
      let subject = "assets.lists.\(name)"
      found += list.rows.fragments(subject)
      found += [("\(subject).asset", list.asset), ("\(subject).value", list.value)]
    }
    for sort in albums {
      let subject = "albums.\(sort.kind)"
      found += sort.rows.fragments(subject)
      found += [
        ("\(subject).id", sort.id), ("\(subject).title", sort.title),
        ("\(subject).parent", sort.parent), ("\(subject).caption", sort.caption),
        ("\(subject).members.album", sort.members.album),
        ("\(subject).members.asset", sort.members.asset),
      ]
      found += sort.members.rows.fragments("\(subject).members")
    }
    if let roots {
      found += roots.rows.fragments("roots") + [("roots.id", roots.id), ("roots.path", roots.path)]
    }
    return found
  }
}

extension CatalogueDeclaration.Rows {
  fileprivate func fragments(_ subject: String) -> [(String, String?)] {
    [("\(subject).from", from), ("\(subject).where", condition), ("\(subject).order", order)]
  }
}
