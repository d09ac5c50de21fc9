/// A rule is watched on that library by another process.
package struct WatchHeld: Error, CustomStringConvertible {
  package let rule: String
  package let library: String
  /// The process; nil where it did not say.
  package let process: Int?

  package init(rule: String, library: String, process: Int?) {
    self.rule = rule
    self.library = library
    self.process = process
  }

  package var description: String {
    let who = process.map { "process \($0)" } ?? "another process"
    return "\(who) watches \"\(library)\" with \(rule) already"
  }
}
