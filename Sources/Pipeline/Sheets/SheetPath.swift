internal import Platform

/// The path of a sheet in the rule: below the folder of `--out` or the home folder, or absolute.
struct SheetPath: Hashable, Sendable {
  let text: String

  private enum Anchor {
    case output, home, root
  }

  private let anchor: Anchor
  private let names: [String]

  /// Reads the option `to`; if it is invalid, adds a problem to the arguments and returns nil.
  init?(_ arguments: inout StageArguments) {
    let isSound = arguments.isSound
    guard let text = arguments.text("to") else {
      if isSound, arguments.isSound {
        arguments.note(
          "sheet names the folder that it makes, such as \(ContactSheet.description.example)",
          token: ContactSheet.description.name)
      }
      return nil
    }
    self.text = text
    anchor = text.hasPrefix("/") ? .root : text == "~" || text.hasPrefix("~/") ? .home : .output
    var names = text.pathNames.map(String.init).filter { $0 != "." }
    if anchor == .home { names.removeFirst() }
    self.names = names
    if names.isEmpty {
      arguments.note("to names no folder; write one, such as \"sheet\"", token: "to")
    } else if names.contains("..") {
      arguments.note("to leads out of its folder by \"..\"; name the folder", token: "to")
    } else if text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
      arguments.note("to has control characters", token: "to")
    } else if text.contains("{") {
      arguments.note(
        "a sheet is one folder for all pictures, so to has no fields in braces", token: "to")
    } else {
      return
    }
    return nil
  }

  /// True if the path begins at the folder that the user names with `--out`.
  var isInOutput: Bool { anchor == .output }

  /// The absolute path; nil below the folder of `--out`, or if `HOME` is not an absolute path.
  var fixedPath: String? {
    switch anchor {
    case .output: nil
    case .home:
      getenv("HOME").map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 + joined : nil }
    case .root: joined
    }
  }

  /// The path of the folder above, which may contain links; nil without a ``fixedPath``.
  var fixedParent: String? {
    guard let path = fixedPath, let slash = path.lastIndex(of: "/") else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The text without needless slashes and dots.
  var plainText: String {
    switch anchor {
    case .output: names.joined(separator: "/")
    case .home: "~" + joined
    case .root: joined
    }
  }

  /// Returns the target for a run. Below the user's folder no link is followed; a rule's folder is
  /// the one to which it led when the user permitted it. Throws ``OutputProblem`` if the user named
  /// no folder, or did not permit that one.
  func target(in context: RunContext) throws(OutputProblem) -> SheetTarget {
    guard anchor == .output else {
      guard let parent = fixedParent else {
        throw .notWritable("sheet goes below ~, and HOME is not set to an absolute path")
      }
      guard let path = context.path(of: parent) else {
        throw .notWritable("sheet was not permitted to use \"\(parent)\"")
      }
      return SheetTarget(base: parent, names.suffix(1), permitted: path)
    }
    guard let folder = context.output.folder else {
      throw .notNamed(
        "sheet puts its folder into another; name that on the command line: --out FOLDER")
    }
    return SheetTarget(base: folder, names)
  }

  private var joined: String { names.map { "/" + $0 }.joined() }
}
