package import LuaBridge
internal import Pipeline
internal import Terminal

/// A new rule that is to be written: its file's path and its text.
package struct RuleDraft {
  package let path: String
  /// The folder of rules, created if missing; nil for a path that the user named.
  private let folder: String?
  /// The rule's name or path, quoted for a shell.
  package let shellWords: String

  /// The start of a rule to edit, with comments that explain its parts.
  private static let start = """
    -- Say here what the rule is for. Lines that begin with -- are comments.

    -- Each name becomes an option of the command line, such as --limit 3.
    local o = options {
      album = { "smartAlbumUserLibrary", "the album: its subtype, path or title" },
      limit = { 10, "how many at most", at_least(1) },
    }

    return pipeline {
      about = "Lists the newest pictures of an album.",
      source { album = o.album },
      -- The tests of a table are fast. All fields: shotflow fields
      filter { mediaType = "image", sortedBy = "-creationDate", limit = o.limit },
      -- A function can look at everything:
      -- filter(function(asset) return asset.pixelWidth > asset.pixelHeight end),
      -- More stages, all of them: shotflow stages
      -- dedupe { keep = "best" },
      -- Each picture once, in all runs; limit then stands in a filter behind it:
      -- dedupe { memory = "new" }, filter { limit = o.limit },
      -- load { size = { 150, 150 } },
    }

    """

  /// Chooses the file's path. `name` is a name, or a path, with a slash or the ending `.lua`;
  /// `folders` are searched for rules by name. Throws ``UsageProblem`` for an invalid name.
  package init(_ name: String, in folders: RuleFolders) throws(UsageProblem) {
    guard RuleFolders.isName(name) else {
      guard name != RuleSubject.inputWord, !name.isEmpty, !name.hasSuffix("/") else {
        throw UsageProblem("a rule is a name such as trip, or a path such as ./trip.lua")
      }
      path = name
      folder = nil
      shellWords = "\(ShellWord.path(name))"
      return
    }
    guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }),
      !name.hasPrefix("-")
    else { throw UsageProblem("a rule's name is letters, digits, - and _, not \"\(name)\"") }
    guard let own = folders.own else {
      throw UsageProblem("no home folder is known; name a path, such as ./\(name).lua")
    }
    path = "\(own)/\(name).lua"
    folder = own
    shellWords = "\(ShellWord(name))"
  }

  /// Returns the text of a new rule: that of the rule `model`, or without one an explained start.
  package static func text(from model: RuleFile?, toolName: String) -> String {
    if let model { return model.source }
    let text = start.replacing("shotflow", with: toolName)
    return "#!/usr/bin/env -S \(toolName) run\n\(text)"
  }

  /// Writes the file. Throws ``OutputProblem`` if it exists or can't be written,
  /// ``StateDirectoryError`` if its folder can't be made.
  package func write(_ text: String) throws {
    if let folder { try StateDirectories.make(folder: folder) }
    try NewFile.write(text, to: path)
  }
}
