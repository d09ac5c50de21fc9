/// A rule is watched on that library by another process.
struct WatchHeld: Error, CustomStringConvertible {
  let rule: String
  let library: String
  /// The process; nil where it did not say.
  let process: Int?

  var description: String {
    let who = process.map { "process \($0)" } ?? "another process"
    return "\(who) watches \"\(library)\" with \(rule) already"
  }
}
