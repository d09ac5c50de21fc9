/// The administrator's restrictions of rules, which the user can't lift.
///
///     # comment
///     restrict library /srv/archive
///     restrict capability exec
///     restrict rules
///
/// A library is restricted if it is the named folder, is in it, or contains it. `restrict rules`
/// forbids all capabilities and all libraries that rules name themselves.
package struct Policy: Hashable, Sendable {
  private struct Line: Hashable, Sendable {
    let number: Int
    let what: Subject
  }

  private enum Subject: Hashable, Sendable {
    case library(String)
    case capability(Capability)
    case rules
  }

  private let path: String
  private var lines: [Line] = []

  /// - Throws: ``FileProblem`` for a line that can't be parsed, as it may forbid something.
  init(_ text: String, path: String) throws(FileProblem) {
    self.path = path
    for (place, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      guard first == "restrict", let what = Self.what(words.dropFirst().map(String.init)) else {
        throw FileProblem("line \(place + 1) is not understood")
      }
      lines.append(Line(number: place + 1, what: what))
    }
  }

  private static func what(_ words: [String]) -> Subject? {
    switch (words.first, words.count) {
    case ("library", 2) where words[1].hasPrefix("/"):
      // The policy may name a link's target.
      .library((try? LibraryPath(words[1], home: nil))?.path ?? words[1])
    case ("capability", 2): Capability(rawValue: words[1]).map(Subject.capability)
    case ("rules", 1): .rules
    default: nil
    }
  }

  /// Returns the restriction with its line; nil if the policy does not forbid the target. `isOwn`
  /// is true if the rule requests it, and false if the user named it.
  package func restriction(of target: PermissionTarget, isOwn: Bool) -> Restriction? {
    lines.first { line in
      switch (line.what, target) {
      case (.rules, _): isOwn
      case (.library(let forbidden), .library(let path)):
        Self.holds(forbidden, path) || Self.holds(path, forbidden)
      case (.capability(let forbidden), .capability(let capability)): forbidden == capability
      default: false
      }
    }.map { .policy("\(path):\($0.number)") }
  }

  private static func holds(_ folder: String, _ path: String) -> Bool {
    let folder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    return path.utf8.elementsEqual(folder.utf8) || path.utf8.starts(with: (folder + "/").utf8)
  }
}
