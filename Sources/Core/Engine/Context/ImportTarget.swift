/// The library that a run imports into, for a rule with `options { imports = true }`, whose plain
/// arguments name what is read.
package struct ImportTarget: Sendable, Hashable {
  /// The paths of the libraries in which imported files may be already; the first gets the new ones.
  /// Empty if the user named none, and none was found.
  package let libraries: [String]
  /// True if it is the library that commands use which name none.
  package let isOwn: Bool
  /// True if the command line names it, so that a missing folder is made.
  package let isTyped: Bool

  package init(_ libraries: [String], isOwn: Bool = false, isTyped: Bool = false) {
    (self.libraries, self.isOwn, self.isTyped) = (libraries, isOwn, isTyped)
  }
}
