/// The pictures folder that the user of a desktop configured in `user-dirs.dirs`. The file is
/// parsed as xdg-user-dirs does: lines `XDG_PICTURES_DIR="$HOME/Bilder"` or
/// `XDG_PICTURES_DIR="/srv/pictures"`. A backslash escapes the next character. The last line
/// counts, all others are ignored. `"$HOME/"` means that there is no such folder.
struct UserDirectories {
  let pictures: String?

  init(_ text: String, home: String) {
    var found: Substring?
    for line in text.split(whereSeparator: { $0 == "\n" || $0 == "\r\n" }) {
      if let value = Self.value(of: "XDG_PICTURES_DIR", in: line) { found = value }
    }
    pictures = found.flatMap { Self.path($0, home: home) }
  }

  /// Returns the text after the opening quote; nil for a line of another form.
  private static func value(of name: String, in line: Substring) -> Substring? {
    var rest = skippingSpace(line)
    guard rest.hasPrefix(name) else { return nil }
    rest = skippingSpace(rest.dropFirst(name.count))
    guard rest.hasPrefix("=") else { return nil }
    rest = skippingSpace(rest.dropFirst())
    guard rest.hasPrefix("\"") else { return nil }
    rest = rest.dropFirst()
    return rest.hasPrefix("/") || rest == "$HOME\"" || rest.hasPrefix("$HOME/") ? rest : nil
  }

  private static func path(_ value: Substring, home: String) -> String? {
    let isRelative = value.hasPrefix("$HOME")
    var rest = isRelative ? value.dropFirst("$HOME".count) : value
    var path = isRelative ? home : ""
    while let character = rest.popFirst(), character != "\"" {
      if character == "\\", let escaped = rest.popFirst() {
        path.append(escaped)
      } else {
        path.append(character)
      }
    }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path == home ? nil : path
  }

  private static func skippingSpace(_ text: Substring) -> Substring {
    text.drop { $0 == " " || $0 == "\t" }
  }
}
