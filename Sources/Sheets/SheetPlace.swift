internal import Platform

/// The folder that a sheet is to be, as the rule names it.
///
/// A path from the folder that `--out` names, from the home folder (`~/`), or an absolute one.
struct SheetPlace: Hashable, Sendable {
  let text: String

  private enum Anchor {
    case output, home, root
  }

  private let anchor: Anchor
  private let names: [String]

  /// Reads `to`; notes what is wrong with it.
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
    var names = text.split(separator: "/").map(String.init).filter { $0 != "." }
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

  /// Whether the user names where it begins, by `--out`.
  var isInOutput: Bool { anchor == .output }

  /// The absolute path; nil for one that the user names.
  var fixedPath: String? {
    switch anchor {
    case .output: nil
    case .home: getenv("HOME").map { String(cString: $0) + joined }
    case .root: joined
    }
  }

  /// The text without needless slashes and dots.
  var plainText: String {
    switch anchor {
    case .output: names.joined(separator: "/")
    case .home: "~" + joined
    case .root: joined
    }
  }

  /// The place for a run. Below the folder that the user names no link is followed; those that the rule
  /// writes out may be links.
  ///
  /// - Throws: ``OutputProblem`` where the user named no folder.
  func target(in context: RunContext) throws(OutputProblem) -> SheetTarget {
    guard anchor == .output else {
      guard let path = fixedPath, path.hasPrefix("/"), let slash = path.lastIndex(of: "/") else {
        throw .notWritable("sheet goes below ~, and HOME is not set to an absolute path")
      }
      return SheetTarget(base: String(path[..<slash]), names.suffix(1))
    }
    guard let folder = context.outputFolder else {
      throw .notNamed(
        "sheet puts its folder into another; name that on the command line: --out FOLDER")
    }
    return SheetTarget(base: folder, names)
  }

  private var joined: String { names.map { "/" + $0 }.joined() }
}
