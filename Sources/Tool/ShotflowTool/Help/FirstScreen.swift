internal import Sessions
internal import Terminal

/// The answer to the program's name alone: a sentence, commands to copy, and the commands by purpose.
///
/// Commands that other programs and scripts use are in the list of all commands only.
struct FirstScreen {
  private let name: String
  private let style: Style

  init(of tool: Tool) {
    name = tool.name
    style = tool.style
  }

  /// Commands that work on the reader's own pictures, and change nothing.
  static let examples = [
    ("find --screenshots --within 7d", "last week's screenshots"),
    ("find --videos --sort -fileSize --limit 20", "the 20 biggest videos"),
    ("albums", "albums, with counts"),
    ("duplicates", "files that are there twice"),
    ("organise --to ~/Sorted --dry-run", "sort by month, as a trial"),
    ("pick", "choose, and print paths"),
    ("watch recent", "ask about new screenshots"),
  ]

  /// The commands of every day; a word that is no command is a rule that ships.
  static let everyday = [
    "import", "find", "pick", "show", "albums", "duplicates", "similar", "organise", "rename",
    "export", "damaged", "sheet", "upload", "undo",
  ]

  /// The other commands by purpose.
  static let groups = [
    ("rules", ["run", "new", "check", "test", "explain", "why", "rules", "plugins"]),
    ("libraries", ["libraries", "browse", "sample", "cache"]),
    ("watches", ["watch", "service", "auth", "ledger", "config"]),
    ("help", ["stages", "fields", "doctor", "completions"]),
  ]

  /// The purposes of rules that ship, listed so that no rule file has to be read.
  static let rules = [
    "import": "Copy what is new on cards and phones into the library.",
    "duplicates": "List files that are there twice, move or trash them.",
    "similar": "List pictures that look alike, move or trash them.",
    "organise": "Sort files into folders by date, album or any field.",
    "rename": "Give files names made of their dates or other fields.",
    "export": "Make copies, smaller, in other formats, without the place.",
    "damaged": "List empty, cut and unreadable files, move them away.",
    "sheet": "Make a contact sheet, a page of small pictures.",
    "upload": "Send files to a server, each once.",
  ]

  /// The greatest length of a command's purpose, in characters.
  static let width = 60

  var text: String {
    let start = """
      \(name) finds, picks, sorts and exports photos, by commands or rules in Lua.

      \(style.bold("On your pictures, as they are"))

      """
    let examples = Self.examples.map { ("\(name) \($0)", $1) }
    let width = examples.map(\.0.count).max() ?? 0
    let everyday = Self.everyday.map { ($0, Self.purpose(of: $0)) }
    let groups = Self.groups.map { ($0, $1.joined(separator: ", ")) }
    return start + Self.rows(examples, width: width)
      + "\n\(style.bold("Everyday"))\n" + Self.rows(everyday, width: 12)
      + "\n\(style.bold("Further commands"))\n" + Self.rows(groups, width: 12) + """

        "\(name) help COMMAND" explains a command; "\(name) help all" lists the
        others, and topics such as dates and places.

        """
  }

  /// Returns the purpose of a command or a rule that ships; empty for any other word.
  static func purpose(of word: String) -> String {
    Command.named(word)?.text.summary ?? rules[word] ?? ""
  }

  private static func rows(_ rows: [(String, String)], width: Int) -> String {
    rows.map { word, purpose in
      "  \(word)\(String(repeating: " ", count: max(0, width - word.count)))  \(purpose)\n"
    }.joined()
  }
}
