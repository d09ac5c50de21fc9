/// Why a folder for state, cache or configuration can't be had.
package enum StateDirectoryError: Error, Hashable, Sendable {
  /// No home folder is known and `variable` does not stand in for it.
  case noHome(variable: String)
  /// The folder is not there and can't be made.
  case notCreated(path: String, reason: String)
}

extension StateDirectoryError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noHome(let variable):
      "HOME is not set to an absolute path; set it, or \(variable)"
    case .notCreated(let path, let reason):
      "can't make the folder \"\(path)\": \(reason)"
    }
  }
}
